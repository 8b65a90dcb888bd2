import { stepKey } from '../acquirers/index.ts'
import { type Clock, monotonicOf } from '../server/kernel/timers/clock.ts'
import {
  CHARGE_REPLAYED_MS,
  type ConnectorOperation,
  createHeldCharges,
  type HeldCharges,
  type Inquiry,
  mayReplayChange,
} from '../server/payments/connectors/index.ts'
import { MAX_TRANSIT_MS } from './acquirer-book.ts'
import { MAX_SKEW_MS } from './clock-skew.ts'
import { isPrepared } from './prepared-charges.ts'

/** After this time no charge is sent any more or on its way. */
export const VOIDED_AFTER_MS = CHARGE_REPLAYED_MS + 2 * MAX_TRANSIT_MS

/** What a key must live longer than the request is old: the clocks of two nodes differ. */
const KEY_MARGIN_MS = 2 * MAX_SKEW_MS + 2 * MAX_TRANSIT_MS

/** What one life of a node may send again, to find its outcome (R-REPLAY-1). */
export class Replays {
  readonly #clock: Clock
  readonly #keysLiveMs: number
  readonly #held: HeldCharges

  constructor(clock: Clock, keysLiveMs: number) {
    this.#clock = clock
    this.#keysLiveMs = keysLiveMs
    this.#held = createHeldCharges({ monotonic: () => monotonicOf(clock) })
  }

  /** Keeps a charge as it is sent. */
  hold(operation: ConnectorOperation): void {
    if (!isPrepared(operation)) return
    const body = JSON.stringify(operation)
    this.#held.hold(operation.paymentId, { body, key: stepKey(operation, 'charge') })
  }

  /** The same request once more; `undefined`: it may not be sent again. */
  again(inquiry: Inquiry): ConnectorOperation | undefined {
    const { operation, isPending } = inquiry
    // It has been answered: only an event tells its end.
    if (isPending) return undefined
    if (isPrepared(operation)) {
      const held = this.#held.find(operation.paymentId)
      return held && (JSON.parse(held.body) as ConnectorOperation)
    }
    const keyLivesMs = this.#keysLiveMs - KEY_MARGIN_MS
    return mayReplayChange(inquiry, this.#clock.now(), keyLivesMs) ? operation : undefined
  }
}
