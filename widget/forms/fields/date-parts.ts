import { asciiDigits } from '../../../common/ascii-digits.ts'

export type DatePart = 'day' | 'month' | 'year'

/** Digits of each part of a date; as far as they are typed, without a zero in front. */
export type DateParts = Readonly<Record<DatePart, string>>

/** How many digits a part has. */
export const PART_SIZE = { day: 2, month: 2, year: 4 } as const

const YEAR_FIRST = ['year', 'month', 'day'] as const
const DAY_FIRST = ['day', 'month', 'year'] as const

/**
 * The order in which a language writes the parts of a date.
 *
 * @param tag BCP 47, of the form; without a region, such as `en`, the shopper's own region counts
 * @param ownTags BCP 47, what the browser prefers
 */
export function dateOrder(tag: string, ownTags: readonly string[]): readonly DatePart[] {
  const own = ownTags.find((one) => one.toLowerCase().startsWith(`${tag.toLowerCase()}-`))
  const format = new Intl.DateTimeFormat(own ?? tag, {
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const types = format.formatToParts(0).map(({ type }) => type)
  return [...YEAR_FIRST].sort((one, other) => types.indexOf(one) - types.indexOf(other))
}

/** The parts of what `joinedDate` makes, or of a date such as `1990-01-31`. */
export function partsOfDate(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-')
  return { day, month, year }
}

/** The parts as one text, also while some are missing; empty where all are. */
export function joinedDate({ day, month, year }: DateParts): string {
  return day || month || year ? `${year}-${month}-${day}` : ''
}

/** The same with the zeros in front of day and month that the shopper did not type: `1990-01-31`. */
export function wireDate(joined: string): string {
  const { day, month, year } = partsOfDate(joined.trim())
  return joinedDate({ year, month: twoDigits(month), day: twoDigits(day) })
}

const twoDigits = (part: string) => (part === '' ? '' : part.padStart(2, '0'))

/** Whether it is a day of the calendar from 1900 on, as `YYYY-MM-DD`. */
export function isDayOfCalendar(date: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || date < '1900') return false
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** Whether no further digit fits: after a 4 no day has another one, after a 2 no month. */
export function isFull(part: DatePart, digits: string): boolean {
  if (digits.length === PART_SIZE[part]) return true
  return part !== 'year' && digits > (part === 'day' ? '3' : '1')
}

/**
 * A whole date in a text that was pasted or filled in: `31.01.1990`, `1/31/1990`, `1990-01-31`,
 * `31011990`, digits of any script. `undefined` where the text is none.
 */
export function wholeDate(text: string, order: readonly DatePart[]): DateParts | undefined {
  const groups = asciiDigits(text).match(/\d+/g) ?? []
  const orders = [order, YEAR_FIRST, DAY_FIRST, ['month', 'day', 'year'] as const]
  for (const each of orders) {
    const texts = groups.length === 1 ? cut(groups[0] ?? '', each) : groups
    const parts = texts.length === 3 ? named(texts, each) : undefined
    if (parts && isDayOfCalendar(joinedDate(parts))) return parts
  }
  return undefined
}

/** Eight digits in a row. */
function cut(digits: string, order: readonly DatePart[]): readonly string[] {
  if (digits.length !== 8) return []
  let at = 0
  return order.map((part) => {
    at += PART_SIZE[part]
    return digits.slice(at - PART_SIZE[part], at)
  })
}

function named(texts: readonly string[], order: readonly DatePart[]): DateParts {
  const text = (part: DatePart) => texts[order.indexOf(part)] ?? ''
  return { day: twoDigits(text('day')), month: twoDigits(text('month')), year: text('year') }
}

/**
 * What the fields of a date hold that scripts of the page have written, in the whole or in the parts.
 *
 * @param before what was drawn
 */
export function writtenDate(group: Element | null, before: string): string | undefined {
  const whole = group?.querySelector<HTMLInputElement>('[type="hidden"]')?.value
  if (whole !== undefined && whole !== before) return whole
  const parts: Record<DatePart, string> = { day: '', month: '', year: '' }
  for (const { dataset, value } of group?.querySelectorAll<HTMLInputElement>('[data-part]') ?? []) {
    parts[dataset.part as DatePart] = asciiDigits(value).trim()
  }
  return group ? joinedDate(parts) : undefined
}
