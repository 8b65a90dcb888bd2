import { describe, expect, test } from 'vitest'
import { passesLuhn } from '../../common/luhn.ts'
import { holdsCardNumber } from './card-number-guard.ts'
import { accept, bodyOf, debit, errorsOf, strict } from './requests.fixture.ts'

describe('a text', () => {
  test.each([
    '4200000000000000',
    'card 4200 0000 0000 0000, 05/34',
    '4200-0000-0000-0000 123',
    '3782 822463 10005',
    'two: 4200000000000000 5555555555554444',
    '٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠',
    '４２００００００００００００００',
  ])('holds a card number: %s', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  test.each([
    ['a wrong check digit', '4200000000000001'],
    ['a range of no brand', '1000000000000008'],
    ['a length that the brand has not', '42000000000000'],
    ['digits inside a longer number', '94200000000000000123456'],
    ['letters between the groups', '4200 0000 then 0000 0000'],
    ['phone numbers', '+49 30 123456, +49 40 654321'],
    ['dates', '2031-05-27 2031-05-28'],
    ['a house', 'Kite Lane 5, 3rd floor'],
    ['another script', '渋谷区神宮前一丁目二番三号四階五号室'],
  ])('holds none: %s', (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })
})

describe('where other long numbers are at home', () => {
  test.each([
    '4000000000000002',
    '3782 822463 10005',
    '+4000000000000002',
    'x4000-0000-0000-0002@x.example',
  ])('a card number is one: %s', (text) => {
    expect(holdsCardNumber(text, 15)).toBe(true)
  })

  test.each([
    ['a mobile number of Germany that passes the check digit', '+49 1511 2345678'],
    ['the number under a bar code that does', 'Coffee, EAN 4006300000067'],
    ['a telephone that is told by its own number', 'Phone, IMEI 352099001761481'],
  ])('%s is none', (_what, text) => {
    expect(passesLuhn(text.replace(/[^0-9]/g, ''))).toBe(true)
    expect(holdsCardNumber(text, 15)).toBe(false)
  })

  test('none of 10,000 numbers of telephones is one', () => {
    const numbers = Array.from(
      { length: 10_000 },
      (_, at) => `+49 15${at % 10} ${10_000_000 + at * 7919}`,
    )
    expect(numbers.filter((number) => holdsCardNumber(number, 15))).toEqual([])
  })
})

describe('a card number', () => {
  const number = '4200 0000 0000 0000'
  const name = { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }

  test.each([
    'card.holder',
    'customer.surname',
    'billing.street1',
    'shipping.comment',
    'descriptor',
    'merchantMemo',
  ])('is refused as %s, in every profile, and not shown', (field) => {
    for (const profile of ['strict', 'legacy'] as const) {
      const body = bodyOf({ ...debit, ...name, [field]: `Jane ${number}` })
      expect(errorsOf('payments.create', body, { ...strict, profile })).toEqual([
        {
          name: field,
          value: 'Jane 420000***0000',
          message:
            'must not hold a card number, which is stored and shown here as it stands: send it as card.number',
        },
      ])
    }
  })

  test.each([
    'billing.postcode',
    'customer.phone',
    'customer.email',
    'cart.items[0].name',
    'cart.items[999].description',
    'cart.items[0].recipient.street',
    'customParameters[SHOPPER_note]',
  ])('is refused as %s, in every profile, and not shown', (field) => {
    const value = field === 'customer.email' ? '4000000000000002@x.example' : '4000000000000002'
    for (const profile of ['strict', 'legacy'] as const) {
      const body = bodyOf({ ...debit, ...name, [field]: value })
      const [error, another] = errorsOf('payments.create', body, { ...strict, profile }).filter(
        (one) => one.name === field,
      )
      expect(error?.message).toMatch(/^must not hold a card number/)
      expect(error?.value).toBe(value.replace('4000000000000002', '400000***0002'))
      expect(another).toBeUndefined()
    }
  })

  test('may be an order number where such a number belongs', () => {
    accept(
      'payments.create',
      bodyOf({
        ...debit,
        merchantTransactionId: number,
        merchantInvoiceId: number,
        'customParameters[order.id]': number,
        'customParameters[shopper.SHOPPER_]': number,
        'cart.items[0].sku': number,
        'cart.items[0].merchantItemId': number,
        'customer.identificationDocType': 'IDCARD',
        'customer.identificationDocId': number,
        ...name,
      }),
    )
  })
})
