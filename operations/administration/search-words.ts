import { minorDigitsOf } from '../../common/money.ts'

const AMOUNT = /^[0-9]{1,9}[.,][0-9]{2}$/
const WHOLE = /^[0-9]{1,9}$/
const DATE = /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})?)$/

/** Symbols of one currency. Others, such as $, are those of several. */
const SYMBOLS: Readonly<Record<string, string>> = { '€': ' EUR ', '£': ' GBP ' }

/**
 * The words of a search without what people type around them: `müller, ~90€` is müller, 90 and EUR, and `**** 1111`
 * is 1111. What has neither a letter nor a digit is left out where there is something else to look for.
 */
export function searchWords(text: string): readonly string[] {
  const words = text
    .replaceAll(/\p{Sc}/gu, (symbol) => SYMBOLS[symbol] ?? ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[~≈*•]+/, '').replace(/[,;]+$/, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return text.split(/\s+/).filter((word) => word !== '')
  // Without a number beside it, it may be part of a name.
  if (!words.some((word) => isAmount(word) || isWhole(word))) return words
  return words.map((word) => (/^euros?$/i.test(word) ? 'EUR' : word))
}

/** Whether a word is an amount with decimals, `92.00` or `92,00`. */
export function isAmount(word: string): boolean {
  return AMOUNT.test(word)
}

export function isWhole(word: string): boolean {
  return WHOLE.test(word)
}

export function isCurrency(word: string): boolean {
  return /^[A-Z]{3}$/.test(word) && minorDigitsOf(word) !== undefined
}

/**
 * The begin of a day, UTC; `undefined`: the word is no date. Without a year it is the one of this year, or of the
 * last one where it would be in the future.
 */
export function dayOf(word: string, nowMs: number): number | undefined {
  const parts = DATE.exec(word)
  if (parts === null) return undefined
  const [, wholeYear, isoMonth, isoDay, day = isoDay, month = isoMonth, shortYear] = parts
  const year = wholeYear ?? shortYear
  if (year !== undefined) return beginOf(year.padStart(4, '20'), month, day)
  const thisYear = new Date(nowMs).getUTCFullYear()
  const [latest] = [thisYear, thisYear - 1]
    .map((one) => beginOf(String(one), month, day))
    .filter((atMs) => atMs !== undefined && atMs <= nowMs)
  return latest
}

/** `undefined`: there is no such day. */
function beginOf(year: string, month = '', day = ''): number | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return new Date(atMs || 0).toISOString().startsWith(text) ? atMs : undefined
}
