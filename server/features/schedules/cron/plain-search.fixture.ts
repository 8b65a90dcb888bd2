/**
 * Looks for fire times the slow way: asks of one moment after the other whether the text of an
 * expression names it. Shares nothing with the matcher that it is compared with.
 */
const NAMES: Readonly<Record<string, number>> = {
  ...{ JAN: 1, FEB: 2, MAR: 3, APR: 4, MAY: 5, JUN: 6, JUL: 7, AUG: 8, SEP: 9 },
  ...{ OCT: 10, NOV: 11, DEC: 12, SUN: 1, MON: 2, TUE: 3, WED: 4, THU: 5, FRI: 6, SAT: 7 },
}

const value = (text: string) => NAMES[text] ?? Number(text)

/** Counts from the beginning of a range, over its end, to the value. */
function isInRange(text: string, at: number, [min, max]: readonly [number, number]): boolean {
  const [span = '', step = '1'] = text.split('/')
  const [from = '', to] = span.split('-')
  if (span === '*') return (at - min) % Number(step) === 0
  if (to === undefined && !text.includes('/')) return at === value(from)
  const end = to === undefined ? max : value(to)
  const size = max - min + 1
  const distance = (at - value(from) + size) % size
  const length = (end - value(from) + size) % size
  return distance <= length && distance % Number(step) === 0
}

const dayOf = (at: Date, add: number) => new Date(at.getTime() + add * 86_400_000)
const isWorkday = (at: Date) => at.getUTCDay() % 6 !== 0
const daysInMonth = (at: Date) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()

/** Whether a day is the workday nearest to the given day of its own month. */
function isNearest(at: Date, day: number): boolean {
  if (!isWorkday(at) || day < 1 || day > daysInMonth(at)) return false
  const target = dayOf(at, day - at.getUTCDate())
  for (const add of [0, -1, 1, -2, 2]) {
    const near = dayOf(target, add)
    if (near.getUTCMonth() === at.getUTCMonth() && isWorkday(near))
      return near.getTime() === at.getTime()
  }
  return false
}

function isDayOfMonth(text: string, at: Date): boolean {
  const last = daysInMonth(at)
  if (text.startsWith('L')) {
    const day = last - Number(/\d+/.exec(text)?.[0] ?? 0)
    return text.endsWith('W') ? isNearest(at, day) : at.getUTCDate() === day
  }
  if (text.endsWith('L')) {
    const day = Number(text.slice(0, -1))
    return at.getUTCDate() === day || (at.getUTCDate() === last && day > last)
  }
  if (text.endsWith('W')) return isNearest(at, Number(text.slice(0, -1)))
  return isInRange(text, at.getUTCDate(), [1, 31])
}

function isDayOfWeek(text: string, at: Date): boolean {
  const weekday = at.getUTCDay() + 1
  if (text === 'L') return weekday === 7
  if (text.endsWith('L'))
    return weekday === value(text.slice(0, -1)) && dayOf(at, 7).getUTCMonth() !== at.getUTCMonth()
  const [name = '', nth] = text.split('#')
  if (nth === undefined) return isInRange(text, weekday, [1, 7])
  const before = Number(nth) * 7
  return (
    weekday === value(name) &&
    dayOf(at, -before).getUTCMonth() !== at.getUTCMonth() &&
    dayOf(at, 7 - before).getUTCMonth() === at.getUTCMonth()
  )
}

const some = (text: string, test: (element: string) => boolean) => text.split(',').some(test)

/** Whether an expression names a day, whose time is midnight UTC. */
function isDay(
  [, , , dayOfMonth = '', month = '', dayOfWeek = '', year = '*']: string[],
  at: Date,
) {
  return (
    some(year, (one) => isInRange(one, at.getUTCFullYear(), [1970, 2099])) &&
    some(month, (one) => isInRange(one, at.getUTCMonth() + 1, [1, 12])) &&
    (dayOfMonth === '?' || some(dayOfMonth, (one) => isDayOfMonth(one, at))) &&
    (dayOfWeek === '?' || some(dayOfWeek, (one) => isDayOfWeek(one, at)))
  )
}

/** Whether an expression names a moment, in UTC. */
export function comesDueAt(expression: string, atMs: number): boolean {
  const fields = expression.split(' ')
  const [second = '', minute = '', hour = ''] = fields
  const at = new Date(atMs)
  return (
    some(second, (one) => isInRange(one, at.getUTCSeconds(), [0, 59])) &&
    some(minute, (one) => isInRange(one, at.getUTCMinutes(), [0, 59])) &&
    some(hour, (one) => isInRange(one, at.getUTCHours(), [0, 23])) &&
    isDay(fields, new Date(Math.floor(atMs / 86_400_000) * 86_400_000))
  )
}
