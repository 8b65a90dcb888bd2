import { wireTime } from '../../engine/timers/clock.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'

export const ORDERED_AT = 'risk.orderTimestamp'

/** When a payment was ordered: "default set by the service" (interface document, Risk). */
export function orderedAt(values: ParameterValues, nowMs: number): string {
  return values.sent(ORDERED_AT) ?? wireTime(nowMs)
}
