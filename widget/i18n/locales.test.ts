import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { bcp47Of, type LocaleCode, localeCodes } from '../../common/locale-tags.ts'
import { createTranslator, type MessageKey } from './translator.ts'

const locales = join(import.meta.dirname, '../../locales')
/** The texts of the script, and those of the code that it fetches. */
const folders = [locales, join(locales, 'fetched')]
/** In bytes, compressed: shoppers wait for the first file. */
const limits = new Map([
  [locales, 2500],
  [join(locales, 'fetched'), 4000],
])
const widget = join(import.meta.dirname, '..')
const pluralSuffix = /_(zero|one|two|few|many|other)$/
const counts = [...Array(26).keys(), 100, 101, 1_000_000]
const values = { brand: 'Visa', example: '08 / 29' }

/** Card terms that are the same word in several languages, and the name of the code on all cards. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  cvv: localeCodes,
  mmyy: ['ar'],
  optional: ['de'],
  expiryIncomplete: ['de', 'dk', 'no', 'pl', 'ro', 'se'],
  billingPostcode: ['nl'],
  transferIban: ['de'],
}

describe.each(folders)('%s', (folder) => {
  const english = readCatalogue(folder, 'en')

  test('has one file for each language, and no other', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    expect(files.sort()).toEqual(localeCodes.map((code) => `${code}.json`).sort())
  })

  test('has no text that the widget does not use', () => {
    const files = readdirSync(widget, { recursive: true })
    const sources = files
      .map(String)
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => readFileSync(join(widget, name), 'utf8'))
    const unused = messageKeys(english).filter(
      (key) => !sources.some((source) => source.includes(`'${key}'`)),
    )
    expect(unused).toEqual([])
  })

  describe.each(localeCodes)('%s', (code) => testLanguage(folder, code))
})

test('the English labels that pages and their tests look for are unchanged', () => {
  const labels = readCatalogue(locales, 'en')
  const { brand, cardNumber, expiryDate, mmyy, cardHolder, cvv, submit } = labels
  expect([brand, cardNumber, expiryDate, mmyy, cardHolder, cvv, submit]).toEqual(
    'Brand|Card number|Expiry date|MM / YY|Name on card|CVV|Pay now'.split('|'),
  )
})

test('no key is in both folders', () => {
  const [own, fetched] = folders.map((folder) => messageKeys(readCatalogue(folder, 'en')))
  expect(fetched?.filter((key) => own?.includes(key))).toEqual([])
})

type Texts = Record<string, string>

function testLanguage(folder: string, code: LocaleCode): void {
  const catalogue = readCatalogue(folder, code)
  const english = readCatalogue(folder, 'en')

  test('has the keys of English, in the same order', () => {
    expect(messageKeys(catalogue)).toEqual(messageKeys(english))
  })

  test('has exactly the plural forms of its language', () => {
    const forms = new Intl.PluralRules(bcp47Of(code)).resolvedOptions().pluralCategories
    for (const key of pluralKeys(catalogue)) {
      expect(formsOf(catalogue, key).sort(), key).toEqual([...forms].sort())
    }
    expect(pluralKeys(catalogue)).toEqual(pluralKeys(english))
  })

  test('has the placeholders of English; a form for one number only may write it as a word', () => {
    for (const [entry, text] of Object.entries(catalogue)) {
      const key = entry.replace(pluralSuffix, '')
      const wanted = placeholders(english[key] ?? english[`${key}_other`])
      const found = placeholders(text)
      if (isForOneNumber(code, entry) && found.length === 0) continue
      expect(found, entry).toEqual(wanted)
    }
  })

  test('says the same as i18next for every key and count', async () => {
    const i18next = createInstance()
    const lng = bcp47Of(code)
    await i18next.init({
      lng,
      resources: { [lng]: { translation: catalogue } },
      interpolation: { escapeValue: false },
    })
    const translate = createTranslator(catalogue, code)
    for (const key of messageKeys(catalogue)) {
      expect(translate(key)).toBe(i18next.t(key))
      expect(translate(key, values)).toBe(i18next.t(key, values))
      for (const count of pluralKeys(catalogue).includes(key) ? counts : []) {
        expect(translate(key, { count })).toBe(i18next.t(key, { count }))
        expect(translate(key, { count })).not.toMatch(/[{}]/)
      }
    }
  })

  test('is clean text: no blanks at the ends or doubled, no markup, real ellipses and quotes', () => {
    for (const [key, text] of Object.entries(catalogue)) {
      expect(text, key).not.toBe('')
      expect(text, key).not.toMatch(/^\s|\s$|\s\s|[<>&"'`—]|\.\.|\t|\n|\.…/)
      expect(text.normalize('NFC'), key).toBe(text)
    }
  })

  test('has a full stop only after several sentences', () => {
    for (const [key, text] of Object.entries(catalogue)) {
      if (/[.。](?=.)/.test(text)) expect(text, key).toMatch(/[.。…]$/)
      // Chinese joins two short sentences by a comma.
      else if (!text.includes('，')) expect(text, key).not.toMatch(/[.。]$/)
    }
  })

  test('was translated', () => {
    for (const [key, text] of code === 'en' ? [] : Object.entries(catalogue)) {
      if (sameAsEnglish[key]?.includes(code)) continue
      expect(text, key).not.toBe(english[key])
    }
  })

  test('has errors that fit into one line below a field of 238 pixels', () => {
    // At 13 px a character of most fonts is about 6 px wide.
    for (const [key, text] of Object.entries(catalogue)) {
      if (key.endsWith('Error')) expect(text.length, key).toBeLessThanOrEqual(34)
    }
  })

  test('stays below its limit by brotli', () => {
    const { length } = brotliCompressSync(JSON.stringify(catalogue))
    expect(length).toBeLessThan(limits.get(folder) ?? 0)
  })
}

function readCatalogue(folder: string, code: LocaleCode): Texts {
  return JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8'))
}

function messageKeys(catalogue: Texts): MessageKey[] {
  const keys = Object.keys(catalogue).map((entry) => entry.replace(pluralSuffix, ''))
  return [...new Set(keys)] as MessageKey[]
}

function pluralKeys(catalogue: Texts): string[] {
  const entries = Object.keys(catalogue).filter((entry) => pluralSuffix.test(entry))
  return [...new Set(entries.map((entry) => entry.replace(pluralSuffix, '')))]
}

function formsOf(catalogue: Record<string, string>, key: string): string[] {
  return Object.keys(catalogue)
    .filter((entry) => entry.replace(pluralSuffix, '') === key)
    .map((entry) => entry.slice(key.length + 1))
}

function placeholders(text: string | undefined): string[] {
  return (text?.match(/\{\{[^}]*\}\}/g) ?? []).sort()
}

function isForOneNumber(code: LocaleCode, entry: string): boolean {
  const form = pluralSuffix.exec(entry)?.[1]
  const rules = new Intl.PluralRules(bcp47Of(code))
  return [...Array(200).keys()].filter((count) => rules.select(count) === form).length === 1
}
