import { describe, expect, test } from 'vitest'
import { flattenJson } from './flat-body.ts'
import { accept, bodyOf, debit, errorsOf, messagesOf, strict } from './requests.fixture.ts'
import type { FlatBody } from './table.ts'

describe('a debit with a card', () => {
  test('is accepted as it was sent', () => {
    const values = accept('payments.create', bodyOf(debit))
    expect(values.get('card.number')).toBe('4200000000000000')
    expect([...values.entries()]).toEqual(Object.entries(debit))
  })

  test('names everything that is missing at once', () => {
    expect(messagesOf('payments.create', [])).toEqual([
      'amount is required',
      'currency is required',
      'paymentType is required',
      'entityId is required',
      'card.number is required',
      'card.expiryMonth is required',
      'card.expiryYear is required',
    ])
  })

  test('explains all wrong values, and does not report them as missing too', () => {
    const wrong = {
      ...debit,
      amount: '92,00',
      currency: 'EURO',
      'card.expiryMonth': '5',
      entityId: 'E1',
    }
    expect(errorsOf('payments.create', bodyOf(wrong))).toEqual([
      {
        name: 'entityId',
        value: 'E1',
        message:
          'must be 32 hex digits in lower case (must match ^[0-9a-f]{32}$), for example 8ac7a4c79394bdc801939736f17e063d',
      },
      {
        name: 'amount',
        value: '92,00',
        message:
          'must be an amount: up to 10 digits, then a dot and two more, or neither (must match ^[0-9]{1,10}(\\.[0-9]{2})?$), for example 92.00',
      },
      {
        name: 'currency',
        value: 'EURO',
        message: 'must be a currency code of ISO 4217 (must match ^[A-Z]{3}$), for example EUR',
      },
      {
        name: 'card.expiryMonth',
        value: '5',
        message:
          'must be a month, 01 to 12 (must match ^(0[1-9]|1[0-2])$), for example 05. The legacy profile accepts it',
      },
    ])
  })

  test('cannot be a capture, which must refer to a payment', () => {
    expect(messagesOf('payments.create', bodyOf({ ...debit, paymentType: 'CP' }))).toEqual([
      'paymentType must be one of PA, DB, CD: it refers to an earlier payment, send it to POST /v1/payments/{id}',
    ])
  })

  test('may not have a return URL that runs as a script', () => {
    const [error] = errorsOf(
      'payments.create',
      bodyOf({ ...debit, shopperResultUrl: 'javascript://x/%0aalert(1)' }),
    )
    expect(error?.message).toBe(
      'must be an absolute address, for example https://shop.example/result',
    )
  })

  test('accepts testMode in live, where the payment is declined with its own code', () => {
    const live = { ...strict, environment: 'live' } as const
    expect(
      accept('payments.create', bodyOf({ ...debit, testMode: 'INTERNAL' }), live).get('testMode'),
    ).toBe('INTERNAL')
    expect(accept('payments.create', bodyOf(debit), live).get('testMode')).toBeUndefined()
    expect(accept('payments.create', bodyOf(debit)).get('testMode')).toBe('INTERNAL')
  })

  test('takes amounts as JSON numbers, which have no trailing zeros', () => {
    const body = flattenJson({
      ...debit,
      amount: 92.5,
      taxAmount: 7,
      cart: { items: [{ quantity: 1.5 }] },
    })
    const values = accept('payments.create', body as FlatBody)
    expect(values.get('amount')).toBe('92.50')
    expect(values.get('taxAmount')).toBe('7')
    expect(values.get('cart.items[0].quantity')).toBe('1.5')
    expect(
      messagesOf('payments.create', flattenJson({ ...debit, amount: 92.123 }) as FlatBody),
    ).toHaveLength(1)
  })
})

describe('a text', () => {
  test.each(['NFC', 'NFD'])('counts letters as they are seen, with their marks in %s', (form) => {
    const names = (given: string) =>
      bodyOf({
        ...debit,
        'customer.givenName': given.normalize(form),
        'customer.surname': 'Jones',
        'recipient.givenName': 'é'.repeat(48).normalize(form),
      })
    expect(messagesOf('payments.create', names('é'.repeat(50)))).toEqual([])
    expect(messagesOf('payments.create', names('é'.repeat(51)))).toEqual([
      'customer.givenName must have 1 to 50 characters, has 51',
    ])
  })
})

describe('errors', () => {
  test('show no card data, wherever it was typed', () => {
    const body: FlatBody = [
      ...bodyOf({ ...debit, 'card.number': '4200 0000 0000 0042', 'card.cvv': '12345' }),
      ['card.cvc', '987'],
      ['4200000000000042', 'x'],
      ['customer.language', '4200-0000-0000-0042'],
      ['cart.items[4200000000000042].name', 'x'],
    ]
    const errors = errorsOf('payments.create', body)
    const text = JSON.stringify(errors)
    expect(errors.find(({ name }) => name === 'card.number')?.value).toBe('420000***0042')
    expect(errors.find(({ name }) => name === 'card.cvv')?.value).toBe('***')
    expect(text).not.toMatch(/12345|987|42000000|4200 0000|4200-0000/)
  })

  test('show long values shortened', () => {
    const [error] = errorsOf(
      'payments.create',
      bodyOf({ ...debit, descriptor: 'x'.repeat(500_000) }),
    )
    expect(error).toEqual({
      name: 'descriptor',
      value: `${'x'.repeat(100)}…`,
      message: 'must have 1 to 127 characters, has 500000',
    })
  })

  test('end at a thousand, with the number of the others', () => {
    const wrong = Array.from({ length: 19_000 }, (_, at): [string, string] => [`wrong${at}`, 'x'])
    const errors = errorsOf('payments.create', [...bodyOf(debit), ...wrong])
    expect(errors).toHaveLength(1001)
    expect(errors.at(-1)).toEqual({
      name: '',
      value: '',
      message: '18000 further errors are not listed',
    })
  })
})
