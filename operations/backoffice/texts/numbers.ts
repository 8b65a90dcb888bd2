import { bcp47Of, resolveLocale } from '../../../common/locale-tags.ts'
import { shownAmount } from './money.ts'
import { tag } from './texts.ts'

/** A share of 1 in percent, as the language writes it. */
export function percent(share: number, decimals = 1): string {
  return new Intl.NumberFormat(tag, {
    style: 'percent',
    maximumFractionDigits: decimals,
  }).format(share)
}

/** A whole number, as the language writes it. */
export function whole(count: number): string {
  return shownAmount(String(count))
}

/** A language by a code of `locales/`, in its own words. */
export function languageName(code: string): string {
  const language = bcp47Of(resolveLocale(code) ?? 'en')
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? code
}
