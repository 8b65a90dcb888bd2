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
  const known = OFFSETS[zone]
  if (known !== undefined) return known
  const parts = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zone)
  if (parts === null) return undefined
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0)
  return parts[1] === '-' ? -minutes : minutes
}

const DATE = /^\d{4}-\d{2}-\d{2}/
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** The date at the beginning of a text, `yyyy-MM-dd`; nothing where there is none. */
export function dateOf(text: string): string | undefined {
  const date = DATE.exec(text)?.[0]
  if (date === undefined) return undefined
  return new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ? date : undefined
}

/**
 * `yyyy-MM-dd HH:mm:ss` in milliseconds. The text may name its own offset; otherwise `offsetMinutes` counts.
 */
export function timeOf(text: string, offsetMinutes: number): number | undefined {
  const parts = DATE_TIME.exec(text)
  if (parts === null || dateOf(text) === undefined) return undefined
  const [, date, time = '00:00', own] = parts
  const localMs = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(localMs)) return undefined
  const offset = own === undefined ? offsetMinutes : (offsetOfZone(own.replace('Z', 'UTC')) ?? 0)
  const atMs = localMs - offset * 60_000
  return atMs >= 0 ? atMs : undefined
}
