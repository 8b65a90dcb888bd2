import { amountFormat, hasCents } from '../../../common/amount-text.ts'
import { bcp47Of, resolveLocale } from '../../../common/locale-tags.ts'

/** Making one takes 50 µs. One for each language and currency, and with cents another. */
const formats = new Map<string, Intl.NumberFormat>()

/**
 * An amount as it is written in the languages that a page may show, by BCP 47 tag: the first use of Intl
 * would block the page of a shopper for up to 0.1 s. A language that this system cannot write is left out.
 *
 * @param amount with two decimals
 * @param languages tags as pages and merchants give them
 */
export function amountTexts(
  amount: string,
  currency: string,
  languages: readonly (string | undefined)[],
): Readonly<Record<string, string>> {
  const tags = new Set(languages.map((tag) => bcp47Of(resolveLocale(tag) ?? 'en')))
  const written = [...tags].filter((tag) => Intl.NumberFormat.supportedLocalesOf(tag).length > 0)
  return Object.fromEntries(
    written.map((tag) => [tag, formatOf(tag, currency, hasCents(amount)).format(Number(amount))]),
  )
}

function formatOf(tag: string, currency: string, cents: boolean): Intl.NumberFormat {
  const key = `${tag} ${currency} ${cents}`
  let format = formats.get(key)
  if (format === undefined) {
    format = amountFormat(tag, currency, cents)
    formats.set(key, format)
  }
  return format
}
