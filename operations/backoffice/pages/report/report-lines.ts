import { csvLine, plainCell } from '../../../../common/csv-line.ts'
import { DAY_MS } from '../../../../common/durations.ts'
import type { ReportAnswer } from '../../../bookings/report-routes.ts'

export type ReportLine = ReportAnswer['lines'][number]

/** The amounts of a line, in the order of the columns. */
export const AMOUNTS = [
  'authorised',
  'captured',
  'refunded',
  'chargedBack',
  'fees',
  'other',
  'net',
  'paidOut',
  'open',
] as const satisfies readonly (keyof ReportLine)[]

/** By what lines are shown; each currency has lines of its own. */
export const GROUPS = ['merchant', 'brand', 'currency'] as const

export type Group = (typeof GROUPS)[number]

/** The lines of all parts of a report, those of the same merchant, currency and brand added. */
export function merged(lines: readonly ReportLine[]): readonly ReportLine[] {
  return summedBy(lines, ({ merchantId, currency, brand }) =>
    JSON.stringify([currency, merchantId, brand]),
  )
}

/** One line for each of a group and currency, by currency and the largest net first. */
export function grouped(lines: readonly ReportLine[], group: Group): readonly ReportLine[] {
  const keyOf = ({ merchantId, currency, brand }: ReportLine) => {
    const own = { merchant: merchantId, brand, currency: '' }[group]
    return JSON.stringify([currency, own])
  }
  return summedBy(lines, keyOf).toSorted(
    (one, other) =>
      one.currency.localeCompare(other.currency) || Number(other.net) - Number(one.net),
  )
}

function summedBy(
  lines: readonly ReportLine[],
  keyOf: (line: ReportLine) => string,
): readonly ReportLine[] {
  const sums = new Map<string, ReportLine>()
  for (const line of lines) {
    const before = sums.get(keyOf(line))
    sums.set(keyOf(line), before === undefined ? line : added(before, line))
  }
  return [...sums.values()]
}

function added(one: ReportLine, other: ReportLine): ReportLine {
  const amounts = AMOUNTS.map((name) => [name, addedAmounts(one[name], other[name])])
  return { ...one, ...Object.fromEntries(amounts), count: one.count + other.count }
}

/** The sum of two amounts of one currency, which have the same decimals. */
export function addedAmounts(one: string, other: string): string {
  const decimals = one.split('.')[1]?.length ?? 0
  const minor = BigInt(one.replace('.', '')) + BigInt(other.replace('.', ''))
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const text = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
  return minor < 0n ? `-${text}` : text
}

/** How much an amount is more than that of the time before, as a share of 1; `undefined`: there was nothing. */
export function changeOf(now: string, before: string | undefined): number | undefined {
  const earlier = Number(before ?? 0)
  return earlier === 0 ? undefined : (Number(now) - earlier) / Math.abs(earlier)
}

/** The report as a file for programs for tables: all lines, by merchant, currency and brand. */
export function csvOf(lines: readonly ReportLine[]): string {
  const header = ['merchantId', 'merchant', 'currency', 'brand', 'count', ...AMOUNTS]
  const rows = lines.map((line) => [
    ...[line.merchantId, line.merchant, line.currency, line.brand].map(plainCell),
    String(line.count),
    ...AMOUNTS.map((name) => line[name]),
  ])
  return [header, ...rows].map((cells) => csvLine(cells, ';')).join('\r\n')
}

/** Days of the form `2026-11-30`, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The month or quarter of a day, so many of them later. */
export function calendarDays(day: string, months: 1 | 3, later = 0): Days {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const first = Math.floor((month - 1) / months) * months + later * months
  return { from: dayOf(Date.UTC(year, first, 1)), to: dayOf(Date.UTC(year, first + months, 0)) }
}

/** The time before one: whole months before whole months, else as many days. */
export function daysBefore({ from, to }: Days): Days {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const count = monthsOf({ from, to })
  const beforeMs = first - DAY_MS
  if (count === undefined) return { from: dayOf(beforeMs - (last - first)), to: dayOf(beforeMs) }
  const [year = 0, month = 1] = from.split('-').map(Number)
  return { from: dayOf(Date.UTC(year, month - 1 - count, 1)), to: dayOf(beforeMs) }
}

/** How many whole months the days are; `undefined`: not whole ones. */
function monthsOf({ from, to }: Days): number | undefined {
  const next = dayOf(Date.parse(to) + DAY_MS)
  if (!from.endsWith('-01') || !next.endsWith('-01')) return undefined
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [nextYear = 0, nextMonth = 0] = next.split('-').map(Number)
  return (nextYear - fromYear) * 12 + nextMonth - fromMonth
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}
