import { describe, expect, test } from 'vitest'
import { bcp47Of, isRightToLeft, localeCodes, resolveLocale } from './locale-tags.ts'

describe('resolveLocale', () => {
  test('knows the 25 codes of the interface document, and Brazilian Portuguese', () => {
    expect(localeCodes.join(' ')).toBe(
      'en de fr es it nl dk fi se tr ja sl pt pl cz hu bg ro ru cn gr no sk ar ko pt-br',
    )
  })

  test.each(localeCodes)('finds %s by its code, its BCP 47 tag and any region', (code) => {
    const tag = bcp47Of(code)
    for (const known of [code, tag, `${code}-XX`, `${tag}-XX`, `${tag}-Latn-XX-x-shop`]) {
      for (const spelling of [known, known.toUpperCase(), known.toLowerCase()]) {
        expect(resolveLocale(spelling)).toBe(code)
        expect(resolveLocale(spelling.replaceAll('-', '_'))).toBe(code)
        expect(resolveLocale(` ${spelling} `)).toBe(code)
      }
    }
  })

  test.each([
    ['da', 'dk'],
    ['da-DK', 'dk'],
    ['sv', 'se'],
    ['sv-FI', 'se'],
    ['cs', 'cz'],
    ['cs-CZ', 'cz'],
    ['el', 'gr'],
    ['el-CY', 'gr'],
    ['nb', 'no'],
    ['nb-NO', 'no'],
    ['nn', 'no'],
    ['nn-NO', 'no'],
    ['no-NO', 'no'],
    ['zh', 'cn'],
    ['zh-CN', 'cn'],
    ['zh-Hans', 'cn'],
    ['zh-Hans-SG', 'cn'],
    ['zh-TW', 'cn'],
    ['zh_Hant', 'cn'],
    ['zh-Hant-HK', 'cn'],
    ['pt-BR', 'pt-br'],
    ['pt_BR', 'pt-br'],
    ['pt-AO', 'pt'],
    ['en-US', 'en'],
    ['EN_us', 'en'],
    ['de-CH-1996', 'de'],
    ['ar-SA', 'ar'],
    ['ar-EG-u-nu-arab', 'ar'],
    ['es-419', 'es'],
  ])('resolves %s to %s', (tag, code) => {
    expect(resolveLocale(tag)).toBe(code)
  })

  test.each([
    undefined,
    '',
    ' ',
    '-',
    '_US',
    'xx',
    'he',
    'hr-HR',
    'eng',
    'english',
    'e',
    '*',
    'x-en',
  ])('resolves %j to no language', (tag) => {
    expect(resolveLocale(tag)).toBeUndefined()
  })

  test.each(['constructor', 'toString', '__proto__'])('does not accept %s as a language', (tag) => {
    expect(resolveLocale(tag)).toBeUndefined()
  })
})

describe('bcp47Of', () => {
  test.each(localeCodes)('%s has a canonical tag that Intl supports', (code) => {
    const tag = bcp47Of(code)
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
    expect(Intl.PluralRules.supportedLocalesOf(tag)).toEqual([tag])
  })
})

test('only Arabic is written from right to left', () => {
  expect(localeCodes.filter(isRightToLeft)).toEqual(['ar'])
})
