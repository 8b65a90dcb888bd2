import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import english from '../../../locales/backoffice/en.json'
import { RIGHTS } from '../../../server/entities/rights.ts'
import { MENU } from '../shell/menu.ts'
import { chosenLanguage, spelled, t, useTexts, word } from './texts.ts'

const folder = join(import.meta.dirname, '../../../locales/backoffice')
const others = readdirSync(folder).filter((file) => /^(?!en)\w+\.json$/.test(file))

const read = (file: string) =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>

const valuesIn = (text = '') => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort()

describe.each(others)('%s', (file) => {
  const texts = read(file)

  it('has the keys of English, in the same order', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english))
  })

  it('names the same values as English in each text', () => {
    for (const [key, text] of Object.entries(english)) {
      expect(valuesIn(texts[key]), key).toEqual(valuesIn(text))
    }
  })
})

test('each text of English is used: by its key, or as a word of the gateway', () => {
  const sources = readdirSync(join(import.meta.dirname, '..'), { recursive: true })
    .map(String)
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
    .join('\n')
  const isUsed = (key: string) => {
    const [group = ''] = key.split('.')
    const base = key.replace(/_(one|other)$/, '')
    return [`'${base}'`, `"${base}"`, `\`${base}\``, `\`${group}.\${`, `word('${group}'`].some(
      (text) => sources.includes(text),
    )
  }
  expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([])
})

describe('the language', () => {
  const known = ['de', 'en']

  it.each([
    ['the one that was chosen', 'de', ['en-GB'], 'de'],
    ['else the first of the browser that there is', null, ['fr', 'de-AT', 'en'], 'de'],
    ['else English', null, ['fr'], 'en'],
    ['not one that has gone', 'xx', ['de'], 'de'],
  ] as const)('is %s', (_, stored, wanted, expected) => {
    expect(chosenLanguage(stored, wanted, known)).toBe(expected)
  })
})

describe('a word of the gateway', () => {
  it('has a text, or is spelled out', async () => {
    await useTexts('en', english)
    expect(word('role', 'reader')).toBe('Read only')
    expect(word('role', 'nightWatch')).toBe('Night watch')
    expect(t('filter.days', { count: 7 })).toBe('7 days')
  })

  it('keeps its abbreviations', () => {
    expect(spelled('merchantTransactionId')).toBe('Merchant transaction id')
    expect(spelled('riskURL')).toBe('Risk URL')
  })
})

test('a name that is written from right to left keeps its place in a sentence', async () => {
  await useTexts('en', english)
  expect(t('users.unblockPlan', { name: 'שרה' })).toBe('\u2068שרה\u2069 can sign in again.')
  expect(t('users.unblockPlan', { name: 'Jane' })).toBe('Jane can sign in again.')
})

test('each page of the menu names a right that there is', () => {
  const rights: readonly string[] = RIGHTS
  for (const { path, right } of MENU.flat()) expect(rights, path).toContain(right)
})
