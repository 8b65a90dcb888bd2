import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import type { LocaleCode } from '../../common/locale-tags.ts'
import {
  type Catalogue,
  createTranslator,
  type MessageKey,
  type MessageValues,
} from './translator.ts'

describe('createTranslator', () => {
  test('gives the text of a key with its values', () => {
    const translate = createTranslator({ brandNotAccepted: 'No {{brand}}, {{ brand }}' }, 'en')
    expect(translate('brandNotAccepted', { brand: 'Visa' })).toBe('No Visa, Visa')
  })

  test('a value is not escaped and not read again', () => {
    const translate = createTranslator({ brandNotAccepted: '{{brand}}{{other}}' }, 'en')
    const text = translate('brandNotAccepted', { brand: "<b>$& {{other}}</b>'", other: 1 })
    expect(text).toBe("<b>$& {{other}}</b>'1")
  })

  test('picks the plural form of the language', () => {
    const catalogue = {
      cvvLength_one: '{{count}} pole',
      cvvLength_few: '{{count}} pola',
      cvvLength_many: '{{count}} pól',
    }
    const translate = createTranslator(catalogue, 'pl')
    const texts = [1, 2, 5, 12, 22].map((count) => translate('cvvLength', { count }))
    expect(texts).toEqual(['1 pole', '2 pola', '5 pól', '12 pól', '22 pola'])
  })

  const hostile: [string, Catalogue, string, MessageValues | undefined][] = [
    ['a key without text', {}, 'submit', undefined],
    ['a value that was not given', { submit: 'Pay {{amount}}' }, 'submit', {}],
    ['an empty text', { submit: '' }, 'submit', undefined],
    ['dollar signs', { submit: '{{amount}}' }, 'submit', { amount: "$1 $& $$ $' $`" }],
    [
      'a form for zero of a language without one',
      { a_zero: 'no', a_other: 'all' },
      'a',
      { count: 0 },
    ],
    ['no form for the count', { a_one: 'one', a: 'plain {{count}}' }, 'a', { count: 5 }],
    ['no form and no plain text', { a_one: 'one' }, 'a', { count: 5 }],
    ['a merchant text without forms', { a: 'plain', a_one: 'one' }, 'a', { count: 1 }],
    ['a count that is text', { a: 'plain', a_one: 'one' }, 'a', { count: '1' }],
    ['unbalanced braces', { submit: 'a {{b} c}} {{d' }, 'submit', { b: 1, d: 2 }],
  ]

  test.each(hostile)('gives the same as i18next for %s', async (_case, catalogue, key, values) => {
    for (const code of ['en', 'ar', 'ja'] satisfies LocaleCode[]) {
      const i18next = createInstance()
      await i18next.init({
        lng: code,
        resources: { [code]: { translation: catalogue } },
        interpolation: { escapeValue: false },
      })
      const translate = createTranslator(catalogue, code)
      expect(translate(key as MessageKey, values)).toBe(i18next.t(key, values ?? {}))
    }
  })
})
