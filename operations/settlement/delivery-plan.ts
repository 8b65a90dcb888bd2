import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import type { ReconciliationTargetRow } from '../../server/store/port.ts'
import { daysLater } from './days.ts'

/** Waits after the first tries of a day, in milliseconds; after all later ones an hour. */
const FIRST_WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]

/** Tries of one day: three days with the waits between them. */
export const MAX_TRIES_OF_DAY = FIRST_WAITS_MS.length + 1 + 3 * 24

/** How long a delivery may take, in milliseconds. */
export const MAX_DELIVERY_MS = 30 * MINUTE_MS

/** When the file of a target's next day is due: at its hour of the following day (UTC). */
export function deliveryDueAtMs({
  nextDay,
  hour,
}: Pick<ReconciliationTargetRow, 'nextDay' | 'hour'>): number {
  return Date.parse(daysLater(nextDay, 1)) + hour * HOUR_MS
}

/** How long to wait after so many failed tries of a day; `undefined`: the day is given up. */
export function waitAfterMs(tries: number): number | undefined {
  if (tries >= MAX_TRIES_OF_DAY) return undefined
  return FIRST_WAITS_MS[tries - 1] ?? HOUR_MS
}
