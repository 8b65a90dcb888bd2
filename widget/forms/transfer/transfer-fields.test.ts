import { describe, expect, it } from 'vitest'
import { transferMethods } from '../../../common/transfer-methods.ts'
import { fieldsOf, isFaulty, likelyCountry, wireValue } from './transfer-fields.ts'

describe('the fields of a transfer', () => {
  it('are at least one for each method that has a form with fields', () => {
    const fields = Object.entries(transferMethods).map(([brand, method]) => [
      brand,
      fieldsOf(method),
    ])
    expect(Object.fromEntries(fields)).toEqual({
      ENTERCASH: ['country'],
      EPS: ['bank'],
      GIROPAY: ['bic', 'iban'],
      IDEAL: ['bank'],
      SOFORTUEBERWEISUNG: ['country'],
    })
  })

  it.each([
    ['country', '', true],
    ['country', 'DE', false],
    ['bank', '', true],
    ['bank', 'SIMULATOR', false],
    ['bic', '', true],
    ['bic', 'TESTDETT', false],
    ['bic', 'TESTDETT421', false],
    ['bic', ' testdett 421 ', false],
    ['bic', 'TESTDETT4', true],
    ['bic', 'TESTDÉTT', true],
    ['iban', '', false],
    ['iban', '  ', false],
    ['iban', 'de14 9405 9310 0000 0123 46', false],
    ['iban', 'DE14940593100000012345', true],
    ['iban', 'DE', true],
  ] as const)('%s with %j is faulty: %s', (name, value, expected) => {
    expect(isFaulty(name, value)).toBe(expected)
  })

  it('are sent without blanks and in capitals where they are numbers', () => {
    expect(wireValue('iban', 'de14 9405')).toBe('DE149405')
    expect(wireValue('bank', 'Van Lanschot')).toBe('Van Lanschot')
  })
})

describe('the country that is chosen at first', () => {
  it.each([
    [['de-AT', 'de'], 'AT'],
    [['en-US', 'nl-NL'], 'NL'],
    [['zh-Hans-CN', 'it-IT'], 'IT'],
    [['de'], undefined],
    [[], undefined],
  ])('of a browser with the languages %j is %s', (languages, expected) => {
    expect(likelyCountry(['AT', 'IT', 'NL'], languages)).toBe(expected)
  })
})
