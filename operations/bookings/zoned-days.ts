import { DAY_MS } from '../../common/durations.ts'

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

/** How far a time zone is ahead of UTC then. */
function offsetMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const [year, month, day] = [of('year'), of('month'), of('day')]
  const shownMs = Date.UTC(year, month - 1, day, of('hour'), of('minute'), of('second'))
  return shownMs - (atMs - (atMs % 1000))
}

/**
 * The days of a time: those whose noon lies in it. So the days of a zone are its own, days of UTC are the same days
 * there, and of two times beside each other none has a day of the other.
 */
export function daysOf(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  timeZone: string,
): { readonly from: string; readonly to: string } {
  const half = DAY_MS / 2
  return { from: dayAt(fromMs + half - 1, timeZone), to: dayAt(toMs - half, timeZone) }
}

/** The day after one. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
