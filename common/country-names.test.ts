import { describe, expect, it } from 'vitest'
import { likelyCountry } from './country-names.ts'

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
