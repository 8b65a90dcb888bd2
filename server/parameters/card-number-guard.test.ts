import { describe, expect, test } from 'vitest'
import { passesLuhn } from '../../common/brands.ts'
import { holdsCardNumber } from '../../common/card-number-in-text.ts'
import { cardNumberGuard } from './card-number-guard.ts'
import { accept, bodyOf, debit, errorsOf, strict } from './requests.fixture.ts'
import type { ParameterTable } from './table.ts'
import { type RowName, tables } from './tables.ts'

describe('a text', () => {
  test.each([
    '4200000000000000',
    'card 4200 0000 0000 0000, 05/34',
    '4200-0000-0000-0000 123',
    '3782 822463 10005',
    'two: 4200000000000000 5555555555554444',
    '٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠',
    '４２００００００００００００００',
    '𝟒𝟐𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎',
    '৪২০০০০০০০০০০০০০০',
    '๔๒๐๐๐๐๐๐๐๐๐๐๐๐๐๐',
  ])('contains a card number: %s', (text) => {
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
  ])('contains no card number: %s', (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })
})

describe('a parameter that may contain other long numbers', () => {
  test.each([
    '4000000000000002',
    '3782 822463 10005',
    '+4000000000000002',
    'x4000-0000-0000-0002@x.example',
  ])('contains a card number: %s', (text) => {
    expect(holdsCardNumber(text, 15)).toBe(true)
  })

  test.each([
    ['a mobile number of Germany that passes the check digit', '+49 1511 2345678'],
    ['the number under a bar code that does', 'Coffee, EAN 4006300000067'],
    ['a telephone that is told by its own number', 'Phone, IMEI 352099001761481'],
  ])('contains no card number: %s', (_what, text) => {
    expect(passesLuhn(text.replace(/[^0-9]/g, ''))).toBe(true)
    expect(holdsCardNumber(text, 15)).toBe(false)
  })

  test('contains no card number in any of 10,000 telephone numbers', () => {
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

  const references = [
    'merchantTransactionId',
    'merchantInvoiceId',
    'transactionLinkId',
    'lifecycleId',
    'customer.merchantCustomerId',
    'customer.merchantReference',
    'shipping.customer.merchantCustomerId',
    'cart.items[0].sku',
    'cart.items[0].merchantItemId',
    'marketPlace.sellers[0].id',
    'merchant.billing.street1',
    'merchant.data[order]',
    'risk.parameters[order]',
    'risk.channelId',
    'customParameters[order.id]',
    'customParameters[shopper.SHOPPER_]',
    'customParameters[4000000000000002]',
    'merchant.data[4000000000000002]',
  ]

  test.each(references)('is refused as %s by strict, which names the setting', (field) => {
    const value = '4000000000000002'
    const body = bodyOf({ ...debit, ...name, [field]: field.includes('4000') ? 'x' : value })
    const [error] = errorsOf('payments.create', body)
    expect(error?.name).toBe(field.replace(value, '400000***0002'))
    expect(error?.message).toMatch(/looks? like a card number, .*The legacy profile accepts it$/)
    expect(JSON.stringify(error)).not.toContain(value)
    accept('payments.create', body, { ...strict, profile: 'legacy' })
    accept('payments.create', body, { ...strict, cardLikeReferences: true })
  })

  test.each([
    '9b2f1c7a-8e1d-4aaa-4000-000000000002',
    '9B2F1C7A-8E1D-4AAA-4000-000000000002',
    '8ac7a4019aa1f978a4000000000000002',
    'order 8ac7a4019aa1f978a4000000000000002, again',
  ])('is not the tail of an id: %s', (id) => {
    expect(holdsCardNumber(id, 15)).toBe(true)
    const sent = { ...debit, merchantTransactionId: id, 'customParameters[order]': id }
    accept('payments.create', bodyOf(sent))
  })

  test('may be sent in a query as a stored reference to search for', () => {
    const asked = { entityId: debit.entityId, merchantTransactionId: number }
    expect(errorsOf('query.list', bodyOf(asked))).toEqual([])
  })

  test('is refused as sequence, in every profile', () => {
    const capture = bodyOf({ paymentType: 'CP', sequence: '4000000000000002' })
    for (const profile of ['strict', 'legacy'] as const) {
      const context = { ...strict, profile, cardLikeReferences: true }
      const [error] = errorsOf('payments.reference', capture, context)
      expect(error?.message).toMatch(/^must not hold a card number/)
    }
  })

  test('of 13 or 14 digits may be an order', () => {
    accept('payments.create', bodyOf({ ...debit, merchantInvoiceId: '4222222222222' }))
  })

  test('may be accepted as a number of another register', () => {
    accept(
      'payments.create',
      bodyOf({
        ...debit,
        ...name,
        'customer.identificationDocType': 'IDCARD',
        'customer.identificationDocId': number,
        'shipping.trackingNumber': number,
        'airline.passengers[0].ticketNumber': number,
      }),
    )
  })

  test('is refused by strict in every text without another register', () => {
    const texts = Object.values<ParameterTable>(tables)
      .flatMap(({ rows }) => Object.entries(rows))
      .filter(([, { type, secret }]) => type.kind === 'text' && type.max >= 16 && !secret)
    const open = texts.filter(([row, definition]) => {
      const guard = cardNumberGuard(row as RowName, definition)
      return guard?.('4000000000000002', row) === undefined
    })
    // Each of them is told in the guard, with its reason.
    const registers =
      /identification|[tT]racking|vat|tax|oordinates|[uU]rl$|^airline\.|customer\.(?:ip|browser|app)|^merchant\.\w+(?:Id|IdCode)$|^(?:standingInstruction|recurringMigration|threeDSecure|pos|redirect|bankAccount)\.|^referenceUuid$/
    expect(open.map(([row]) => row).filter((row) => !registers.test(row))).toEqual([])
    expect(texts.length - open.length).toBeGreaterThan(100)
  })
})
