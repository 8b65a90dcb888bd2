import { expect, test } from 'vitest'
import { isCountryCode } from './iso-3166.ts'

test('there are 249 country codes, each with a name', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountryCode)
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(codes).toHaveLength(249)
  expect(codes.filter((code) => names.of(code) === undefined)).toEqual([])
  expect(['UK', 'EU', 'XK', 'SU', 'de'].filter(isCountryCode)).toEqual([])
})
