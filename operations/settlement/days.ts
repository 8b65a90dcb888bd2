import { DAY_MS } from '../../common/durations.ts'

/** Days are `yyyy-MM-dd`, UTC. */

/** Of a leap year, in milliseconds. */
export const YEAR_MS = 366 * DAY_MS

/** The day of a time. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

/** So many days later; earlier where the number is negative. */
export function daysLater(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS)
}
