import { expect, test } from 'vitest'
import { ibanLengths } from '../../common/iban.ts'
import {
  isAlpha3CountryCode,
  isCountryCode,
  isNumericCountryCode,
  numericCountryOf,
} from './iso-codes.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

test('there are 249 country codes and that of Kosovo, each with a name', () => {
  const codes = pairs.filter(isCountryCode)
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(codes).toHaveLength(250)
  expect(codes.filter((code) => names.of(code) === undefined)).toEqual([])
  expect(isCountryCode('XK')).toBe(true)
  expect(['UK', 'EU', 'SU', 'de'].filter(isCountryCode)).toEqual([])
})

test('every country of an IBAN, which answers show, can be sent', () => {
  expect([...ibanLengths.keys()].filter((code) => !isCountryCode(code))).toEqual([])
})

test('there are as many codes of three letters and of three digits', () => {
  const triples = pairs.flatMap((pair) => letters.map((third) => pair + third))
  const numbers = Array.from({ length: 1000 }, (_, number) => `${number}`.padStart(3, '0'))
  expect(triples.filter(isAlpha3CountryCode)).toHaveLength(250)
  expect(numbers.filter(isNumericCountryCode)).toHaveLength(249)
  expect(['DEU', 'ROU', 'GBR', 'SSD', 'XKX'].every(isAlpha3CountryCode)).toBe(true)
  expect(['276', '004', '728'].every(isNumericCountryCode)).toBe(true)
  expect(['GER', 'ROM', 'XKK', 'deu'].filter(isAlpha3CountryCode)).toEqual([])
  expect(['999', '4', '280'].filter(isNumericCountryCode)).toEqual([])
})

test('the letters of a country lead to its digits', () => {
  expect(['DE', 'DEU', 'AF', 'AFG'].map(numericCountryOf)).toEqual(['276', '276', '004', '004'])
  const numbers = pairs.filter(isCountryCode).flatMap((code) => numericCountryOf(code) ?? [])
  expect(new Set(numbers).size).toBe(249)
  expect(['XK', 'de', '276', ''].map(numericCountryOf)).toEqual(Array(4).fill(undefined))
})
