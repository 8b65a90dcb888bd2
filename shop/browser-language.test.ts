import { describe, expect, test } from 'vitest'
import { bcp47Of, localeCodes } from '../common/locale-tags.ts'
import { browserLanguage } from './browser-language.ts'

describe('the language of a browser', () => {
  test.each(localeCodes)('is %s, by the tag that browsers have for it', (code) => {
    expect(browserLanguage(`${bcp47Of(code)},en;q=0.5`)).toBe(code)
  })

  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['nn-NO,nb;q=0.9', 'no'],
    ['zh-Hans-SG', 'cn'],
    ['en;q=0.4, ar-EG;q=0.7', 'ar'],
    ['is,fr;q=0.3', 'fr'],
    ['de;q=0,fr;q=0.1', 'fr'],
    ['pt-BR ; q=0.9 , it ; q=0.95', 'it'],
  ])('of %s is %s', (header, locale) => {
    expect(browserLanguage(header)).toBe(locale)
  })

  test.each([undefined, '', '*', 'is-IS,is;q=0.9', 'de;q=x', ',,;;q=', '__proto__'])(
    'of %s is none that the widget has',
    (header) => {
      expect(browserLanguage(header)).toBeUndefined()
    },
  )

  test('is found among the first twenty of a long header', () => {
    expect(browserLanguage(`${'is,'.repeat(10_000)}de`)).toBeUndefined()
    expect(browserLanguage(`${'is,'.repeat(19)}de`)).toBe('de')
  })
})
