import type { CronExpression } from './expression.ts'
import type { SpecialDay } from './parse-field.ts'

/** The facts of a month from which its days are found. */
interface Month {
  readonly length: number
  /** The day of the week of the 1st: 1 is Sunday. */
  readonly firstWeekday: number
}

const SUNDAY = 1
const SATURDAY = 7

/** The days of a month that an expression names, ascending. `month` is 1 to 12. */
export function daysOf(expression: CronExpression, year: number, month: number): number[] {
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
