import { DAY_MS } from '../../common/durations.ts'
import { shaped } from '../../server/parameters/described-parts.ts'
import { type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import type { BookingsAsked } from './bookings.ts'

/** When a day of a time zone begins, in milliseconds; both as the IANA list and `yyyy-MM-dd` write them. */
export function beginOfDay(day: string, timeZone: string): number {
  const asUtcMs = Date.parse(day)
  const guessMs = asUtcMs - offsetMs(asUtcMs, timeZone)
  const beginMs = asUtcMs - offsetMs(guessMs, timeZone)
  // Where the clock skips midnight, the second one is still of the day before.
  return dayAt(beginMs, timeZone) < day ? guessMs : beginMs
}

/** The day of a time there. */
export function dayAt(atMs: number, timeZone: string): string {
  return new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 10)
}

/** How far a time zone is ahead of UTC then. */
function offsetMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const [year, month, day] = [of('year'), of('month'), of('day')]
  const shownMs = Date.UTC(year, month - 1, day, of('hour'), of('minute'), of('second'))
  return shownMs - (atMs - (atMs % 1000))
}

/**
 * The days of a time: those whose noon lies in it. So the days of a zone are its own, days of UTC are the same days
 * there, and of two times beside each other none has a day of the other.
 */
export function daysOf(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  timeZone: string,
): { readonly from: string; readonly to: string } {
  const half = DAY_MS / 2
  return { from: dayAt(fromMs + half - 1, timeZone), to: dayAt(toMs - half, timeZone) }
}

/** The day after one. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}

/** Longest time: a year and a day. */
export const MAX_DAYS = 367

/** A day of the calendar as a parameter. */
export const day = (description: string) =>
  shaped(
    /^(?:19[7-9]\d|2\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
    'a day such as 2026-11-30',
    { example: '2026-11-30', description },
  )

/** The time of days of a zone, of which both count; or what is wrong with them. */
export function timeOfDays(
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
  timeZone: string,
): BookedTime | Refusal {
  const fault = daysFault(firstDay, lastDay)
  if (fault !== undefined) return fault
  return {
    fromMs: beginOfDay(firstDay, timeZone),
    toMs: beginOfDay(dayAfter(lastDay), timeZone) - 1,
    days: { from: firstDay, to: lastDay },
  }
}

/** First and last moment, both included, and the days of payouts. */
export type BookedTime = Pick<BookingsAsked, 'fromMs' | 'toMs' | 'days'>

function daysFault(firstDay: string, lastDay: string): Refusal | undefined {
  const faultOf = (name: string, value: string, message: string) =>
    refuseParameters([{ name, value, message }])
  for (const [name, value] of Object.entries({ firstDay, lastDay })) {
    const atMs = Date.parse(value)
    if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== value) {
      return faultOf(name, value, 'is no day of its month')
    }
  }
  const days = (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1
  if (days < 1) return faultOf('lastDay', lastDay, 'is before firstDay')
  if (days <= MAX_DAYS) return undefined
  return faultOf('lastDay', lastDay, `is more than ${MAX_DAYS} days after firstDay`)
}
