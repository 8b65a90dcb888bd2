import { DAY_MS } from '../../common/durations.ts'
import { beginOfDay, dayAfter } from '../../common/zoned-days.ts'
import { type Refusal, refuseParameters } from '../results/refusal.ts'

/** Longest time: a year and a day. */
export const MAX_DAYS = 367

/** First and last moment, both included, and the days. */
export interface DaysTime {
  readonly fromMs: number
  readonly toMs: number
  readonly days: { readonly from: string; readonly to: string }
}

/** The time of days of a zone, of which both count; or what is wrong with them. */
export function timeOfDays(
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
  timeZone: string,
): DaysTime | Refusal {
  const fault = dayFault({ firstDay, lastDay }) ?? lengthFault(firstDay, lastDay)
  if (fault !== undefined) return fault
  return {
    fromMs: beginOfDay(firstDay, timeZone),
    toMs: beginOfDay(dayAfter(lastDay), timeZone) - 1,
    days: { from: firstDay, to: lastDay },
  }
}

/** A refusal where the calendar has no such day; by the names of the parameters. */
export function dayFault(days: Readonly<Record<string, string | undefined>>): Refusal | undefined {
  for (const [name, value] of Object.entries(days)) {
    if (value === undefined) continue
    const atMs = Date.parse(value)
    if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== value) {
      return faultOf(name, value, 'is no day of its month')
    }
  }
  return undefined
}

function lengthFault(firstDay: string, lastDay: string): Refusal | undefined {
  const days = (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1
  if (days < 1) return faultOf('lastDay', lastDay, 'is before firstDay')
  if (days <= MAX_DAYS) return undefined
  return faultOf('lastDay', lastDay, `is more than ${MAX_DAYS} days after firstDay`)
}

function faultOf(name: string, value: string, message: string): Refusal {
  return refuseParameters([{ name, value, message }])
}
