import type { TimerRow } from '../../engine/store/port.ts'
import type { ConnectorOutcome, InquiryOutcome } from '../../methods/connectors/connector.ts'
import type { KnownIntent } from './seen-intents.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long after its intent an acquirer is asked for the first time. */
export const FIRST_INQUIRY_MS = 30 * SECOND_MS

/** Between two inquiries about one payment (R-UNK-3), the first one after its intent. */
const PAUSES_MS: readonly number[] = [
  FIRST_INQUIRY_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  ...Array.from({ length: 5 }, () => DAY_MS),
]

/** After this long nobody asks any more: a person has to look (R-UNK-3). */
export const RECOVERY_HORIZON_MS = 7 * DAY_MS

/** For so long after the horizon a "not found" may be confirmed. */
const MAX_CONFIRMATION_MS = DAY_MS

/** How often an acquirer that does not answer is asked about a payment whose time is over, hourly. */
const MAX_LATE_INQUIRIES = 24

/** When to ask again about a payment whose time is over; `undefined`: a person has to look. */
export function nextLateInquiryAt(timer: TimerRow, nowMs: number): number | undefined {
  return timer.attempts < MAX_LATE_INQUIRIES ? nowMs + HOUR_MS : undefined
}

/**
 * When to ask next after an inquiry that brought no outcome; `undefined`: the horizon is reached.
 * `attempts`: how often was asked so far, this time included.
 */
export function nextInquiryAt(timer: TimerRow, nowMs: number): number | undefined {
  const horizonMs = timer.createdAtMs + RECOVERY_HORIZON_MS
  if (nowMs >= horizonMs) return undefined
  const pauseMs = PAUSES_MS[timer.attempts]
  return pauseMs === undefined ? horizonMs : Math.min(nowMs + pauseMs, horizonMs)
}

/**
 * An operation is sent this soon after its intent was handed to the store, or not at all. A process
 * may stand still between the two while another one asks about the intent: what is not found must
 * not be sent afterwards.
 */
const LATEST_SEND_MS = 10_000

/** The monotonic clocks of two machines run at nearly the same speed. */
const CLOCK_RATE_MARGIN_MS = 5_000

/** Whether an intent may still be sent to its connector, by the time since it was handed to the store. */
export function maySend(sinceHandedInMs: number): boolean {
  return sinceHandedInMs <= LATEST_SEND_MS
}

/**
 * What an inquiry tells. An acquirer that does not know an operation may still receive it while it is
 * on its way: only afterwards it surely never will (R-UNK-1). What counts is how long the process that
 * asks has known of the intent, never the difference of two wall clocks (R-CLK-1).
 */
export function outcomeOfInquiry(
  answer: InquiryOutcome,
  { forMs, isUnderWay }: KnownIntent,
  maxTransitMs: number,
): ConnectorOutcome {
  if (answer.kind !== 'notFound') return answer
  const isSure = !isUnderWay && forMs > longestWay(maxTransitMs)
  return { kind: isSure ? 'notSent' : 'unknown' }
}

/** How long after its intent an operation can still be on its way, in milliseconds. */
function longestWay(maxTransitMs: number): number {
  return LATEST_SEND_MS + maxTransitMs + CLOCK_RATE_MARGIN_MS
}

/**
 * When to ask once more at the horizon where the last answer was "not found" and the process that
 * asked had not known of the intent for long enough, such as after its restart; `undefined`: a person
 * has to look.
 */
export function nextConfirmationAt(
  timer: TimerRow,
  nowMs: number,
  maxTransitMs: number,
): number | undefined {
  const lastMs = timer.createdAtMs + RECOVERY_HORIZON_MS + MAX_CONFIRMATION_MS
  return nowMs < lastMs ? nowMs + longestWay(maxTransitMs) + SECOND_MS : undefined
}
