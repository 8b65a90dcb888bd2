import { describe, expect, test } from 'vitest'
import { strict as context } from './requests.fixture.ts'
import type { FlatBody } from './table.ts'
import { validate } from './validate.ts'
import { ParameterValues } from './values.ts'

const entityId = '8ac7a4c79394bdc801939736f17e063d'
const { nowMs } = context
const checkout: FlatBody = [
  ['amount', '92.00'],
  ['currency', 'EUR'],
  ['paymentType', 'DB'],
]
const owned: FlatBody = [...checkout, ['entityId', entityId]]

function check(profile: 'strict' | 'legacy', ...more: FlatBody) {
  return validate('checkouts.create', [...owned, ...more], { profile, environment: 'test', nowMs })
}

describe('the legacy profile', () => {
  test.each([
    ['merchantTransactionId', '7', '7'],
    ['shipping.phone', '(030) 123456', '(030) 123456'],
    ['shipping.customer.mobile', '(030) 12', '(030) 12'],
    ['customer.phone', '(?!?)555-5555', '(?!?)555-5555'],
    ['customer.mobile', 'tel. ٠١٢٣ ☎', 'tel. ٠١٢٣ ☎'],
    ['corporate.phone', '+1 555-010-0000 x5', '+1 555-010-0000 x5'],
    ['corporate.fax', '(030) 123456', '(030) 123456'],
    ['cart.items[0].recipient.phone', '+49 30 123456', '+49 30 123456'],
    ['integrity', '1', 'true'],
    ['integrity', '0', 'false'],
    ['createRegistration', 'TRUE', 'true'],
    ['taxAmount', '10.5', '10.5'],
    ['customer.companyName', 'Byron Ltd', 'Byron Ltd'],
    ['billing.state', 'New South Wales', 'New South Wales'],
    ['billing.state', 'Baden-Württemberg', 'Baden-Württemberg'],
    ['shipping.state', "Côte d'Or", "Côte d'Or"],
    ['shipping.city', 'Dublin 4', 'Dublin 4'],
    ['shipping.city', 'Paris 16e', 'Paris 16e'],
    ['billing.postcode', 'SW1A\u00a01AA', 'SW1A 1AA'],
    ['shipping.postcode', '〒100-0001', '〒100-0001'],
    ['cart.items[0].price', '-5.00', '-5.00'],
    ['cart.items[0].totalAmount', '-5', '-5'],
  ] as const)('takes %s=%s as %s; strict refuses it and says so', (name, value, taken) => {
    const legacy = check('legacy', [name, value])
    expect(legacy.ok && legacy.values.get(name)).toBe(taken)
    const strict = check('strict', [name, value])
    const messages = strict.ok ? [] : strict.errors.map(({ message }) => message)
    expect(messages.length).toBeGreaterThan(0)
    for (const message of messages) expect(message).toMatch(/\. The legacy profile accepts it$/)
  })

  test('takes a minus in items of the cart alone', () => {
    for (const name of ['amount', 'taxAmount', 'discountAmount', 'cart.payments[0].amount']) {
      expect([name, check('legacy', [name, '-5.00']).ok]).toEqual([name, false])
    }
  })

  test('takes one digit of a month, a year and everything else as they are', () => {
    const card: FlatBody = [
      ['paymentBrand', 'VISA'],
      ['card.number', '4200000000000000'],
      ['card.expiryMonth', '5'],
      ['card.expiryYear', '2034'],
    ]
    const read = (profile: 'strict' | 'legacy', flat: FlatBody) =>
      validate('payments.create', [...owned, ...flat], { profile, environment: 'test', nowMs })
    const taken = read('legacy', card)
    expect(taken.ok && taken.values.get('card.expiryMonth')).toBe('05')
    expect(read('strict', card).ok).toBe(false)
    for (const month of ['0', '13', '123', 'x']) {
      expect(read('legacy', [...card.slice(0, 2), ['card.expiryMonth', month]]).ok).toBe(false)
    }
  })

  test('takes the last value of a name that is sent twice, also when an earlier one is wrong', () => {
    const twice = check('legacy', ['amount', 'x'], ['amount', '93.00'], ['integrity', 'no'])
    expect(twice.ok ? [] : twice.errors.map(({ name }) => name)).toEqual(['integrity'])
    const box: FlatBody = [
      ['createRegistration', 'false'],
      ['createRegistration', 'true'],
    ]
    const ticked = check('legacy', ...box)
    expect(ticked.ok && ticked.values.get('createRegistration')).toBe('true')
    const strict = check('strict', ...box)
    expect(strict.ok ? [] : strict.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^is sent more than once, .*The legacy profile takes the last one$/),
    ])
  })

  test('ignores unknown names', () => {
    const legacy = check('legacy', ['entityID', 'x'], ['cart.items[7].colour', 'red'])
    expect(legacy.ok && [...legacy.values.entries()]).toEqual([...owned])
  })

  test('removes credentials and entity from the body, and shows them nowhere', () => {
    const body: FlatBody = [
      ...checkout,
      ['authentication.userId', 'u1'],
      ['authentication.password', 's3cret'],
      ['authentication.entityId', entityId],
    ]
    const legacy = validate('checkouts.create', body, {
      profile: 'legacy',
      environment: 'test',
      nowMs,
    })
    if (!legacy.ok) throw new Error(JSON.stringify(legacy.errors))
    expect(legacy.values.get('entityId')).toBe(entityId)
    expect(legacy.values.get('authentication.password')).toBe('s3cret')
    expect(legacy.values.echo()).toEqual({})
    const strict = validate('checkouts.create', body, {
      profile: 'strict',
      environment: 'test',
      nowMs,
    })
    expect(JSON.stringify(strict)).not.toContain('s3cret')
    expect(JSON.stringify(strict)).toContain('send the access token in the Authorization header')
  })

  test.each([
    ['INITIAL', 'INITIAL', 'RECURRING', 'CIT', 'STANDING_ORDER'],
    ['REPEATED', 'REPEATED', 'RECURRING', 'MIT', 'STANDING_ORDER'],
    ['REGISTRATION_BASED', 'REPEATED', 'UNSCHEDULED', 'CIT', 'STANDING_ORDER'],
  ])('takes recurringType=%s for standingInstruction', (sent, mode, type, source, kind) => {
    // The shopper gives the code the first time, and whenever there.
    const code: FlatBody = sent === 'REPEATED' ? [] : [['card.cvv', '123']]
    const body: FlatBody = [...owned, ...code, ['recurringType', sent]]
    const legacy = validate('registrations.pay', body, {
      profile: 'legacy',
      environment: 'test',
      nowMs,
    })
    if (!legacy.ok) throw new Error(JSON.stringify(legacy.errors))
    const { values } = legacy
    expect([
      values.get('standingInstruction.mode'),
      values.get('standingInstruction.type'),
      values.get('standingInstruction.source'),
      values.get('standingInstruction.recurringType'),
    ]).toEqual([mode, type, source, kind])
    expect(values.echo()).toMatchObject({ recurringType: sent, 'standingInstruction.mode': mode })
    const strict = validate('registrations.pay', body, {
      profile: 'strict',
      environment: 'test',
      nowMs,
    })
    expect(strict.ok ? [] : strict.errors.map(({ message }) => message)).toEqual([
      'is not an allowed parameter: send standingInstruction.mode, .type and .source instead. The legacy profile accepts it',
    ])
  })

  test('takes recurring.numberOfInstallments of the rendered form for standingInstruction', () => {
    const form: FlatBody = [
      ['card.number', '4200000000000000'],
      ['card.expiryMonth', '05'],
      ['card.expiryYear', '2034'],
      ['card.cvv', '123'],
      ['recurring.numberOfInstallments', '6'],
    ]
    const submit = (profile: 'strict' | 'legacy', stored: FlatBody = []) =>
      validate('checkouts.submit', form, {
        profile,
        environment: 'test',
        nowMs,
        stored: ParameterValues.of(stored.map(([name, value]) => [name, value])),
      })
    const legacy = submit('legacy')
    if (!legacy.ok) throw new Error(JSON.stringify(legacy.errors))
    expect(legacy.values.echo()).toMatchObject({
      'recurring.numberOfInstallments': '6',
      'standingInstruction.numberOfInstallments': '6',
      'standingInstruction.type': 'INSTALLMENT',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.source': 'CIT',
    })
    const told = submit('legacy', [
      ['standingInstruction.type', 'RECURRING'],
      ['standingInstruction.mode', 'INITIAL'],
      ['standingInstruction.source', 'CIT'],
    ])
    expect(told.ok && told.values.get('standingInstruction.type')).toBeUndefined()
    expect(told.ok && told.values.get('standingInstruction.numberOfInstallments')).toBe('6')
    const strict = submit('strict')
    expect(strict.ok ? [] : strict.errors).toEqual([
      {
        name: 'recurring.numberOfInstallments',
        value: '***',
        message:
          'is not an allowed parameter: it is called standingInstruction.numberOfInstallments. The legacy profile accepts it',
      },
    ])
  })

  test.each([
    ['amount', '10.555'],
    ['taxAmount', '10.'],
    ['integrity', 'yes'],
    ['shipping.phone', '030\n123456'],
    ['customer.phone', '0'.repeat(26)],
    ['merchantMemo', '7'],
    ['customer.language', 'de'],
  ])('refuses %s=%s like strict, which then does not mention legacy', (name, value) => {
    const body = owned.filter(([sent]) => sent !== name)
    for (const profile of ['strict', 'legacy'] as const) {
      const checked = validate(
        'checkouts.create',
        [...body, ['customer.givenName', 'Ada'], ['customer.surname', 'Byron'], [name, value]],
        { profile, environment: 'test', nowMs },
      )
      expect(checked.ok ? [] : checked.errors.map((error) => error.name)).toEqual([name])
      expect(JSON.stringify(checked)).not.toContain('legacy')
    }
  })

  test('accepts the same postcodes as strict, with blank and hyphen', () => {
    for (const profile of ['strict', 'legacy'] as const) {
      for (const postcode of ['SW1A 1AA', '01-234', '10115']) {
        expect(check(profile, ['billing.postcode', postcode]).ok).toBe(true)
      }
      expect(check(profile, ['billing.postcode', '10_115']).ok).toBe(false)
    }
  })
})
