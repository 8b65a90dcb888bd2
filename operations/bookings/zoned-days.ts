import { DAY_MS } from '../../common/durations.ts'
import { dayAt } from '../../common/zoned-days.ts'
import type { BookingsAsked } from './bookings.ts'

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

/** First and last moment, both included, and the days of payouts. */
export type BookedTime = Pick<BookingsAsked, 'fromMs' | 'toMs' | 'days'>
