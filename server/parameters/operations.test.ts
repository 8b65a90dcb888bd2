import { describe, expect, test } from 'vitest'
import type { FlatBody } from './flat-body.ts'
import {
  accept,
  bodyOf,
  checkout,
  debit,
  entityId,
  errorsOf,
  messagesOf,
  strict,
  submit,
} from './requests.fixture.ts'
import { ParameterValues } from './values.ts'

describe('a request that refers to a payment', () => {
  test('needs no amount, and none of its numbers', () => {
    expect(
      accept('payments.reference', bodyOf({ paymentType: 'RF' })).get('amount'),
    ).toBeUndefined()
  })

  test('needs the currency together with an amount, also with a wrong one', () => {
    for (const amount of ['10.00', 'ten']) {
      expect(messagesOf('payments.reference', bodyOf({ paymentType: 'CP', amount }))).toContain(
        'currency is required together with amount',
      )
    }
  })

  test('starts no payment and takes no card', () => {
    const body = bodyOf({ ...debit })
    expect(messagesOf('payments.reference', body)).toEqual([
      'paymentType must be one of CP, RV, RF: it starts a new payment, send it to POST /v1/payments',
      ...['number', 'expiryMonth', 'expiryYear'].map(
        (field) =>
          `card.${field} is not an allowed parameter here: the payment that is referred to has it already. The legacy profile ignores such names`,
      ),
    ])
  })
})

describe('the creation of a checkout', () => {
  test('takes everything but card data', () => {
    const values = accept(
      'checkouts.create',
      bodyOf({ ...checkout, integrity: 'true', 'overridePaymentType[VISA]': 'PA' }),
    )
    expect(values.map('overridePaymentType')).toEqual({ VISA: 'PA' })
    expect(
      errorsOf('checkouts.create', bodyOf({ ...checkout, 'card.number': '4200000000000000' })),
    ).toEqual([
      {
        name: 'card.number',
        value: '***',
        message:
          'is not an allowed parameter here: the shopper gives it in the widget. The legacy profile ignores such names',
      },
    ])
  })

  test('without paymentType says that storing payment details alone is not offered', () => {
    const { paymentType: _, ...rest } = checkout
    expect(messagesOf('checkouts.create', bodyOf({ ...rest, createRegistration: 'true' }))).toEqual(
      [
        'paymentType is required: one of PA, DB, CD; a checkout that only stores payment details (createRegistration without paymentType) is not offered',
      ],
    )
  })
})

describe("the widget's submit", () => {
  test('takes what the shopper gives', () => {
    const values = accept(
      'checkouts.submit',
      bodyOf({
        ...submit,
        paymentBrand: 'VISA',
        shopperResultUrl: 'https://shop.example/result',
        'customParameters[SHOPPER_note]': 'ring twice',
        'customer.browser.userAgent': 'Browser/1.0',
        createRegistration: 'on',
        forceUtf8: '&#9760;',
        shopOrigin: 'https://shop.example',
      }),
    )
    expect(values.get('createRegistration')).toBe('true')
    expect([...values.entries()].map(([name]) => name)).not.toContain('forceUtf8')
  })

  test.each([
    'amount',
    'currency',
    'paymentType',
    'merchantTransactionId',
    'entityId',
    'customer.ip',
    'billing.validationStatus',
    'shipping.cost',
    'testMode',
    'numberOfCaptures',
    'taxAmount',
    'overridePaymentType[VISA]',
    'cart.items[0].price',
    'notificationUrl',
    'descriptor',
  ])('never sets %s, in no profile', (name) => {
    const body: FlatBody = [...bodyOf(submit), [name, '1']]
    expect(messagesOf('checkouts.submit', body)).toEqual([
      `${name} is not an allowed parameter here: only the merchant's server may send it. The legacy profile ignores such names`,
    ])
    const values = accept('checkouts.submit', body, { ...strict, profile: 'legacy' })
    expect([...values.entries()]).toEqual(Object.entries(submit))
  })

  test('sends custom parameters of the shopper only', () => {
    const body = bodyOf({ ...submit, 'customParameters[SIMULATOR_outcome]': 'approve' })
    expect(messagesOf('checkouts.submit', body)).toEqual([
      'customParameters[SIMULATOR_outcome] is not an allowed parameter here: its key must start with SHOPPER_',
    ])
  })

  test('may bring browser data without a name, other customer data not', () => {
    expect(
      messagesOf('checkouts.submit', bodyOf({ ...submit, 'customer.email': 'a@b.example' })),
    ).toEqual([
      'customer.givenName is required when any other customer.* parameter is sent. The legacy profile accepts it',
      'customer.surname is required when any other customer.* parameter is sent. The legacy profile accepts it',
    ])
  })

  test('need not repeat what its checkout holds', () => {
    const stored = ParameterValues.of([
      ['customer.givenName', 'Ada'],
      ['customer.surname', 'Byron'],
      ['billing.houseNumber1', '7'],
    ])
    const body = bodyOf({
      ...submit,
      'customer.email': 'a@b.example',
      'billing.houseNumber2': 'b',
      'billing.street2': 'x',
    })
    const values = accept('checkouts.submit', body, { ...strict, stored })
    expect(values.get('billing.street2')).toBeUndefined()
  })
})

describe('a status query', () => {
  test('takes entityId or nothing', () => {
    expect(accept('status', []).get('entityId')).toBeUndefined()
    expect(accept('status', bodyOf({ entityId })).get('entityId')).toBe(entityId)
    expect(messagesOf('status', bodyOf({ amount: '1' }))).toHaveLength(1)
  })
})
