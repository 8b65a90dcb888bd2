import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import { nextRunOf, planOf, requestOf } from '../../server/features/schedules/index.ts'
import type { ScheduleRow } from '../../server/store/port.ts'

/** How often a plan pays, in one word. */
export type Interval =
  | 'daily'
  | 'weekly'
  | 'everyTwoWeeks'
  | 'monthly'
  | 'quarterly'
  | 'halfYearly'
  | 'yearly'
  | 'other'

/**
 * The shortest and the longest time between two runs, in days: the first Monday of a month comes after 28 or 35, and a
 * day of a changed clock has 23 or 25 hours.
 */
const SPANS: readonly (readonly [interval: Interval, shortest: number, longest: number])[] = [
  ['daily', 1, 1],
  ['weekly', 7, 7],
  ['everyTwoWeeks', 14, 14],
  ['monthly', 26, 36],
  ['quarterly', 87, 95],
  ['halfYearly', 181, 184],
  ['yearly', 365, 366],
]

/** Runs that are looked at: of one that pays in some months only, thirteen show that it is not monthly. */
const LOOKED_AT = 13

/** How often a plan pays, by its times alone: a plan that has ended has an interval, too. */
export function intervalOf(row: Pick<ScheduleRow, 'request' | 'startsAtMs'>): Interval {
  const plan = planOf(requestOf(row))
  const runs: number[] = []
  for (let afterMs = row.startsAtMs - 1; runs.length < LOOKED_AT; ) {
    const next = nextRunOf(plan, null, afterMs)
    if (next === null) break
    runs.push(next)
    afterMs = next
  }
  const gaps = runs.slice(1).map((at, place) => at - (runs[place] ?? at))
  const span = SPANS.find(([, shortest, longest]) =>
    gaps.every((gap) => gap >= shortest * DAY_MS - HOUR_MS && gap <= longest * DAY_MS + HOUR_MS),
  )
  return gaps.length === 0 ? 'other' : (span?.[0] ?? 'other')
}
