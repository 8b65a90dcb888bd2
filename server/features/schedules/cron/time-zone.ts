import { DAY_MS, SECOND_MS } from '../../../../common/durations.ts'

/** A time zone of the IANA list. */
export interface TimeZone {
  readonly name: string
  /** How far local time is ahead of UTC, in milliseconds. */
  offsetAt(atMs: number): number
}

/** Cached, because few names are used and making a formatter takes 50 µs. */
const known = new Map<string, TimeZone>()
const MAX_KNOWN = 1000

/** `undefined` for an unknown name. */
export function timeZoneOf(name: string): TimeZone | undefined {
  const found = known.get(name)
  if (found !== undefined) return found
  const zone = name === 'UTC' ? utc : zoneByIntl(name)
  if (zone === undefined) return undefined
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(name, zone)
  return zone
}

export const utc: TimeZone = { name: 'UTC', offsetAt: () => 0 }

function zoneByIntl(name: string): TimeZone | undefined {
  // Intl also takes offsets like +01:00, which are no names.
  if (!/^[A-Za-z]/.test(name)) return undefined
  const format = formatFor(name)
  if (format === undefined) return undefined
  return {
    name,
    offsetAt(atMs) {
      const secondMs = Math.floor(atMs / SECOND_MS) * SECOND_MS
      return localTime(format, secondMs) - secondMs
    },
  }
}

function formatFor(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric'
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
  } catch (err) {
    if (err instanceof RangeError) return undefined
    throw err
  }
}

/** The local time, as if it were UTC. */
function localTime(format: Intl.DateTimeFormat, atMs: number): number {
  const parts = format.formatToParts(atMs)
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(
    number('year'),
    number('month') - 1,
    number('day'),
    number('hour'),
    number('minute'),
    number('second'),
  )
}

/**
 * The moment of a local time (given as if it were UTC). A local time that exists twice is the first
 * of the two; one that a change of the clock skips is the first moment after the change.
 */
export function momentOf(localMs: number, zone: TimeZone): number {
  const before = zone.offsetAt(localMs - DAY_MS)
  const after = zone.offsetAt(localMs + DAY_MS)
  // A greater offset gives the earlier moment.
  for (const offset of before > after ? [before, after] : [after, before]) {
    if (zone.offsetAt(localMs - offset) === offset) return localMs - offset
  }
  return changeBetween(localMs - DAY_MS, localMs + DAY_MS, zone)
}

/** The first second with the offset of `untilMs`. */
function changeBetween(fromMs: number, untilMs: number, zone: TimeZone): number {
  const offset = zone.offsetAt(untilMs)
  let [low, high] = [fromMs / SECOND_MS, untilMs / SECOND_MS]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offsetAt(middle * SECOND_MS) === offset) high = middle
    else low = middle
  }
  return high * SECOND_MS
}
