import { SECOND_MS } from '../../../common/durations.ts'
import { momentOf, type TimeZone } from './cron/time-zone.ts'

/** The units of `job.noticeUnit` and `job.durationUnit`. */
export type CalendarUnit = 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND'

/** A length of time; months have no fixed length. */
export interface CalendarLength {
  readonly number: number
  readonly unit: CalendarUnit
}

/** No schedule runs after the year 2099, so every later moment means the same. */
export const LAST_MOMENT_MS = Date.UTC(2100, 0, 1)

const FIXED_MS = { HOUR: 3600 * SECOND_MS, MINUTE: 60 * SECOND_MS, SECOND: SECOND_MS } as const

/** More of any unit than there are seconds until 2100 would only lose precision. */
const MAX_NUMBER = 5_000_000_000

/**
 * A moment later by a length. Years to days are counted in local time: a month after 31 January is the
 * last day of February, at the same time of day. `localMs`: the local time that the moment stands for, as if it
 * were UTC, where a change of the clock may have skipped it.
 */
export function laterBy(
  atMs: number,
  { number, unit }: CalendarLength,
  zone: TimeZone,
  localMs: number = atMs + zone.offsetAt(atMs),
): number {
  const count = Math.min(number, MAX_NUMBER)
  if (unit === 'HOUR' || unit === 'MINUTE' || unit === 'SECOND')
    return Math.min(atMs + count * FIXED_MS[unit], LAST_MOMENT_MS)
  const local = laterLocally(new Date(localMs), count, unit)
  return local < LAST_MOMENT_MS ? momentOf(local, zone) : LAST_MOMENT_MS
}

/** `LAST_MOMENT_MS` also for times outside the range of `Date`. */
function laterLocally(from: Date, count: number, unit: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY'): number {
  const months = unit === 'YEAR' ? count * 12 : unit === 'MONTH' ? count : 0
  const days = unit === 'WEEK' ? count * 7 : unit === 'DAY' ? count : 0
  const month = from.getUTCFullYear() * 12 + from.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), lastDay) + days
  const local = Date.UTC(Math.floor(month / 12), month % 12, day) + timeOfDay(from)
  return Number.isNaN(local) ? LAST_MOMENT_MS : local
}

function timeOfDay(at: Date): number {
  return at.getTime() - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
}
