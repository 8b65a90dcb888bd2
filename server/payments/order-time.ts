import type { ParameterValues } from '../parameters/values.ts'
import { wireTime } from '../timers/clock.ts'

export const ORDERED_AT = 'risk.orderTimestamp'

/** When a payment was ordered: "default set by the service" (interface document, Risk). */
export function orderedAt(values: ParameterValues, nowMs: number): string {
  return values.sent(ORDERED_AT) ?? wireTime(nowMs)
}
