import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import type { KeptPart } from '../../server/store/port.ts'

/** The begin of the hour or day of a time, UTC. */
export function beginOf(atMs: number, stepMs: number): number {
  return atMs - (atMs % stepMs)
}

/** The first begin of an hour or day that is not before a time. */
function nextBegin(atMs: number, stepMs: number): number {
  return beginOf(atMs + stepMs - 1, stepMs)
}

/** A part of a time, and where its sums are: in `payment_sum` by hour or by day, or in the payments alone. */
export interface Part {
  readonly from: 'payments' | 'hours' | 'days'
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Divides a time: what is summed already is read from the longest spans that lie within it, the rest from the
 * payments. `untilMs`: the begin of the first hour that is not summed.
 */
export function partsOf(
  { fromMs, toMs }: Omit<Part, 'from'>,
  { untilMs }: { readonly untilMs: number },
): readonly Part[] {
  const keptToMs = Math.min(untilMs, beginOf(toMs, HOUR_MS))
  const hoursFromMs = nextBegin(fromMs, HOUR_MS)
  if (hoursFromMs >= keptToMs) return [{ from: 'payments', fromMs, toMs }]
  const daysFromMs = Math.min(nextBegin(hoursFromMs, DAY_MS), keptToMs)
  const daysToMs = Math.max(daysFromMs, beginOf(keptToMs, DAY_MS))
  const parts: readonly Part[] = [
    { from: 'payments', fromMs, toMs: hoursFromMs },
    { from: 'hours', fromMs: hoursFromMs, toMs: daysFromMs },
    { from: 'days', fromMs: daysFromMs, toMs: daysToMs },
    { from: 'hours', fromMs: daysToMs, toMs: keptToMs },
    { from: 'payments', fromMs: keptToMs, toMs },
  ]
  return parts.filter((part) => part.fromMs < part.toMs)
}

/** The hours or days of a time, each as a part of its own: their sums have its begin. Both ends lie between two. */
export function eachOf(
  span: KeptPart['span'],
  { fromMs, toMs }: Omit<Part, 'from'>,
): readonly KeptPart[] {
  const stepMs = span === 'day' ? DAY_MS : HOUR_MS
  const beginMs = beginOf(fromMs, stepMs)
  return Array.from({ length: Math.ceil((toMs - beginMs) / stepMs) }, (_, at) => {
    const atMs = beginMs + at * stepMs
    return { span, fromMs: atMs, toMs: atMs + stepMs, atMs }
  })
}
