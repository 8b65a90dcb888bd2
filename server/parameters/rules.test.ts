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
    get: (name) => sent[name],
    has: (name) => name in sent,
    sentNames: () => Object.keys(sent),
  }
  return rules
    .flatMap((rule) => breachesOf(rule, subject))
    .map(({ name, message }) => `${name} ${message}`)
}

describe('conditions of the tables', () => {
  test('speak of rows that exist', () => {
    const rules = Object.values<ParameterTable>(tables).flatMap((table) => table.rules)
    const names = rules.flatMap((rule) => [
      ...('names' in rule ? rule.names : [rule.name]),
      ...('when' in rule ? [rule.when] : []),
    ])
    expect(names.filter((name) => locate(allRows, name) === undefined)).toEqual([])
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

  test('browser data alone asks for no name in the submit of the widget, but does elsewhere', () => {
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
})
