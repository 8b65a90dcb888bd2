import { describe, expect, test } from 'vitest'
import type { FlatBody } from './flat-body.ts'
import { type Operation, operations } from './operations.ts'
import { planOf } from './plan.ts'
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
import type { ParameterTable } from './table.ts'
import { tables } from './tables.ts'
import { ParameterValues } from './values.ts'

function takers(name: string): readonly Operation[] {
  const all = Object.keys(operations) as Operation[]
  return all.filter((operation) => planOf(operation, 'legacy').names.includes(name))
}

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

describe('what is carried along', () => {
  const sent = {
    'forex.amount': '100.00',
    'corporate.name': 'Byron Ltd',
    'sender.name': 'Ada Byron',
    'recipient.surname': 'Babbage',
    'merchant.name': 'Pens*Ink',
    'merchant.data[store.number]': '7',
    'merchant.billing.city': 'London',
    'merchant.shipping.method': 'GROUND',
    'cart.payments[0].type': 'GIFTCARD',
    'marketPlace.sellers[0].id': 'seller-1',
    'airline.passengers[0].name': 'Ada Byron',
    'airline.passengers[0].legs[0].fareAmount': '90.00',
    'airline.passengers[0].legs[1].fareAmount': '2.00',
  }

  test.each([
    ['payments.create', debit],
    ['checkouts.create', checkout],
    ['payments.reference', { paymentType: 'CP' }],
  ] as const)('is taken by %s and given back', (operation, request) => {
    const values = accept(operation, bodyOf({ ...request, ...sent }))
    expect(values.echo()).toMatchObject(sent)
    expect(values.map('merchant.data')).toEqual({ 'store.number': '7' })
  })

  test('is never set by the submit of the widget', () => {
    const refused = messagesOf('checkouts.submit', bodyOf({ ...submit, ...sent }))
    expect(refused).toHaveLength(Object.keys(sent).length)
  })

  test('has no gap in any of its lists', () => {
    const body = bodyOf({ ...debit, 'airline.passengers[0].legs[1].fareBasis': 'Y' })
    expect(messagesOf('payments.create', body)).toEqual([
      'airline.passengers[0].legs[0] is missing: the list goes on to 1, and its indices must have no gap',
    ])
  })
})

describe('what waits for its feature', () => {
  const waiting = [
    'bankAccount.iban',
    'transactionDueDate',
    'virtualAccount.accountId',
    'applePay.paymentToken',
    'walletB.source',
    'tokenAccount.number',
    'giftCard.pin',
    'recurringMigration.paymentType',
    'standingInstruction.mode',
    'threeDSecure.eci',
    'threeDSecure.disable',
    'threeDSecure.schemeData[CB-USECASE]',
    'pos.terminalId',
    'risk.parameters[basket.size]',
    'registrations[0].id',
    'sender.accountNumber',
    'recipient.accountNumber',
  ]

  test.each(waiting)('%s is refused, in every profile', (name) => {
    for (const [operation, request] of [
      ['payments.create', debit],
      ['checkouts.create', checkout],
      ['checkouts.submit', submit],
    ] as const) {
      const body: FlatBody = [...bodyOf(request), [name, '05']]
      for (const profile of ['strict', 'legacy'] as const) {
        expect(errorsOf(operation, body, { ...strict, profile })).toEqual([
          {
            name,
            value: '***',
            message: 'is not an allowed parameter here: the gateway does not offer it yet',
          },
        ])
      }
    }
  })
})

describe('every parameter', () => {
  test('belongs to an operation, but for those of answers, and those that wait for one', () => {
    const without = Object.entries<ParameterTable>(tables).flatMap(([table, { rows }]) =>
      Object.keys(rows).some((name) => takers(name).length > 0) ? [] : [table],
    )
    expect(without).toEqual([
      'giftCard',
      'asynchronousResponse',
      'pointOfSale',
      'pointOfSaleAnswer',
      'chargeback',
    ])
  })
})

describe('a structure that may be absent', () => {
  const registration = { entityId, paymentBrand: 'VISA' }

  test('asks for nothing when it is', () => {
    expect(messagesOf('registrations.create', bodyOf(registration))).toEqual([])
  })

  test('asks for what it cannot do without, once something of it is sent', () => {
    const body = bodyOf({ ...registration, 'tokenAccount.expiryMonth': '05' })
    expect(messagesOf('registrations.create', body)).toEqual([
      'tokenAccount.number is required when any other tokenAccount.* parameter is sent',
      'tokenAccount.type is required when any other tokenAccount.* parameter is sent',
    ])
  })
})

describe('a query', () => {
  test('has times where a payment report has days', () => {
    const frame = { 'date.from': '2031-05-01 00:00:00', 'date.to': '2031-05-02 00:00:00' }
    expect(accept('query.list', bodyOf(frame)).get('limit')).toBe('100')
    expect(errorsOf('reports.summary', bodyOf(frame))).toHaveLength(2)
  })

  test('lists types and methods', () => {
    const values = accept('query.one', bodyOf({ paymentTypes: 'DB, PA', paymentMethods: 'CC' }))
    expect(values.get('paymentTypes')).toBe('DB,PA')
  })
})

describe('a status query', () => {
  test('takes entityId or nothing', () => {
    expect(accept('status', []).get('entityId')).toBeUndefined()
    expect(accept('status', bodyOf({ entityId })).get('entityId')).toBe(entityId)
    expect(messagesOf('status', bodyOf({ amount: '1' }))).toHaveLength(1)
  })
})
