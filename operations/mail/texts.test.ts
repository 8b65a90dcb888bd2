import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import english from '../../locales/mail/staff/en.json'
import { MAIL_KINDS } from './kinds.ts'
import { STAFF_LANGUAGES, staffWords } from './texts.ts'

const namedIn = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

const folder = join(import.meta.dirname, '../../locales/mail/staff')

it.each(STAFF_LANGUAGES)(
  'has the same texts in %s as in English, and each names the same',
  (code) => {
    const texts: Record<string, string> = JSON.parse(
      readFileSync(join(folder, `${code}.json`), 'utf8'),
    )
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(texts)) {
      expect(namedIn(text), key).toEqual(namedIn(english[key as keyof typeof english]))
    }
  },
)

it.each(
  MAIL_KINDS.filter((kind) => kind.compose === undefined).map((kind) => [kind.name, kind] as const),
)('has all texts of %s', (name, kind) => {
  const words = staffWords('en')
  const parts = kind.path === undefined ? ['subject', 'text'] : ['subject', 'text', 'action']
  for (const part of parts) expect(words.has(`${name}.${part}`), part).toBe(true)
})

it('writes times with their zone, and amounts as the language does', () => {
  const at = { atMs: Date.UTC(2026, 10, 20, 15), timeZone: 'Europe/Berlin' }
  // Versions of Unicode's data write different blanks.
  expect(staffWords('en').shown(at).replace(/\s/g, ' ')).toBe(
    'Nov 20, 2026, 4:00 PM (Europe/Berlin)',
  )
  expect(staffWords('de').shown(at)).toBe('20.11.2026, 16:00 (Europe/Berlin)')
  expect(staffWords('de').shown({ minor: -123450, currency: 'EUR' })).toBe('-1.234,50\u00a0€')
  expect(staffWords('en').shown({ minor: 1000, currency: 'JPY' })).toBe('¥1,000')
  expect(staffWords('en').shown({ key: 'role.owner' })).toBe('an owner')
})

it('speaks English to whom no other language fits', () => {
  expect(staffWords('xx').code).toBe('en')
  expect(staffWords('de-AT').code).toBe('de')
})
