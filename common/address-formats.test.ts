import { describe, expect, it, test } from 'vitest'
import { isCountryCode } from '../server/parameters/iso-codes.ts'
import { state } from '../server/parameters/value-types.ts'
import { addressFormat, countryCodes } from './address-formats.ts'

test('the countries of addresses are those that the gateway takes', () => {
  expect(countryCodes.filter((code) => !isCountryCode(code))).toEqual([])
  expect(new Set(countryCodes).size).toBe(250)
})

describe('the parts of an address', () => {
  it.each([
    ['DE', 'street1 street2 postcode city'],
    ['GB', 'street1 street2 city postcode'],
    ['US', 'street1 street2 city state postcode'],
    ['MX', 'street1 street2 postcode city state'],
    ['JP', 'postcode state city street1 street2'],
    ['AE', 'street1 street2 city state'],
    ['HK', 'street1 street2 city'],
    ['', 'street1 street2 postcode city'],
  ])('have in %s the order %s', (country, expected) => {
    expect(addressFormat(country).parts.join(' ')).toBe(expected)
  })
})

describe('a postcode', () => {
  it.each([
    ['AT', '1010', true],
    ['LV', 'LV1010', true],
    ['DE', '10115', true],
    ['DE', '1011', false],
    ['GB', 'SW1A1AA', true],
    ['GB', '10115', false],
    ['US', '92101', true],
    ['US', '921011234', true],
    ['US', '9210', false],
    ['CA', 'K1A0B1', true],
    ['CA', 'K1A0O1', false],
    ['NL', '1012AB', true],
    ['IE', 'D6WXY00', true],
    ['PT', '1100048', true],
    ['PL', '00950', true],
    ['BR', '01310100', true],
  ])('of %s fits as %s: %s', (country, postcode, expected) => {
    expect(addressFormat(country).postcode?.test(postcode)).toBe(expected)
  })

  it('of a country without a rule is not checked', () => {
    expect(addressFormat('CL').parts).toContain('postcode')
    expect(addressFormat('CL').postcode).toBeUndefined()
  })
})

test('each code of a state is one that the gateway takes, and has a name', () => {
  const listed = countryCodes.flatMap((country) => addressFormat(country).states ?? [])
  expect(listed).toHaveLength(7 + 8 + 27 + 13 + 36 + 32 + 59)
  const pattern = 'pattern' in state ? state.pattern : /^$/
  for (const [code, name] of listed) {
    expect(code).toMatch(pattern)
    expect(name).toMatch(/^\p{L}[\p{L}. ]+$/u)
  }
})
