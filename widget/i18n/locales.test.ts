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
const common = join(widget, '../common')
const pluralSuffix = /_(zero|one|two|few|many|other)$/
const counts = [...Array(26).keys(), 100, 101, 1_000_000]
const values = { brand: 'Visa', example: '08 / 29' }

describe.each(folders)('%s', (folder) => {
  const english = readCatalogue(folder, 'en')

  test('has one file for each language, and no other', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    expect(files.sort()).toEqual(localeCodes.map((code) => `${code}.json`).sort())
  })

  test('has no text that the widget does not use', () => {
    // What the gateway says as well, such as why a card was declined, stands in what both share.
    const sources = [widget, common].flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    )
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
    'Brand|Card number|Expiry date|MM / YY|Name on card|Security code|Pay now'.split('|'),
  )
})

test.each(localeCodes)('%s says of what was not loaded that nothing was charged', (code) => {
  const { connectionLost = '', loadFailed, frameFailed } = readCatalogue(locales, code)
  const [, notCharged = ''] = connectionLost.split(/(?<=[.。])\s*/)
  expect(notCharged).not.toBe('')
  for (const text of [loadFailed, frameFailed]) expect(text?.endsWith(notCharged)).toBe(true)
})

test.each(localeCodes)('%s calls the code by its name and not by a brand’s letters', (code) => {
  const texts = folders.flatMap((folder) => Object.values(readCatalogue(folder, code)))
  expect(texts.filter((text) => /\bCV[CV]2?(?![a-z])/i.test(text))).toEqual([])
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

  test('has errors that fit into one line below a field of 238 pixels', () => {
    // At 13 px a character of most fonts is about 6 px wide.
    for (const [key, text] of Object.entries(catalogue)) {
      if (/(Error|Digits|(?<!gift)Empty)$/.test(key))
        expect(text.length, key).toBeLessThanOrEqual(34)
    }
  })

  test('has errors of half a field that fit into one line at 320 pixels', () => {
    // Signs of Chinese, Japanese and Korean are twice as wide.
    const widthOf = (text: string) => text.replace(/[\u3000-\uffef]/g, '  ').length
    for (const [key, text] of Object.entries(catalogue)) {
      if (!/^(expiry(?!Date)|cvv(?!Hint|$)).*(?<!_many)$/.test(key)) continue
      const shown = text.replace('{{example}}', values.example).replace('{{count}}', '3')
      expect(widthOf(shown), key).toBeLessThanOrEqual(16)
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
