import { DURATION } from '../../server/parameters/test-environment.ts'

/** A duration of ISO 8601, in the parts that it was written in: months have no fixed length. */
export interface Duration {
  readonly years: number
  readonly months: number
  readonly days: number
  /** Hours, minutes and seconds together. */
  readonly milliseconds: number
}

/** Reads `P1Y`, `P30D`, `PT29M`, `P1DT12H`; `undefined` for anything else. */
export function readDuration(text: string): Duration | undefined {
  const parts = DURATION.exec(text)?.slice(1)
  if (parts === undefined) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    parts.map((part) => Number(part ?? 0))
  return {
    years,
    months,
    days: weeks * 7 + days,
    milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000,
  }
}

/** A moment later by a duration, in UTC: a month after 31 January is the last day of February. */
export function laterBy(atMs: number, { years, months, days, milliseconds }: Duration): number {
  const at = new Date(atMs)
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth() + years * 12 + months
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  const day = Math.min(at.getUTCDate(), lastDay)
  const ofDayMs = atMs - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  return Date.UTC(Math.floor(month / 12), month % 12, day + days) + ofDayMs + milliseconds
}
