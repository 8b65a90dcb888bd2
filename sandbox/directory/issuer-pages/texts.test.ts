import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { localeCodes } from '../../../common/locale-tags.ts'
import { chooseLanguage } from './texts.ts'

const folder = join(import.meta.dirname, '../../../locales/issuer')
const readTexts = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8'))
const english = readTexts('en')

describe('the texts of the issuer’s pages', () => {
  test('there is one file for each language, and no other', () => {
    expect(readdirSync(folder).sort()).toEqual(localeCodes.map((code) => `${code}.json`).sort())
  })

  test.each(localeCodes)('%s has the keys of English', (code) => {
    expect(Object.keys(readTexts(code))).toEqual(Object.keys(english))
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
