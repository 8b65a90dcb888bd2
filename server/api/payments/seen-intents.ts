import type { PaymentRow } from '../../engine/store/port.ts'

/** How many intents are remembered; above it the oldest are forgotten, and count as seen just now. */
const MAX_REMEMBERED = 10_000

/** What a process knows of an intent by itself. */
export interface KnownIntent {
  /** For how long it has known of it, in milliseconds by its monotonic clock. */
  readonly forMs: number
  /** Whether it is sending it at this moment, or writes down what was answered. */
  readonly isUnderWay: boolean
}

/**
 * What this process itself has seen of intents. Their age by the wall clock proves nothing: that clock
 * may have been set in the middle of the request, and the process that wrote the intent may have had
 * another time (R-CLK-1).
 */
export class SeenIntents {
  readonly #monotonic: () => number
  readonly #seenAtMs = new Map<string, number>()
  readonly #underWay = new Set<string>()

  /** `monotonic`: milliseconds, by a clock that never steps. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /**
   * Notes that an intent is handed to the store now, or is found there; the first note counts.
   * Answers the monotonic time of this call.
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

  /** The payment has its outcome. */
  forget(intent: Intent): void {
    this.#seenAtMs.delete(keyOf(intent))
  }

  /** Whether this process is sending the payment, or writes down what was answered. */
  isUnderWay(paymentId: string): boolean {
    return this.#underWay.has(paymentId)
  }

  /** Sends a payment and writes down what is answered. */
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

/** After a soft decline the same payment is sent a second time: that is another intent. */
function keyOf({ id, authenticationId }: Intent): string {
  return authenticationId === null ? id : `${id} ${authenticationId}`
}
