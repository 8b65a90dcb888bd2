import { laterBy } from './calendar.ts'
import type { Plan } from './plan.ts'

/**
 * The last moment at which a run of a plan may be due, whose term began at `startsAtMs`; `null`: it has no end.
 * A term is half-open, [start, start + length): twelve months have twelve monthly runs, also where the
 * first is at the start. `job.endDate` and the last day of a mandate are inclusive.
 */
export function endOf(plan: Plan, startsAtMs: number): number | null {
  const { endMs, endsWithTerm } = plan
  const termEndMs = endsWithTerm ? undefined : endOfTerm(plan, startsAtMs, 1)
  const lastOfTermMs = termEndMs === undefined ? undefined : lastBefore(termEndMs)
  if (endMs === undefined || lastOfTermMs === undefined) return endMs ?? lastOfTermMs ?? null
  return Math.min(endMs, lastOfTermMs)
}

/**
 * The last moment at which a run may be due of a plan that is stopped at `atMs`: that before the end of its notice;
 * that before the end of the first term that ends then or later, where it can only be stopped with a term.
 * `undefined`: it ends at once.
 */
export function endWhenStopped(plan: Plan, startsAtMs: number, atMs: number): number | undefined {
  const { notice, zone } = plan
  const noticeEndMs = notice === undefined ? atMs : laterBy(atMs, notice, zone)
  const endMs = plan.endsWithTerm ? nextEndOfTerm(plan, startsAtMs, noticeEndMs) : noticeEndMs
  return endMs > atMs ? lastBefore(endMs) : undefined
}

/**
 * The end of a term, exclusive, where a plan's last moment is the end of one: so versions before 1 December 2026
 * have stored it; `undefined`: it is not.
 */
export function endOfTermAt(plan: Plan, startsAtMs: number, endsAtMs: number): number | undefined {
  const endMs = plan.endsWithTerm
    ? nextEndOfTerm(plan, startsAtMs, endsAtMs)
    : endOfTerm(plan, startsAtMs, 1)
  return plan.duration !== undefined && endMs === endsAtMs ? endMs : undefined
}

function lastBefore(endMs: number): number {
  return endMs - 1
}

/** The end of the nth term, exclusive. */
function endOfTerm(plan: Plan, startsAtMs: number, nth: number): number | undefined {
  const { duration, zone, startMs, startLocalMs } = plan
  if (duration === undefined) return undefined
  const length = { ...duration, number: duration.number * nth }
  return laterBy(startsAtMs, length, zone, startMs === startsAtMs ? startLocalMs : undefined)
}

/** The end, exclusive, of the first term that ends at a moment or later; the moment itself without a term. */
function nextEndOfTerm(plan: Plan, startsAtMs: number, atMs: number): number {
  const end = (nth: number) => endOfTerm(plan, startsAtMs, nth) ?? atMs
  let [low, high] = [0, 1]
  while (end(high) < atMs) [low, high] = [high, high * 2]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (end(middle) < atMs) low = middle
    else high = middle
  }
  return end(high)
}
