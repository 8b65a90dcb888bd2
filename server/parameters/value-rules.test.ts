import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, parseAmount } from '../../common/money.ts'
import type { Operation } from './operations.ts'
import {
  bodyOf,
  checkout,
  debit,
  errorsOf,
  messagesOf,
  strict,
  submit,
} from './requests.fixture.ts'
import type { ParameterTable } from './table.ts'
import { tables } from './tables.ts'
import { validate } from './validate.ts'

const names = { 'customer.givenName': 'Ada', 'customer.surname': 'Byron' }
const capture = { paymentType: 'CP', amount: '92.00', currency: 'EUR' }
const stored = { entityId: debit.entityId, paymentType: 'DB', amount: '92.00', currency: 'EUR' }

/** Every operation that takes an amount, with what it needs besides. */
const withAmount: readonly (readonly [Operation, Record<string, string>])[] = [
  ['payments.create', debit],
  ['payments.reference', capture],
  ['registrations.pay', stored],
  ['checkouts.create', checkout],
  ['checkouts.update', checkout],
]

function messages(operation: Operation, request: object, more: Record<string, string>): string[] {
  return messagesOf(operation, bodyOf({ ...request, ...more }))
}

describe('an amount that is part of another', () => {
  test.each(withAmount)('%s: taxAmount is not above amount', (operation, request) => {
    expect(messages(operation, request, { taxAmount: '92' })).toEqual([])
    expect(messages(operation, request, { taxAmount: '92.01' })).toEqual([
      'taxAmount must not be above amount, which it is a part of: amount=92.00',
    ])
  })

  test.each(withAmount)(
    '%s: the sum of the sellers’ shares is not above amount',
    (operation, request) => {
      const shares = (first: string, second: string) => ({
        'marketPlace.sellers[0].id': 'a',
        'marketPlace.sellers[0].amount': first,
        'marketPlace.sellers[1].id': 'b',
        'marketPlace.sellers[1].amount': second,
      })
      expect(messages(operation, request, shares('50.00', '42'))).toEqual([])
      const body = bodyOf({ ...request, ...shares('50.00', '42.01') })
      expect(errorsOf(operation, body)).toEqual([
        {
          name: 'marketPlace.sellers[1].amount',
          value: '42.01',
          message:
            'makes all marketPlace.sellers[n].amount together more than amount, which they are parts of: amount=92.00',
        },
      ])
    },
  )

  test('is compared as money, not as text', () => {
    const cents = fc.integer({ min: 0, max: 999_999_999_999 })
    fc.assert(
      fc.property(cents, cents, (tax, whole) => {
        const written = (minor: number) => formatAmount({ minor, currency: 'EUR' })
        const request = { ...debit, amount: written(whole), taxAmount: written(tax) }
        expect(errorsOf('payments.create', bodyOf(request))).toHaveLength(tax > whole ? 1 : 0)
      }),
      { numRuns: 300 },
    )
  })
})

describe('an amount for a conversion', () => {
  test.each(withAmount)('%s: forex.amount comes with its currency', (operation, request) => {
    expect(messages(operation, request, { 'forex.amount': '100.00' })).toEqual([
      'forex.currency is required together with forex.amount',
    ])
    const both = { 'forex.amount': '100.50', 'forex.currency': 'USD' }
    expect(messages(operation, request, both)).toEqual([])
  })

  test.each(withAmount)(
    '%s: forex.amount has the decimals of its currency',
    (operation, request) => {
      const yen = { 'forex.amount': '100.50', 'forex.currency': 'JPY' }
      expect(messages(operation, request, yen)).toEqual([
        'forex.amount has more decimals than JPY has: send a whole number of its smallest unit, such as 100',
      ])
      expect(messages(operation, request, { ...yen, 'forex.amount': '100.00' })).toEqual([])
    },
  )

  test('is accepted exactly when the amount of a payment would be', () => {
    const amount = fc.integer({ min: 0, max: 99_999 }).map((minor) => (minor / 100).toFixed(2))
    const currency = fc.constantFrom('JPY', 'EUR', 'KWD', 'CLF', 'HUF')
    fc.assert(
      fc.property(amount, currency, (text, code) => {
        const more = { 'forex.amount': text, 'forex.currency': code }
        const isRefused = errorsOf('payments.create', bodyOf({ ...debit, ...more })).length > 0
        expect(isRefused).toBe(typeof parseAmount(text, code) === 'string')
      }),
    )
  })
})

describe('an amount beside the amount of the payment', () => {
  /** What has no currency that is known, or is none. */
  const EXCEPT = [
    'amount',
    'amountFrom',
    'amountTo',
    'giftCards.restAmount',
    // Compared with what the checkout asks for, and refused where it differs.
    'shown.amount',
    'recurringMigration.amount',
    'cart.items[n].discount',
  ]
  const all = Object.values<ParameterTable>(tables)
  const checked = all.flatMap(({ rules }) =>
    rules.flatMap((rule) => (rule.kind === 'fitsCurrency' ? rule.names : [])),
  )

  test('follows the decimals of a currency, whatever table it stands in', () => {
    const amounts = all.flatMap(({ rows }) =>
      Object.entries(rows).flatMap(([name, { type }]) => (type.kind === 'amount' ? [name] : [])),
    )
    expect(amounts).toContain('airline.passengers[n].legs[n].taxAmount')
    expect(amounts.filter((name) => !EXCEPT.includes(name)).toSorted()).toEqual(checked.toSorted())
  })

  test.each(checked.filter((name) => !name.startsWith('forex.')))(
    '%s has no more of them than the currency of the payment',
    (row) => {
      const name = row.replaceAll('[n]', '[0]')
      const said = (value: string, currency: string) =>
        errorsOf('payments.create', bodyOf({ ...debit, amount: '100', currency, [name]: value }))
          .filter((error) => error.name === name)
          .map(({ message }) => message)
      expect(said('0.50', 'JPY')).toEqual([
        expect.stringContaining('has more decimals than JPY has: send a whole number'),
      ])
      expect(said('50.00', 'JPY')).toEqual([])
      expect(said('0.50', 'EUR')).toEqual([])
    },
  )

  test('follows the currency of its own item first', () => {
    const item = (currency: string) => ({
      'cart.items[0].price': '0.50',
      'cart.items[0].currency': currency,
      'cart.items[1].price': '1.00',
    })
    const names = (code: string, more: Record<string, string>) =>
      errorsOf('payments.create', bodyOf({ ...debit, currency: code, ...more })).map(
        ({ name }) => name,
      )
    expect(names('EUR', item('JPY'))).toEqual(['cart.items[0].price'])
    expect(names('JPY', { ...item('EUR'), amount: '100' })).toEqual([])
  })

  test('is taken in the profile legacy where it says what one piece costs', () => {
    const yen = { ...debit, amount: '100', currency: 'JPY' }
    const names = (more: Record<string, string>) => {
      const read = validate('payments.create', bodyOf({ ...yen, ...more }), {
        ...strict,
        profile: 'legacy',
      })
      return read.ok ? [] : read.errors.map(({ name }) => name)
    }
    expect(names({ 'cart.items[0].price': '33.33' })).toEqual([])
    expect(names({ taxAmount: '0.50' })).toEqual(['taxAmount'])
  })

  test.each(['taxAmount', 'discountAmount', 'shipping.cost'])('%s is not above it', (name) => {
    const said = messages('payments.create', debit, { [name]: '92.01' })
    expect(said).toEqual([`${name} must not be above amount, which it is a part of: amount=92.00`])
    expect(messages('payments.create', debit, { [name]: '92.00' })).toEqual([])
  })
})

describe('a day of birth', () => {
  const shoppers = ['customer.birthDate', 'shipping.customer.birthDate']
  const everybodys = [...shoppers, 'sender.birthDate', 'recipient.birthDate']
  const cases = [
    ...withAmount.map((one) => [...one, everybodys] as const),
    ['registrations.create', { ...debit, amount: '0.00', paymentType: '' }, shoppers] as const,
    ['checkouts.submit', submit, shoppers] as const,
    ['checkouts.register', submit, shoppers] as const,
  ].flatMap(([operation, request, days]) => days.map((name) => ({ operation, request, name })))

  test.each(cases)('$operation: $name is not in the future', ({ operation, request, name }) => {
    const sentOn = (day: string) => messages(operation, { ...request, ...names }, { [name]: day })
    expect(sentOn('2026-11-22')).toEqual([`${name} is in the future: send a day that has begun`])
    // It is the 21st already where the day begins first.
    expect(sentOn('2026-11-21')).toEqual([])
  })

  test('is compared with the clock of the request', () => {
    const body = bodyOf({ ...debit, ...names, 'customer.birthDate': '2027-01-31' })
    const read = (nowMs: number) => validate('payments.create', body, { ...strict, nowMs }).ok
    expect([read(Date.UTC(2026, 0, 1)), read(Date.UTC(2027, 1, 1))]).toEqual([false, true])
  })
})

describe('numberOfCaptures', () => {
  const message =
    'numberOfCaptures must not be sent together with paymentType=%: only a PA is captured'
  test.each(['DB', 'CD'])('cannot be combined with %s', (paymentType) => {
    for (const [operation, request] of [
      ['payments.create', debit],
      ['registrations.pay', stored],
    ] as const) {
      const more = { paymentType, numberOfCaptures: '3' }
      expect(messages(operation, request, more)).toEqual([message.replace('%', paymentType)])
      expect(messages(operation, request, { ...more, paymentType: 'PA' })).toEqual([])
    }
  })
})

describe('a series that the merchant begins', () => {
  const instruction = {
    'standingInstruction.type': 'UNSCHEDULED',
    'standingInstruction.mode': 'INITIAL',
    'standingInstruction.source': 'MIT',
    'standingInstruction.initialTransactionId': 'A1',
  }
  const message =
    'card.cvv must not be sent together with standingInstruction.source=MIT: the shopper is not there to give it; send standingInstruction.source=CIT for a series that the shopper begins'

  test.each([
    ['payments.create', debit],
    ['registrations.pay', stored],
    ['registrations.create', { ...debit, amount: '0.00', paymentType: '' }],
  ] as const)('%s: has no security code', (operation, request) => {
    expect(messages(operation, request, { ...instruction, 'card.cvv': '123' })).toEqual([message])
    const shopper = { ...instruction, 'standingInstruction.source': 'CIT', 'card.cvv': '123' }
    expect(messages(operation, request, shopper)).toEqual([])
  })

  test.each(['checkouts.create', 'checkouts.update'] as const)(
    '%s: must be begun by the shopper',
    (operation) => {
      expect(messages(operation, checkout, instruction)).toEqual([
        'standingInstruction.source must be CIT together with standingInstruction.mode=INITIAL',
      ])
    },
  )
})

describe('what 3-D Secure can read of a browser', () => {
  const enough = { ...debit, ...names }

  test.each([
    ['customer.browser.challengeWindow', '9', 'must be the code of a window size, 1 to 5'],
    ['customer.browser.screenWidth', 'abc', 'must be a number of pixels, such as 1080'],
    ['customer.browser.screenHeight', '1e3', 'must be a number of pixels, such as 1080'],
    ['customer.browser.timezone', 'CET', 'must be a number of minutes, such as -60'],
  ])('%s=%s is refused, and accepted by the legacy profile', (name, value, message) => {
    const sent = { ...enough, [name]: value }
    expect(messages('payments.create', sent, {})).toEqual([
      `${name} ${message}. The legacy profile accepts it`,
    ])
    const legacy = { ...strict, profile: 'legacy' } as const
    expect(errorsOf('payments.create', bodyOf(sent), legacy)).toEqual([])
  })

  test('is not refused where the widget sends it', () => {
    const sent = { 'customer.browser.screenWidth': '1280.5' }
    expect(messages('checkouts.submit', submit, sent)).toEqual([])
  })

  test.each([
    { 'customer.browser.challengeWindow': '5', 'customer.browser.timezone': '-60' },
    { 'customer.browser.screenWidth': '390', 'customer.browser.screenHeight': '844' },
  ])('%o is taken', (more) => {
    expect(messages('payments.create', enough, more)).toEqual([])
  })
})

describe('what the simulated issuer is asked to do', () => {
  test.each([
    ['3DS2_scenario', 'nonsense', 'frictionless'],
    ['3DS2_flow', 'chalenge', 'challenge'],
    ['3DS2_enrolled', 'yes', 'true'],
  ])('%s=%s is refused in the test environment', (key, wrong, right) => {
    const name = `customParameters[${key}]`
    const [message = ''] = messages('payments.create', debit, { [name]: wrong })
    expect(message).toContain(`${name} must be one of `)
    expect(message).toContain(right)
    expect(messages('payments.create', debit, { [name]: right })).toEqual([])
    const sent = bodyOf({ ...debit, [name]: wrong })
    for (const other of [{ profile: 'legacy' }, { environment: 'live' }] as const) {
      expect(errorsOf('payments.create', sent, { ...strict, ...other })).toEqual([])
    }
  })
})
