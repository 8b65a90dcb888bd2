import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it, test } from 'vitest'
import { localeCodes } from '../../../../common/locale-tags.ts'
import { chooseLanguage } from './texts.ts'

const folder = join(import.meta.dirname, '../../../../locales/authentication')
const readTexts = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8'))
const english = readTexts('en')

const asking = (header?: string) =>
  ({ headers: header === undefined ? {} : { 'accept-language': header } }) as FastifyRequest

describe('the texts of the authentication page', () => {
  test('there is one file for each language, and no other', () => {
    expect(readdirSync(folder).sort()).toEqual(localeCodes.map((code) => `${code}.json`).sort())
  })

  test.each(localeCodes)('%s has the keys of English', (code) => {
    expect(Object.keys(readTexts(code))).toEqual(Object.keys(english))
  })
})

describe('the language of the authentication page', () => {
  it.each([
    ['the named one before those of the browser', ['de'], 'fr', 'de'],
    ['the second where the first is not spoken', ['xx', 'pt-BR'], 'fr', 'pt-BR'],
    ['the preferred one of the browser', [undefined], 'fr;q=0.5, ar', 'ar'],
    ['no language that the browser refuses', [], 'fr;q=0, it;q=0.1', 'it'],
    ['English where nothing fits', ['xx'], 'yy', 'en'],
    ['English where nothing is named', [], undefined, 'en'],
    ['English for a header of another form', [], ';;;q=9,'.repeat(500), 'en'],
  ])('is %s', (_words, named, header, tag) => {
    expect(chooseLanguage(named, asking(header)).tag).toBe(tag)
  })

  it('is written from right to left in Arabic', () => {
    expect(chooseLanguage(['ar-EG'], asking()).direction).toBe('rtl')
  })
})
