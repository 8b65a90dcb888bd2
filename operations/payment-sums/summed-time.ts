import { DAY_MS } from '../../common/durations.ts'
import type { Store } from '../../server/store/port.ts'
import { beginOf } from './spans.ts'

/** Payments that one read sums; a time with more is divided. */
export const MAX_SUMMED = 100_000

/** Some hours of a channel. */
export interface HoursOf {
  readonly entityId: string
  readonly fromMs: number
  readonly toMs: number
}

interface NextTime {
  readonly toMs: number
  /** No payment is made in it. */
  readonly isEmpty: boolean
  /** The begin of the day that is over with it. */
  readonly dayMs?: number
}

/** How far hours are summed at once: until the end of the first day; days without a payment are passed at once. */
export async function nextTime(
  { entityId, fromMs, toMs: closedMs }: HoursOf,
  store: Store,
): Promise<NextTime> {
  const dayMs = beginOf(fromMs, DAY_MS)
  if (fromMs === dayMs) {
    const next = await store.read.nextPaymentOf(entityId, fromMs)
    const nextDayMs = next === undefined ? closedMs : beginOf(next.createdAtMs, DAY_MS)
    const emptyUntilMs = Math.min(closedMs, nextDayMs)
    if (emptyUntilMs > fromMs) return { toMs: emptyUntilMs, isEmpty: true }
  }
  const toMs = Math.min(closedMs, dayMs + DAY_MS)
  return { toMs, isEmpty: false, ...(toMs < dayMs + DAY_MS ? {} : { dayMs }) }
}
