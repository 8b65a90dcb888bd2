import { Type } from 'typebox'
import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import { beginOfDay, dayAfter, dayAt, offsetMs } from '../../common/zoned-days.ts'
import { day, time } from '../../server/parameters/described-parts.ts'
import { readTimestamp } from '../../server/parameters/read-timestamp.ts'
import { MAX_DAYS, timeOfDays } from '../../server/parameters/zoned-time.ts'
import { isRefusal, type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import type { Span } from '../payment-sums/index.ts'
import type { AdminOverview } from './answer.ts'

/** Times up to this have a point for each hour. */
const HOURLY_UP_TO_MS = 2 * DAY_MS
/** The longest time whose days have a point each, and the longest whose weeks have. */
const DAILY_UP_TO_MS = 62 * DAY_MS
const WEEKLY_UP_TO_MS = 184 * DAY_MS
/** An hour more or less where summer time begins or ends. */
const CHANGE_MS = HOUR_MS

/** How a request names the time that it asks about. */
export const overviewTime = {
  'date.from': Type.Optional(time),
  'date.to': Type.Optional(time),
  firstDay: Type.Optional(day("In place of date.from: a day of the entity's time zone.")),
  lastDay: Type.Optional(day('In place of date.to; it counts as well.')),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DAYS,
      description: "In place of both: the last days of the entity's time zone, today included.",
    }),
  ),
}

interface AskedTime {
  readonly 'date.from'?: string
  readonly 'date.to'?: string
  readonly firstDay?: string
  readonly lastDay?: string
  readonly days?: number
}

type Step = AdminOverview['step']

/** The time of an overview, and its parts. */
export interface OverviewTime extends Span {
  readonly timeZone: string
  readonly step: Step
  /** Each after the one before; all of them are the time. */
  readonly spans: readonly Span[]
  /** The first and the last day. */
  readonly days: { readonly from: string; readonly to: string }
}

/** The time that a request names: by two moments, by two days of the time zone, or by how many days. */
export function overviewTimeOf(
  asked: AskedTime,
  { timeZone, nowMs }: { readonly timeZone: string; readonly nowMs: number },
): OverviewTime | Refusal {
  const { 'date.from': from, 'date.to': to, firstDay, lastDay, days } = asked
  const named = [from ?? to, firstDay ?? lastDay, days].filter((one) => one !== undefined)
  if (named.length !== 1) return noTime
  if (from !== undefined && to !== undefined) {
    const fromMs = readTimestamp(from)
    const toMs = readTimestamp(to) + 1000
    if (toMs - fromMs > MAX_DAYS * DAY_MS) return tooLong(to)
    return divided({ fromMs, toMs }, timeZone)
  }
  const today = dayAt(nowMs, timeZone)
  const first = days === undefined ? firstDay : isoDay(Date.parse(today) - (days - 1) * DAY_MS)
  const last = days === undefined ? lastDay : today
  if (first === undefined || last === undefined) return noTime
  const found = timeOfDays({ firstDay: first, lastDay: last }, timeZone)
  return isRefusal(found)
    ? found
    : divided({ fromMs: found.fromMs, toMs: found.toMs + 1 }, timeZone)
}

const noTime = refuseParameters([
  {
    name: 'firstDay',
    value: '',
    message:
      'and lastDay name the time, or date.from and date.to, or days: send one of the three, and no other',
  },
])

function tooLong(value: string): Refusal {
  const message = `is more than ${MAX_DAYS} days after date.from: ask for a shorter time`
  return refuseParameters([{ name: 'date.to', value, message }])
}

function divided({ fromMs, toMs }: Span, timeZone: string): OverviewTime {
  const step = stepOf(toMs - fromMs)
  const begins = beginsOf({ fromMs, toMs }, step, timeZone)
  const spans = begins.map((beginMs, at) => ({
    fromMs: Math.max(beginMs, fromMs),
    toMs: begins[at + 1] ?? toMs,
  }))
  const days = { from: dayAt(fromMs, timeZone), to: dayAt(toMs - 1, timeZone) }
  return { fromMs, toMs, timeZone, step, spans, days }
}

/** The time before, of the same length. Of whole days the same number of them. */
export function timeBefore({ fromMs, toMs, timeZone, days }: OverviewTime): Span {
  const isWhole =
    beginOfDay(days.from, timeZone) === fromMs && beginOfDay(dayAfter(days.to), timeZone) === toMs
  if (!isWhole) return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs }
  const count = (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS + 1
  const first = isoDay(Date.parse(days.from) - count * DAY_MS)
  return { fromMs: beginOfDay(first, timeZone), toMs: fromMs }
}

/** So that a picture has 12 to 62 points. */
function stepOf(lengthMs: number): Step {
  if (lengthMs <= HOURLY_UP_TO_MS + CHANGE_MS) return 'hour'
  if (lengthMs <= DAILY_UP_TO_MS + CHANGE_MS) return 'day'
  return lengthMs <= WEEKLY_UP_TO_MS + CHANGE_MS ? 'week' : 'month'
}

/** When the parts begin, the first one where its hour or day does: it may be before the time. */
function beginsOf({ fromMs, toMs }: Span, step: Step, timeZone: string): readonly number[] {
  if (step === 'hour') {
    const beginMs = fromMs - ((fromMs + offsetMs(fromMs, timeZone)) % HOUR_MS)
    return Array.from(
      { length: Math.ceil((toMs - beginMs) / HOUR_MS) },
      (_, at) => beginMs + at * HOUR_MS,
    )
  }
  const begins: number[] = []
  const last = dayAt(toMs - 1, timeZone)
  for (let one = dayAt(fromMs, timeZone); one <= last; one = dayAfter(one)) {
    if (begins.length === 0 || isBegin(one, step)) begins.push(beginOfDay(one, timeZone))
  }
  return begins
}

/** Weeks begin on Monday (ISO 8601). */
function isBegin(day: string, step: Step): boolean {
  if (step === 'week') return new Date(day).getUTCDay() === 1
  return step === 'month' ? day.endsWith('-01') : true
}

function isoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}
