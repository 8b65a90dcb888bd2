import { describe, expect, test } from 'vitest'
import { locate } from './name-tree.ts'
import { breachesOf, type Rule, type RuleSubject } from './rules.ts'
import type { ParameterTable } from './table.ts'
import { allRows, tables } from './tables.ts'

/** The names that break the rules of a table when exactly these parameters are sent. */
function breaches(
  rules: readonly Rule[],
  sent: Readonly<Record<string, string>>,
  operation = 'payments.create',
) {
  const subject: RuleSubject = {
    operation,
    environment: 'test',
    nowMs: Date.UTC(2026, 10, 20, 15),
    get: (name) => sent[name],
    rejected: () => undefined,
    has: (name) => name in sent,
    sendsWithin: (within, exempt) =>
      Object.keys(sent).some(
        (name) => name.startsWith(within) && !(exempt !== undefined && name.startsWith(exempt)),
      ),
    itemsOf: () => [],
  }
  return rules
    .flatMap((rule) => breachesOf(rule, subject))
    .map(({ name, message }) => `${name} ${message}`)
}

describe('conditions of the tables', () => {
  test('name rows that exist', () => {
    const rules = Object.values<ParameterTable>(tables).flatMap((table) => table.rules)
    const names = rules.flatMap((rule) => [
      ...('names' in rule ? rule.names : [rule.name]),
      ...('when' in rule ? [rule.when] : []),
      ...('unless' in rule && rule.unless !== undefined ? [rule.unless] : []),
    ])
    const asSent = names.map((name) => name.replaceAll('[n]', '[0]'))
    expect(asSent.filter((name) => locate(allRows, name) === undefined)).toEqual([])
  })

  test('name only structures without lists and maps', () => {
    const all = Object.values<ParameterTable>(tables)
    const beginnings = all.flatMap(({ within, rules }) => [
      ...(within === undefined ? [] : [within]),
      ...rules.flatMap((rule) => ('within' in rule ? [rule.within] : [])),
      ...rules.flatMap((rule) => ('others' in rule ? (rule.others ?? []) : [])),
    ])
    const names = all.flatMap(({ rows }) => Object.keys(rows))
    const held = names.filter((name) => beginnings.some((within) => name.startsWith(within)))
    expect(held.length).toBeGreaterThan(60)
    expect(held.filter((name) => name.includes('['))).toEqual([])
  })

  test('a customer has both names or nothing', () => {
    const { rules } = tables.customer
    expect(breaches(rules, {})).toEqual([])
    expect(
      breaches(rules, {
        'customer.givenName': 'Ada',
        'customer.surname': 'Byron',
        'customer.ip': '::1',
      }),
    ).toEqual([])
    expect(breaches(rules, { 'customer.ip': '::1' })).toEqual([
      'customer.givenName is required when any other customer.* parameter is sent',
      'customer.surname is required when any other customer.* parameter is sent',
    ])
    expect(breaches(rules, { 'customer.givenName': 'Ada' })).toHaveLength(1)
  })

  test('browser data alone requires no name in the submit of the widget, but does elsewhere', () => {
    const { rules } = tables.customer
    const browser = { 'customer.browser.language': 'de', 'customer.browserFingerprint.id': 'x' }
    expect(breaches(rules, browser, 'checkouts.submit')).toEqual([])
    expect(breaches(rules, browser, 'checkouts.create')).toHaveLength(2)
  })

  test('kind and number of an identity document come together', () => {
    const { rules } = tables.customer
    const named = { 'customer.givenName': 'Ada', 'customer.surname': 'Byron' }
    expect(breaches(rules, { ...named, 'customer.identificationDocType': 'PASSPORT' })).toEqual([
      'customer.identificationDocId is required together with customer.identificationDocType',
    ])
    expect(breaches(rules, { ...named, 'customer.identificationDocId': 'C01X0006H' })).toHaveLength(
      1,
    )
  })

  test.each([
    ['billing', tables.billing.rules],
    ['shipping', tables.shipping.rules],
  ])('%s.houseNumber2 needs houseNumber1', (prefix, rules) => {
    expect(breaches(rules, { [`${prefix}.houseNumber2`]: 'b' })).toEqual([
      `${prefix}.houseNumber1 is required together with ${prefix}.houseNumber2`,
    ])
  })

  test('the lines of a street do not consist of digits only', () => {
    const { rules } = tables.billing
    expect(breaches(rules, { 'billing.street1': '12', 'billing.street2': '3 4' })).toEqual([
      'billing.street1 must not consist of digits only (billing.street1 and billing.street2 together)',
    ])
    expect(breaches(rules, { 'billing.street2': '34' })).toHaveLength(1)
    expect(breaches(rules, { 'billing.street1': '12', 'billing.street2': 'b' })).toEqual([])
  })

  test('a parameter can be mandatory for one value of another', () => {
    const rule: Rule = { kind: 'mandatory', names: ['frequency'], when: 'type', is: ['RECURRING'] }
    expect(breaches([rule], { type: 'RECURRING' })).toEqual([
      'frequency is required together with type=RECURRING',
    ])
    expect(breaches([rule], { type: 'UNSCHEDULED' })).toEqual([])
  })

  test('a structure can need one of two', () => {
    const rule: Rule = {
      kind: 'eitherOr',
      names: ['bankAccount.number', 'bankAccount.iban'],
      within: 'bankAccount.',
    }
    expect(breaches([rule], { 'bankAccount.holder': 'A' })).toEqual([
      'bankAccount.number either bankAccount.number or bankAccount.iban is required',
    ])
    expect(breaches([rule], { 'bankAccount.iban': 'A' })).toEqual([])
    expect(breaches([rule], {})).toEqual([])
  })

  test('a bank account has a number or an IBAN, and a bank code or a BIC', () => {
    const { rules } = tables.bankAccount
    expect(breaches(rules, { 'bankAccount.holder': 'Ada Byron' })).toHaveLength(2)
    expect(breaches(rules, { 'bankAccount.iban': 'x', 'bankAccount.bankCode': '1' })).toEqual([])
    expect(breaches(rules, { transactionDueDate: '2031-05-27' })).toEqual([])
  })

  test.each([
    ['walletA', tables.mobileWallets.rules],
    ['walletC', tables.mobileWallets.rules],
    ['applePay', tables.namedWallets.rules],
    ['googlePay', tables.namedWallets.rules],
  ])('%s is sent as a token, or decrypted with its source', (wallet, rules) => {
    const decrypted = {
      'card.number': '1',
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
    }
    expect(breaches(rules, { [`${wallet}.paymentToken`]: 'token' })).toEqual([])
    expect(breaches(rules, { [`${wallet}.source`]: 'web', ...decrypted })).toEqual([])
    expect(breaches(rules, { [`${wallet}.source`]: 'web' })).toHaveLength(3)
    expect(
      breaches(rules, { [`${wallet}.source`]: 'web', [`${wallet}.paymentToken`]: 'token' }),
    ).toEqual([])
  })

  test('a wallet with neither token nor source is refused', () => {
    expect(breaches(tables.mobileWallets.rules, { 'walletA.cardNetwork': 'x' })).toEqual([
      'walletA.paymentToken either walletA.paymentToken or walletA.source is required',
    ])
  })

  test('a query looks for one reference, or for a time frame with both ends', () => {
    const { rules } = tables.query
    const frame = { 'date.from': '2031-05-01 00:00:00', 'date.to': '2031-05-02 00:00:00' }
    expect(breaches(rules, frame)).toEqual([])
    expect(breaches(rules, { 'date.to': '2031-05-02 00:00:00' })).toEqual([
      'date.from is required together with date.to',
    ])
    expect(breaches(rules, { ...frame, merchantTransactionId: 'order-0001' })).toEqual([
      'date.from must not be sent together with merchantTransactionId',
      'date.to must not be sent together with merchantTransactionId',
    ])
  })

  test('a schedule names a day of the week or of the month', () => {
    const { rules } = tables.job
    expect(breaches(rules, { 'job.dayOfWeek': 'MON', 'job.dayOfMonth': '1' })).toEqual([
      'job.dayOfWeek must not be sent together with job.dayOfMonth: send ? as one of them',
    ])
    expect(breaches(rules, { 'job.dayOfWeek': 'MON', 'job.dayOfMonth': '?' })).toEqual([])
    expect(breaches(rules, { 'job.dayOfWeek': 'MON' })).toEqual([])
    const overwritten = { 'job.dayOfWeek': 'MON', 'job.dayOfMonth': '1' }
    expect(breaches(rules, { ...overwritten, 'job.expression': '0 0 8 1 * ?' })).toEqual([])
  })
})

describe('a card on file', () => {
  const { rules } = tables.standingInstruction
  const byShopper = {
    'standingInstruction.source': 'CIT',
    'standingInstruction.type': 'RECURRING',
  }
  const initial = { ...byShopper, 'standingInstruction.mode': 'INITIAL' }
  const repeated = { ...byShopper, 'standingInstruction.mode': 'REPEATED' }
  const byMerchant = { ...repeated, 'standingInstruction.source': 'MIT' }

  test('needs source, mode and type once one of them is sent', () => {
    expect(breaches(rules, { 'standingInstruction.expiry': '2031-05-27' })).toEqual(
      ['source', 'mode', 'type'].map(
        (name) =>
          `standingInstruction.${name} is required when any other standingInstruction.* parameter is sent`,
      ),
    )
  })

  test('begins with the security code, or with the result of an authentication', () => {
    expect(breaches(rules, { ...initial, 'card.cvv': '123' })).toEqual([])
    expect(breaches(rules, { ...initial, 'threeDSecure.verificationId': 'x' })).toEqual([])
    // An indicator alone proves nothing.
    expect(breaches(rules, { ...initial, 'threeDSecure.eci': '05' })).toHaveLength(1)
    expect(breaches(rules, initial)).toEqual([
      'card.cvv either card.cvv or threeDSecure.verificationId is required together with standingInstruction.mode=INITIAL',
    ])
  })

  test.each([
    ['applePay.paymentToken', 'a token of a wallet'],
    ['tokenAccount.cryptogram', 'of a network'],
    ['pos.terminalId', 'a terminal'],
    ['bankAccount.iban', 'a bank account'],
    ['registrationId', 'what is stored, whose brand will tell'],
  ])('begins with %s instead of the security code: %s', (name) => {
    expect(breaches(rules, { ...initial, [name]: 'x' })).toEqual([])
  })

  test('needs no security code when the brand is not a card', () => {
    expect(breaches(rules, { ...initial, paymentBrand: 'PAYPAL' })).toEqual([])
    expect(breaches(rules, { ...initial, paymentBrand: 'VISA' })).toHaveLength(1)
  })

  test('begins without a security code at the creation of a checkout', () => {
    expect(breaches(rules, initial, 'checkouts.create')).toEqual([])
  })

  test('continues without security code and authentication', () => {
    expect(breaches(rules, repeated)).toEqual([])
    expect(breaches(rules, { ...repeated, 'card.cvv': '123', 'threeDSecure.eci': '05' })).toEqual([
      'card.cvv must not be sent together with standingInstruction.mode=REPEATED',
      'threeDSecure.eci must not be sent together with standingInstruction.mode=REPEATED',
    ])
  })

  test('continues with the security code when the shopper is present', () => {
    const withCode = { ...repeated, 'card.cvv': '123' }
    expect(breaches(rules, withCode, 'checkouts.submit')).toEqual([])
    expect(breaches(rules, { ...withCode, recurringType: 'REGISTRATION_BASED' })).toEqual([])
  })

  test('is charged by the merchant with a reference, or with a registration', () => {
    expect(breaches(rules, byMerchant)).toHaveLength(1)
    for (const name of ['initialTransactionId', 'agreementId']) {
      expect(breaches(rules, { ...byMerchant, [`standingInstruction.${name}`]: 'x' })).toEqual([])
    }
    for (const name of ['referenceUuid', 'registrationId']) {
      expect(breaches(rules, { ...byMerchant, [name]: 'x' })).toEqual([])
    }
    expect(breaches(rules, byMerchant, 'registrations.pay')).toEqual([])
    expect(breaches(rules, repeated)).toEqual([])
  })

  test('may name an industry practice only when the merchant charges', () => {
    const practice = { 'standingInstruction.industryPractice': 'NO_SHOW', referenceUuid: 'x' }
    expect(breaches(rules, { ...repeated, ...practice })).toEqual([
      'standingInstruction.source must be MIT together with standingInstruction.industryPractice',
    ])
    expect(breaches(rules, { ...byMerchant, ...practice })).toEqual([])
  })
})
