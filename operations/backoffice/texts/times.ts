import { MINUTE_MS } from '../../../common/durations.ts'
import { dayAt } from '../../../common/zoned-days.ts'
import { t, tag } from './texts.ts'

/** A time of the wire, `2026-11-26 18:04:12+0000`. */
export function dateOf(wire: string): Date {
  return new Date(wire.replace(' ', 'T').replace(/ ?([+-]\d\d)(\d\d)$/, '$1:$2'))
}

/** How far the gateway is ahead of this browser: by a clock that is set wrong, or a test clock that was moved. */
let aheadMs = 0

/** Takes over the time that the gateway tells. */
export function followGateway(wire: string): void {
  aheadMs = dateOf(wire).getTime() - Date.now()
}

/** The time where the person works. */
export function nowMs(): number {
  return Date.now() + aheadMs
}

/** In this time zone, else in the person's own. */
export function shownTime(wire: string, now = new Date(nowMs()), timeZone = ownZone()): string {
  const date = dateOf(wire)
  if (Number.isNaN(date.getTime())) return wire
  const [day, today] = [dayAt(date.getTime(), timeZone), dayAt(now.getTime(), timeZone)]
  const isToday = day === today
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return new Intl.DateTimeFormat(tag, {
    timeZone,
    ...(isToday ? {} : { day: '2-digit', month: 'short' }),
    ...(isToday || isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
  }).format(date)
}

/** The time zone of this browser. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** With date, seconds and time zone. */
export function wholeTime(wire: string, timeZone = ownZone()): string {
  const date = dateOf(wire)
  if (Number.isNaN(date.getTime())) return wire
  return new Intl.DateTimeFormat(tag, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  }).format(date)
}

/** A moment that must not be missed: day, hour and time zone. */
export function shownDeadline(wire: string, timeZone = ownZone()): string {
  const date = dateOf(wire)
  return Number.isNaN(date.getTime())
    ? wire
    : new Intl.DateTimeFormat(tag, {
        day: '2-digit',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZoneName: 'short',
        timeZone,
      }).format(date)
}

export function shownDate(wire: string): string {
  const date = dateOf(wire)
  return Number.isNaN(date.getTime())
    ? wire
    : new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(date)
}

/** Days of the form `2026-11-26`, in UTC: "20 – 26 Nov"; a missing one is open. */
export function shownDays(from: string | undefined, to: string | undefined): string {
  const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const [first, last] = [from, to].map((day) => new Date(`${day ?? ''}T00:00:00Z`))
  const isRange = first && last && Number(first) <= Number(last)
  if (isRange) return format.formatRange(first, last)
  const shown = [first, last].map((day) =>
    day && !Number.isNaN(Number(day)) ? format.format(day) : '…',
  )
  return shown.join(' – ')
}

/** A day of the form `2026-11-26`, in UTC: "26 Nov". */
export function shownDay(day: string): string {
  return new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** The day of the week of `2026-11-26`: "Thu". */
export function weekdayOf(day: string): string {
  return new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const

/** "in 3 days", "2 hours ago". */
export function relativeTime(wire: string, fromMs = nowMs()): string {
  const difference = dateOf(wire).getTime() - fromMs
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const [unit, size] = UNITS.find(([, ms]) => Math.abs(difference) >= ms) ?? ['minute', MINUTE_MS]
  return format.format(Math.round(difference / size), unit)
}

/** Milliseconds until a time; negative when it is over. */
export function untilMs(wire: string, fromMs = nowMs()): number {
  return dateOf(wire).getTime() - fromMs
}

/** When something is due; what is late is due now: its moment would look as if nothing came any more. */
export function dueText(wire: string, atMs = nowMs()): string {
  return dateOf(wire).getTime() <= atMs ? t('webhook.dueNow') : shownTime(wire, new Date(atMs))
}

/** The day of a time in a time zone of the IANA list. */
export function dayIn(wire: string, timeZone: string): string {
  const date = dateOf(wire)
  if (Number.isNaN(date.getTime())) return wire
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }).format(date)
}

/** Days of the form `2026-11-26`, both included, with their years. */
export function shownSpan(from: string, to: string): string {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}
