import type { PaymentRow } from '../../store/port.ts'

/** Maximum number of remembered intents. The oldest are forgotten first: they then count as new. */
const MAX_REMEMBERED = 10_000

/** What this process knows about an intent without the store. */
export interface KnownIntent {
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
