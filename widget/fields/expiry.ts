import { asciiDigits } from '../../common/ascii-digits.ts'

/** Month and year as far as they are typed: ASCII digits, `month` padded as soon as it is decided. */
export interface ExpiryParts {
  readonly month: string
  readonly year: string
}

/** An edit of the field as the browser left it. */
export interface ExpiryEdit {
  readonly text: string
  readonly caret: number
  /** The edit only deleted something: then no separator is added after the month. */
  readonly deleting: boolean
}

const SEPARATOR = ' / '

/** `34/`, `34/0`, `34/05`: the year first, as cards of some countries have it. No month is 13 or more. */
const YEAR_FIRST = /^\s*(1[3-9]|[2-9]\d)\D+(\d{0,2})\s*$/

/**
 * Reads a text that people type, paste or have filled in: `12/30`, `1230`, `1/30`, `12/2030`,
 * `122030`, `2030-12`, `203012`, `May 2034`, full-width and Arabic-Indic digits.
 */
export function expiryParts(text: string): ExpiryParts {
  const ascii = monthInDigits(asciiDigits(text))
  const [, year, later = ''] = YEAR_FIRST.exec(ascii) ?? []
  // After 0 and 1 the month has another digit.
  if (year) return { month: later > '1' || later.length > 1 ? later.padStart(2, '0') : '', year }
  const [first = '', second = ''] = ascii.match(/\d+/g) ?? []
  if (second === '' && (first.length !== 1 || !/\d\D/.test(ascii))) return partsOfRun(first)
  if (first.length === 4) return { month: second.slice(0, 2), year: shortYear(first) }
  return { month: first.slice(0, 2).padStart(2, '0'), year: shortYear(second) }
}

/** What the field shows after an edit, and the caret's place: behind the same digit as before. */
export function editExpiry(edit: ExpiryEdit): { text: string; caret: number } {
  const text = shownText(edit)
  if (edit.caret >= edit.text.length) return { text, caret: text.length }
  const digitsBefore = asciiDigits(edit.text.slice(0, edit.caret)).replace(/\D/g, '').length
  return { text, caret: positionBehind(text, digitsBefore) }
}

function shownText({ text: given, deleting }: ExpiryEdit): string {
  // `34/` is typed as month 3 of a year that begins with 4, until its stroke comes; `2034` as month 2 of a year 03.
  const text = deleting
    ? given
    : asciiDigits(given).replace(/^0(?:([1-9]) \/ (\d)[-/.]|2 \/ 0([2-9]\d))$/, '$1$2$3/')
  const { month, year } = expiryParts(text)
  if (!month && year) return deleting ? text : text.replace(/^\s*(..)\D*/, `$1${SEPARATOR}`)
  if (!deleting) return month.length === 2 ? month + SEPARATOR + year : month
  // What was deleted must not come back: no separator at the end, no zero before the month.
  const typedMonth = /^\d(?!\d)/.exec(asciiDigits(text))?.[0] ?? month
  return year === '' ? typedMonth : typedMonth + SEPARATOR + year
}

/** Month (1–12) and the whole year, once both are there. */
export function expiryOf(text: string): { month: number; year: number } | undefined {
  const { month, year } = expiryParts(text)
  if (month.length !== 2 || (year.length !== 2 && year.length !== 4)) return undefined
  return { month: Number(month), year: Number(year.length === 2 ? `20${year}` : year) }
}

function partsOfRun(digits: string): ExpiryParts {
  const isYearFirst = /^20\d\d(0[1-9]|1[0-2])$/.test(digits)
  if (isYearFirst) return { month: digits.slice(4), year: digits.slice(2, 4) }
  if (/^([2-9]|1[3-9])/.test(digits)) {
    return { month: `0${digits[0]}`, year: shortYear(digits.slice(1)) }
  }
  return { month: digits.slice(0, 2), year: shortYear(digits.slice(2)) }
}

/** Two digits; four while a whole year is typed, and for years of another century. */
function shortYear(digits: string): string {
  if (/^20\d\d/.test(digits)) return digits.slice(2, 4)
  return digits.slice(0, /^(19|20)/.test(digits) ? 4 : 2)
}

/**
 * A month by its English name, and `05/31/2034`, the last day of a month; without this the digits of the year
 * alone would be read as a date, or the day as a year.
 */
function monthInDigits(text: string): string {
  const date = /(\p{L}|[23]\d\D).*\d{4}/u.test(text) ? new Date(text) : undefined
  if (date === undefined) return text
  return Number.isNaN(+date) ? '' : `${date.getMonth() + 1}/${date.getFullYear()}`
}

function positionBehind(text: string, digits: number): number {
  if (digits === 0) return 0
  let seen = 0
  for (let at = 0; at < text.length; at++) {
    if (/\d/.test(text.charAt(at)) && ++seen === digits) return at + 1
  }
  return text.length
}
