/** Minutes east of UTC of the abbreviations that acquirers' files use. */
const OFFSETS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  GST: 240,
  SGT: 480,
  HKT: 480,
  AWST: 480,
  JST: 540,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  BRT: -180,
  EDT: -240,
  EST: -300,
  CDT: -300,
  CST: -360,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
}

/** Minutes east of UTC: of an abbreviation, or of `+02:00` with or without `UTC` or `GMT` before it. */
export function offsetOfZone(zone: string): number | undefined {
  const known = Object.hasOwn(OFFSETS, zone) ? OFFSETS[zone] : undefined
  if (known !== undefined) return known
  const parts = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zone)
  if (parts === null) return undefined
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0)
  return parts[1] === '-' ? -minutes : minutes
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Dates that were looked at, with the time at which they begin in UTC. A file has few, and many lines of each. */
const known = new Map<string, number | undefined>()
const MAX_KNOWN = 1_000

/** The date at the beginning of a text, `yyyy-MM-dd`; nothing where there is none. */
export function dateOf(text: string): string | undefined {
  const date = text.slice(0, 10)
  return startOf(date) === undefined ? undefined : date
}

function startOf(date: string): number | undefined {
  if (known.has(date)) return known.get(date)
  const startMs = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  // Date.parse takes the 31st of every month.
  const isDate = !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(date)
  if (known.size === MAX_KNOWN) known.clear()
  known.set(date, isDate ? startMs : undefined)
  return isDate ? startMs : undefined
}

/**
 * `yyyy-MM-dd HH:mm:ss` in milliseconds. The text may name its own offset; otherwise `offsetMinutes` counts.
 */
export function timeOf(text: string, offsetMinutes: number): number | undefined {
  const startMs = startOf(text.slice(0, 10))
  if (startMs === undefined) return undefined
  const parts = TIME.exec(text.slice(10))
  if (parts === null) return undefined
  const [, hours = 0, minutes = 0, seconds = 0, own] = parts
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const offset = own === undefined ? offsetMinutes : (offsetOfZone(own.replace('Z', 'UTC')) ?? 0)
  const minuteOfDay = Number(hours) * 60 + Number(minutes) - offset
  const atMs = startMs + minuteOfDay * 60_000 + Number(seconds) * 1000
  return atMs >= 0 ? atMs : undefined
}
