import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { localeCodes } from '../../../common/locale-tags.ts'
import english from '../../../locales/backoffice/en.json'
import french from '../../../locales/backoffice/fr.json'
import { RIGHTS } from '../../../server/entities/rights.ts'
import { checks } from '../../../widget/i18n/text-faults.fixture.ts'
import { MENU } from '../shell/menu.ts'
import { TERMS } from './terms.fixture.ts'
import { chosenLanguage, spelled, t, useTexts, word } from './texts.ts'

const folder = join(import.meta.dirname, '../../../locales/backoffice')
const mailFolder = join(folder, '../mail/staff')
const files = readdirSync(folder)
const others = localeCodes.filter((code) => code !== 'en' && files.includes(`${code}.json`))

const read = (code: string, from = folder) =>
  JSON.parse(readFileSync(join(from, `${code}.json`), 'utf8')) as Record<string, string>

const valuesIn = (text = '') => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort()

/** A key of English, in each plural form of a language instead of the two of English. */
function keysOf(key: string, code: string): readonly string[] {
  const [, base, form] = /^(.*)_(one|other)$/.exec(key) ?? []
  if (base === undefined) return [key]
  if (form === 'other') return []
  const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
  return FORMS.filter((one) => pluralCategories.includes(one)).map((one) => `${base}_${one}`)
}

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** Every line of every text of a value of JSON. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? value.split('\n') : Object.values(value as object).flatMap(textsIn)

/** What a machine finds of the signs and the address of a language, as in the texts of the widget. */
const SIGNS = [
  'blanks at its ends or doubled',
  'an invisible sign',
  'a typewriter’s quote or ellipsis',
  'quotes of another language',
  'a sign that can fall to the next line',
  'a number that can be parted from what it counts',
  'signs of another script',
  'another form of address',
] as const

describe.each(others)('%s', (code) => {
  const texts = read(code)

  it('has the keys of English, in the same order, with its own plural forms', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english).flatMap((key) => keysOf(key, code)))
  })

  it('names the same values as English in each text', () => {
    for (const [key, text] of Object.entries(english)) {
      for (const own of keysOf(key, code)) {
        expect(valuesIn(texts[own]), own).toEqual(valuesIn(text))
      }
    }
  })

  it('has no text of English left, but for words that are the same', () => {
    const same = Object.entries(english).filter(([key, text]) => texts[key] === text)
    expect(same.filter(([, text]) => / \p{L}.* \p{L}/u.test(text))).toEqual([])
  })

  it('has the signs and the form of address of the language, also in settings and mails', () => {
    const folders = [folder, join(folder, 'gateway'), join(folder, 'settings'), mailFolder]
    const all = folders.flatMap((from) => textsIn(read(code, from)))
    const found = all.flatMap((text) => {
      const of = { code, key: '', text, english: '' } as const
      return SIGNS.filter((name) => checks[name]?.(of)).map((name) => `${name}: ${text}`)
    })
    expect(found).toEqual([])
  })
})

describe.each(['es', 'fr'] as const)('%s', (code) => {
  const texts = read(code)
  // Names of files and commands stay.
  const said = Object.entries(english).filter(([key]) => !key.startsWith('fileFormat.'))
  const plain = said.map(([key, text]) => [key, text.replace(/{{\w+}}|tillgate [a-z]+ \w+/g, '')])

  it.each(TERMS)('has one word for what English calls $en', (term) => {
    const named = new RegExp(`(?<![\\p{L}-])(${term.en})(?![\\p{L}-])`, 'iu')
    const own = new RegExp(term[code], 'iu')
    const found = plain.filter(
      ([key = '', text = '']) => named.test(text) && !own.test(texts[key] ?? ''),
    )
    expect(found.map(([key = '']) => `${key}: ${texts[key]}`)).toEqual([])
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

test('French and Spanish have a form of their own for a million', async () => {
  await useTexts('fr', french)
  const said = [0, 1, 2, 1e6].map((count) => t('filter.days', { count }))
  expect(said).toEqual(['0 jour', '1 jour', '2 jours', '1000000 de jours'].map(bound))
})

/** With the blank that keeps a number beside what it counts. */
const bound = (text: string) => text.replace(/(?<=\d) /, '\u00a0')

test('a name that is written from right to left keeps its place in a sentence', async () => {
  await useTexts('en', english)
  expect(t('users.unblockPlan', { name: 'שרה' })).toBe('\u2068שרה\u2069 can sign in again.')
  expect(t('users.unblockPlan', { name: 'Jane' })).toBe('Jane can sign in again.')
})

test('each page of the menu names a right that there is', () => {
  const rights: readonly string[] = RIGHTS
  for (const { path, right } of MENU.flat()) expect(rights, path).toContain(right)
})
