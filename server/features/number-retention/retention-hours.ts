import type { Change, PaymentRow } from '../../store/port.ts'

/** How long a payment keeps its number after its last booking, where its channel says nothing. */
export const KEPT_DAYS = 180

export const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/** The payments of a channel that were created within one hour of UTC, by the channel's clock. */
export interface RetentionHour {
  readonly entityId: string
  readonly fromMs: number
  /** The next hour begins here. */
  readonly endMs: number
}

/** The hour of a payment. */
export function hourOf({ entityId, createdAtMs }: HourOwner): RetentionHour {
  return numberedHour(entityId, Math.floor(createdAtMs / HOUR_MS))
}

export type HourOwner = Pick<PaymentRow, 'entityId' | 'createdAtMs'>

/** Names the hour as the subject of a timer: channel and number of the hour since 1970. */
export function subjectOf({ entityId, fromMs }: RetentionHour): string {
  return `${entityId}.${fromMs / HOUR_MS}`
}

/** Throws for a text that `subjectOf` has not made. */
export function hourOfSubject(subjectId: string): RetentionHour {
  const [, entityId, hour] = /^(.+)\.(\d+)$/.exec(subjectId) ?? []
  if (entityId === undefined) throw new Error(`No hour of a channel: ${subjectId}`)
  return numberedHour(entityId, Number(hour))
}

/**
 * Has the numbers of an hour looked at when the default time is over: one timer for all its payments,
 * so that a payment costs no timer of its own.
 */
export function ensureTimerOf(hour: RetentionHour): Change {
  return {
    kind: 'ensureTimer',
    timer: 'numberRetention',
    subjectId: subjectOf(hour),
    entityId: hour.entityId,
    dueAtMs: nextLook(hour, hour.fromMs, KEPT_DAYS),
    createdAtMs: hour.fromMs,
  }
}

/** A setting that was shortened meanwhile is obeyed after so many days. */
const LOOK_EVERY_DAYS = 7

/** When the numbers of an hour are looked at next: when their time is over, but at least once a week. */
export function nextLook({ endMs }: RetentionHour, nowMs: number, keptDays: number): number {
  return Math.min(endMs + keptDays * DAY_MS, nowMs + LOOK_EVERY_DAYS * DAY_MS)
}

function numberedHour(entityId: string, hour: number): RetentionHour {
  return { entityId, fromMs: hour * HOUR_MS, endMs: (hour + 1) * HOUR_MS }
}
