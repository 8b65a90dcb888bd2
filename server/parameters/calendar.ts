import { HOUR_MS } from '../../common/durations.ts'

/** The time zone in which a day ends last: UTC−12. */
const LAST_TIME_ZONE_MS = 12 * HOUR_MS
/** The time zone in which a day begins first: UTC+14. */
const FIRST_TIME_ZONE_MS = 14 * HOUR_MS

interface Expiring {
  readonly expiryMonth: string
  readonly expiryYear: string
}

/** When an account's last month is over everywhere: it is good through its last day. */
export function endOfExpiry({ expiryMonth, expiryYear }: Expiring): number {
  return Date.UTC(Number(expiryYear), Number(expiryMonth), 1) + LAST_TIME_ZONE_MS
}

export function hasExpired(account: Expiring, nowMs: number): boolean {
  return nowMs >= endOfExpiry(account)
}

/** Whether a day (`yyyy-mm-dd`) has ended in every time zone. */
export function isOver(day: string, nowMs: number): boolean {
  const [year, month, date] = day.split('-').map(Number)
  return nowMs >= Date.UTC(year ?? 0, (month ?? 1) - 1, (date ?? 1) + 1) + LAST_TIME_ZONE_MS
}

/** Whether a day (`yyyy-mm-dd`) has not begun in any time zone. */
export function isInFuture(day: string, nowMs: number): boolean {
  const [year, month, date] = day.split('-').map(Number)
  return nowMs < Date.UTC(year ?? 0, (month ?? 1) - 1, date ?? 1) - FIRST_TIME_ZONE_MS
}
