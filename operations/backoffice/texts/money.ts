import { formatAmount, type Money, minorDigitsOf, parseAmount } from '../../../common/money.ts'
import { tag } from './texts.ts'

/** `1234.50` and `EUR` as "1,234.50 EUR" or "1.234,50 EUR". */
export function shownMoney(amount: string, currency: string): string {
  return `${amountIn(amount, currency)} ${currency}`
}

/** An amount of the wire with the decimals of its currency: the wire has two for each, also for yen. */
export function amountIn(amount: string, currency: string): string {
  return shownAmount(plainAmount(amount, currency))
}

/** An amount of the wire as a person types it: `1234.50` in German as "1234,50". */
export function typableAmount(amount: string, currency: string, locale = tag): string {
  return numberIn(plainAmount(amount, currency), locale, false)
}

/** `5000.00` of yen as `5000`. */
function plainAmount(amount: string, currency: string): string {
  return minorDigitsOf(currency) === 0 ? amount.replace(/\.0+$/, '') : amount
}

/** An amount of the wire, with its sign where it has one, as people of the language write it. */
export function shownAmount(amount: string, locale = tag): string {
  return numberIn(amount, locale, true)
}

function numberIn(amount: string, locale: string, useGrouping: boolean): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(locale, {
    useGrouping,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Number(amount))
}

/** Why a typed amount cannot be taken. */
export type TypedFault = 'malformed' | 'decimals' | 'zero' | 'above'

/**
 * An amount as a person has typed it, with a point or a comma before the decimals. A separator of thousands
 * is refused: 1.000 means one thing in English and another in German.
 */
export function typedAmount(text: string, currency: string, max?: string): Money | TypedFault {
  const plain = text.trim().replace(',', '.')
  const digits = minorDigitsOf(currency) ?? 2
  const parts = /^\d{1,10}(?:\.(\d*))?$/.exec(plain)
  if (parts === null) return 'malformed'
  if ((parts[1] ?? '').length > Math.min(digits, 2)) return 'decimals'
  const money = parseAmount(plain.replace(/\.$/, ''), currency)
  if (typeof money === 'string') return 'malformed'
  if (money.minor === 0) return 'zero'
  const most = max === undefined ? undefined : parseAmount(max, currency)
  return typeof most === 'object' && money.minor > most.minor ? 'above' : money
}

/** What is left of an amount of the wire when another one is taken out of it. */
export function lessAmount(whole: string, taken: Money): string {
  const from = parseAmount(whole, taken.currency)
  if (typeof from === 'string' || from.minor < taken.minor) return whole
  return formatAmount({ ...taken, minor: from.minor - taken.minor })
}

/** The sum of amounts of the wire, each with its sign where it has one. */
export function sumOf(amounts: readonly string[], currency: string): string {
  let minor = 0
  for (const amount of amounts) {
    const money = parseAmount(amount.replace('-', ''), currency)
    if (typeof money === 'object') minor += amount.startsWith('-') ? -money.minor : money.minor
  }
  const sign = minor < 0 ? '-' : ''
  return sign + formatAmount({ minor: Math.abs(minor), currency })
}
