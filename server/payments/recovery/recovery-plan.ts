import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../common/durations.ts'
import type { PaymentRow, TimerRow } from '../../store/port.ts'
import type { ConnectorOutcome, InquiryOutcome } from '../connectors/connector.ts'

/** Time from the intent to the first inquiry. */
export const FIRST_INQUIRY_MS = 30 * SECOND_MS

/** Pauses before each inquiry about one payment (R-UNK-3); the first one begins with its intent. */
const PAUSES_MS: readonly number[] = [
  FIRST_INQUIRY_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  ...Array.from({ length: 5 }, () => DAY_MS),
]

/** After this time inquiries end, and the payment is marked for manual review (R-UNK-3). */
export const RECOVERY_HORIZON_MS = 7 * DAY_MS

/** Time after the horizon in which a "not found" may still be confirmed. */
const MAX_CONFIRMATION_MS = DAY_MS

/** Maximum number of hourly inquiries about an expired payment while its acquirer does not answer. */
const MAX_LATE_INQUIRIES = 24

/** When to ask again about an expired payment; `undefined`: manual review. */
export function nextLateInquiryAt(timer: TimerRow, nowMs: number): number | undefined {
  return timer.attempts < MAX_LATE_INQUIRIES ? nowMs + HOUR_MS : undefined
}

/** Maximum number of daily inquiries about what an acquirer has accepted. Its word is taken however late it comes. */
const MAX_TAKEN_INQUIRIES = 90

/** When to ask again about what an acquirer has accepted; `undefined`: only its own word, a report or a person ends it. */
export function nextTakenInquiryAt(timer: TimerRow, nowMs: number): number | undefined {
  return timer.attempts < MAX_TAKEN_INQUIRIES ? nowMs + DAY_MS : undefined
}

/**
 * When to ask again after an inquiry that brought no outcome; `undefined`: the horizon is reached.
 * `timer.attempts`: the number of inquiries so far, this one included.
 */
export function nextInquiryAt(timer: TimerRow, nowMs: number): number | undefined {
  const horizonMs = timer.createdAtMs + RECOVERY_HORIZON_MS
  if (nowMs >= horizonMs) return undefined
  const pauseMs = PAUSES_MS[timer.attempts]
  return pauseMs === undefined ? horizonMs : Math.min(nowMs + pauseMs, horizonMs)
}

/**
 * An operation is sent within this time after its intent was handed to the store, or never. A process
 * may be suspended between the two while another process asks about the intent: an operation that the
 * acquirer has reported as not found must not be sent afterwards.
 */
const LATEST_SEND_MS = 10_000

/** Allows for monotonic clocks of two machines that run at slightly different speeds. */
const CLOCK_RATE_MARGIN_MS = 5_000

/** Whether an intent may still be sent to its connector. */
export function maySend(sinceHandedInMs: number): boolean {
  return sinceHandedInMs <= LATEST_SEND_MS
}

/**
 * The outcome that an inquiry proves. An acquirer that does not know an operation may still receive it
 * while the message is in transit: "not found" proves "never sent" only after the longest transit time
 * (R-UNK-1). That time is measured from when the asking process first knew of the intent, never as a
 * difference of two wall clocks (R-CLK-1).
 */
export function outcomeOfInquiry(
  answer: InquiryOutcome,
  { forMs, isUnderWay }: KnownIntent,
  maxTransitMs: number,
): ConnectorOutcome {
  if (answer.kind !== 'notFound') return answer
  const isSure = !isUnderWay && forMs > maxDeliveryMs(maxTransitMs)
  return { kind: isSure ? 'notSent' : 'unknown' }
}

/** The longest time after its intent in which an operation can reach its acquirer, in milliseconds. */
function maxDeliveryMs(maxTransitMs: number): number {
  return LATEST_SEND_MS + maxTransitMs + CLOCK_RATE_MARGIN_MS
}

/**
 * When to ask once more at the horizon, where the last answer was "not found" but the asking process
 * has not known of the intent for long enough, for example after a restart; `undefined`: manual review.
 */
export function nextConfirmationAt(
  timer: TimerRow,
  nowMs: number,
  maxTransitMs: number,
): number | undefined {
  const lastMs = timer.createdAtMs + RECOVERY_HORIZON_MS + MAX_CONFIRMATION_MS
  return nowMs < lastMs ? nowMs + maxDeliveryMs(maxTransitMs) + SECOND_MS : undefined
}

/** Maximum number of remembered intents. The oldest are forgotten first: they then count as new. */
const MAX_REMEMBERED = 10_000

/** What this process knows about an intent without the store. */
interface KnownIntent {
  /** How long it has known of the intent, in milliseconds of its monotonic clock. */
  readonly forMs: number
  /** Whether it is sending the operation at this moment, or writing its outcome. */
  readonly isUnderWay: boolean
}

/**
 * When this process first saw each intent. The age of an intent by the wall clock proves nothing: that
 * clock may have been set during the request, and the process that wrote the intent may have another
 * time (R-CLK-1).
 */
export class SeenIntents {
  readonly #monotonic: () => number
  readonly #seenAtMs = new Map<string, number>()
  readonly #underWay = new Set<string>()

  /** `monotonic`: milliseconds of a clock that is never set. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /**
   * Notes that an intent is handed to the store now, or is found there. Only the first call for an
   * intent counts. Returns the monotonic time of this call.
   */
  note(intent: Intent): number {
    const nowMs = this.#monotonic()
    const key = keyOf(intent)
    if (this.#seenAtMs.has(key)) return nowMs
    this.#seenAtMs.set(key, nowMs)
    if (this.#seenAtMs.size > MAX_REMEMBERED) {
      this.#seenAtMs.delete(this.#seenAtMs.keys().next().value ?? '')
    }
    return nowMs
  }

  known(intent: Intent): KnownIntent {
    const nowMs = this.note(intent)
    return {
      forMs: nowMs - (this.#seenAtMs.get(keyOf(intent)) ?? nowMs),
      isUnderWay: this.#underWay.has(intent.id),
    }
  }

  /** Called when the payment has its outcome. */
  forget(intent: Intent): void {
    this.#seenAtMs.delete(keyOf(intent))
  }

  /** Whether this process is sending the payment, or writing its outcome. */
  isUnderWay(paymentId: string): boolean {
    return this.#underWay.has(paymentId)
  }

  /** Runs `work`, which sends a payment and writes its outcome, and marks the payment as under way. */
  async whileUnderWay<Result>(paymentId: string, work: () => Promise<Result>): Promise<Result> {
    this.#underWay.add(paymentId)
    try {
      return await work()
    } finally {
      this.#underWay.delete(paymentId)
    }
  }
}

type Intent = Pick<PaymentRow, 'id' | 'authenticationId'>

/** The second charge of a payment, after a soft decline, counts as another intent. */
function keyOf({ id, authenticationId }: Intent): string {
  return authenticationId === null ? id : `${id} ${authenticationId}`
}
