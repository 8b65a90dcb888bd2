import { DAY_MS } from './durations.ts'

/** When a day of a time zone begins, in milliseconds; both as the IANA list and `yyyy-MM-dd` write them. */
export function beginOfDay(day: string, timeZone: string): number {
  const asUtcMs = Date.parse(day)
  const guessMs = asUtcMs - offsetMs(asUtcMs, timeZone)
  const beginMs = asUtcMs - offsetMs(guessMs, timeZone)
  // Where the clock skips midnight, the second one is still of the day before.
  return dayAt(beginMs, timeZone) < day ? guessMs : beginMs
}

/** The day of a time there. */
export function dayAt(atMs: number, timeZone: string): string {
  return new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 10)
}

/** How far a time zone of the IANA list is ahead of UTC then, in milliseconds. */
export function offsetMs(atMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const parts = clockOf(timeZone).formatToParts(atMs)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const [year, month, day] = [of('year'), of('month'), of('day')]
  const shownMs = Date.UTC(year, month - 1, day, of('hour'), of('minute'), of('second'))
  return shownMs - (atMs - (atMs % 1000))
}

/** To make one takes longer than to use it; the IANA list has some 600 names. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** The day after one. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
