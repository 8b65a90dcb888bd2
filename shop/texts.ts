import type { Locale } from './languages.ts'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { en, type TextKey } from './texts/en.ts'

export type { TextKey }

export const TEXTS = { en, de, ar } satisfies Record<string, Readonly<Record<TextKey, string>>>

/** Languages of the shop's own pages. The widget speaks 25; the pages of the demo only these. */
export type PageLanguage = keyof typeof TEXTS

export function pageLanguageOf(locale: Locale): PageLanguage {
  return locale === 'ar' || locale === 'de' ? locale : 'en'
}

/** Puts values into `{name}` slots. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (slot, name) => values[name] ?? slot)
}
