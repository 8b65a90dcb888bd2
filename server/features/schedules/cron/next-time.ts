import { SECOND_MS } from '../../../../common/durations.ts'
import type { CronExpression, SpecialDay } from './expression.ts'
import { momentOf, type TimeZone } from './time-zone.ts'

/** The last year of every search, so that each search ends. */
const LAST_YEAR = 2099

/**
 * The first moment after `afterMs` at which an expression comes due in a time zone; `undefined`
 * when there is none until the end of 2099. Local times that a change of the clock skips come due
 * together at the first moment after it; local times that exist twice come due at the first.
 */
export function nextTime(
  expression: CronExpression,
  afterMs: number,
  zone: TimeZone,
): number | undefined {
  const secondMs = Math.floor(afterMs / SECOND_MS) * SECOND_MS
  let local = nextLocal(expression, secondMs + zone.offsetAt(secondMs) + SECOND_MS)
  while (local !== undefined) {
    const moment = momentOf(local, zone)
    // Earlier only in the hour that a clock shows for the second time.
    if (moment > afterMs) return moment
    local = nextLocal(expression, local + SECOND_MS)
  }
  return undefined
}

/** The first local time that matches, at `fromMs` or later; both as if they were UTC. */
function nextLocal(expression: CronExpression, fromMs: number): number | undefined {
  const from = new Date(fromMs)
  const firstYear = from.getUTCFullYear()
  for (let year = firstYear; year <= LAST_YEAR; year++) {
    if (!expression.year.numbers.has(year)) continue
    const firstMonth = year === firstYear ? from.getUTCMonth() + 1 : 1
    for (let month = firstMonth; month <= 12; month++) {
      if (!expression.month.numbers.has(month)) continue
      const found = nextInMonth(expression, { year, month }, fromMs)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function nextInMonth(
  expression: CronExpression,
  { year, month }: { readonly year: number; readonly month: number },
  fromMs: number,
): number | undefined {
  for (const day of daysOf(expression, year, month)) {
    const dayMs = Date.UTC(year, month - 1, day)
    const time = nextOfDay(expression, Math.max(0, (fromMs - dayMs) / SECOND_MS))
    if (time !== undefined) return dayMs + time * SECOND_MS
  }
  return undefined
}

/** The first second of a day that matches, at `from` or later. */
function nextOfDay({ hour, minute, second }: CronExpression, from: number): number | undefined {
  for (let h = Math.floor(from / 3600); h < 24; h++) {
    if (!hour.numbers.has(h)) continue
    for (let m = Math.max(0, Math.floor(from / 60) - h * 60); m < 60; m++) {
      if (!minute.numbers.has(m)) continue
      for (let s = Math.max(0, from - h * 3600 - m * 60); s < 60; s++)
        if (second.numbers.has(s)) return h * 3600 + m * 60 + s
    }
  }
  return undefined
}

/** The facts of a month from which its days are found. */
interface Month {
  readonly length: number
  /** The day of the week of the 1st: 1 is Sunday. */
  readonly firstWeekday: number
}

const SUNDAY = 1
const SATURDAY = 7

/** The days of a month that an expression names, ascending. `month` is 1 to 12. */
function daysOf(expression: CronExpression, year: number, month: number): number[] {
  const found = monthOf(year, month)
  const { dayOfMonth, dayOfWeek } = expression
  const { unset, numbers, special } = dayOfMonth.unset ? dayOfWeek : dayOfMonth
  if (unset) return []
  const isByWeekday = dayOfMonth.unset
  const extra = new Set(special.map((day) => specialDayIn(day, found)))
  const days: number[] = []
  for (let day = 1; day <= found.length; day++) {
    const number = isByWeekday ? weekdayOf(found, day) : day
    if (numbers.has(number) || extra.has(day)) days.push(day)
  }
  return days
}

function monthOf(year: number, month: number): Month {
  return {
    length: new Date(Date.UTC(year, month, 0)).getUTCDate(),
    firstWeekday: new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 1,
  }
}

function weekdayOf({ firstWeekday }: Month, day: number): number {
  return ((firstWeekday - 1 + day - 1) % 7) + 1
}

/** The day that is meant; 0 or a day after the end where the month does not have it. */
function specialDayIn(special: SpecialDay, month: Month): number {
  switch (special.kind) {
    case 'nearestWeekday':
      return special.day > month.length ? 0 : nearestWeekday(month, special.day)
    case 'last': {
      const day = month.length - special.before
      return special.nearestWeekday && day >= 1 ? nearestWeekday(month, day) : day
    }
    case 'dayOrLast':
      return Math.min(special.day, month.length)
    case 'lastOfWeekday': {
      const back = (weekdayOf(month, month.length) - special.weekday + 7) % 7
      return month.length - back
    }
    case 'nthOfWeekday':
      return firstOf(month, special.weekday) + (special.nth - 1) * 7
  }
}

function firstOf({ firstWeekday }: Month, weekday: number): number {
  return 1 + ((weekday - firstWeekday + 7) % 7)
}

/** Monday to Friday; never in another month, so the 1st on a Saturday gives Monday the 3rd. */
function nearestWeekday(month: Month, day: number): number {
  const weekday = weekdayOf(month, day)
  if (weekday === SATURDAY) return day === 1 ? 3 : day - 1
  if (weekday === SUNDAY) return day === month.length ? day - 2 : day + 1
  return day
}
