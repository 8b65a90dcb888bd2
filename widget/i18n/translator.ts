import { bcp47Of, type LocaleCode } from '../../common/locale-tags.ts'
import type english from '../../locales/en.json'
import type fetchedEnglish from '../../locales/fetched/en.json'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutPluralForm<Key> = Key extends `${infer Name}_${PluralForm}` ? Name : Key

/** Names of the texts that every catalogue has, without the plural forms. */
export type MessageKey = WithoutPluralForm<keyof typeof english | keyof typeof fetchedEnglish>

/** Texts of one language as the files of `locales/` have them, perhaps with a merchant's own on top. */
export type Catalogue = Readonly<Record<string, string>>

/** Values for `{{name}}`; `count` also picks the plural form. */
export type MessageValues = Readonly<Record<string, string | number>>

/** Gives the text of a key. A text that is missing shows as its key, a missing value as `{{name}}`. */
export type Translate = (key: MessageKey, values?: MessageValues) => string

/**
 * Reads the part of i18next's catalogue format that our texts use: flat keys, plural suffixes by
 * CLDR category (`_zero` first for a count of 0), `{{name}}` without escaping. Values are plain
 * text for `textContent`, never HTML.
 */
export function createTranslator(catalogue: Catalogue, code: LocaleCode): Translate {
  let plurals: Intl.PluralRules | undefined

  function textOf(key: string, count: unknown): string {
    if (typeof count !== 'number') return catalogue[key] ?? key
    // Made when first needed: building it costs milliseconds that the first paint should not pay.
    plurals ??= new Intl.PluralRules(bcp47Of(code))
    const zero = count === 0 ? catalogue[`${key}_zero`] : undefined
    return zero ?? catalogue[`${key}_${plurals.select(count)}`] ?? catalogue[key] ?? key
  }

  return (key, values = {}) =>
    textOf(key, values.count).replace(/\{\{(.+?)\}\}/g, (placeholder, name: string) =>
      String(values[name.trim()] ?? placeholder),
    )
}
