import { isLocale, type Locale } from '../languages.ts'
import { fill, pageLanguageOf, TEXTS, type TextKey } from '../texts.ts'

const { locale: shown } = document.documentElement.dataset

/** The language that the server chose for this page (it wrote it on the `html` element). */
export const locale: Locale = isLocale(shown) ? shown : 'en'

const language = pageLanguageOf(locale)
const tag = { en: 'en-IE', de: 'de', ar: 'ar-u-nu-latn' }[language]
const euros = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' })

export function text(key: TextKey, values: Readonly<Record<string, string>> = {}): string {
  return fill(TEXTS[language][key], values)
}

export function euro(cents: number): string {
  return euros.format(cents / 100)
}

/** The gateway writes `yyyy-MM-dd HH:mm:ss+0000`, on payments with milliseconds. */
export function dateAndTime(timestamp: string): string {
  const moment = new Date(timestamp.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(moment.getTime())) return timestamp
  return moment.toLocaleString(tag, { dateStyle: 'long', timeStyle: 'short' })
}
