import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { localeCodes } from '../../../../common/locale-tags.ts'
import { chooseLanguage } from './texts.ts'

const folder = join(import.meta.dirname, '../../../../locales/issuer')
const readTexts = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8'))
const english = readTexts('en')

/** The same word in both languages. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  card: ['ro'],
}

describe('the texts of the issuer’s pages', () => {
  test('there is one file for each language, and no other', () => {
    expect(readdirSync(folder).sort()).toEqual(localeCodes.map((code) => `${code}.json`).sort())
  })

  test.each(localeCodes)('%s has the keys and placeholders of English, translated', (code) => {
    const texts = readTexts(code)
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(texts)) {
      expect(text, key).not.toMatch(/^$|^\s|\s$|\s\s|[<>&"'`—]|\.\.|\.…/)
      expect(text.normalize('NFC'), key).toBe(text)
      expect(text.match(/\{\{.+?\}\}/g), key).toEqual(english[key]?.match(/\{\{.+?\}\}/g) ?? null)
      if (/[.。](?=.)/.test(text)) expect(text, key).toMatch(/[.。…]$/)
      if (code !== 'en' && SAME[key]?.includes(code) !== true)
        expect(text, key).not.toBe(english[key])
    }
  })
})

describe('the language of a page', () => {
  it.each([
    [['de-AT'], 'de', 'ltr'],
    [['xx', 'ar-EG'], 'ar', 'rtl'],
    [[undefined, 'zh-Hans'], 'zh-CN', 'ltr'],
    [['', '__proto__'], 'en', 'ltr'],
    [[], 'en', 'ltr'],
  ])('of %j is %s', (tags, tag, direction) => {
    expect(chooseLanguage(...tags)).toMatchObject({ tag, direction })
  })
})
