import type { Change, Store } from '../../engine/store/port.ts'
import { type EntityClock, monotonicOf } from '../../engine/timers/clock.ts'

/** Duration of a lease. After a crash the calls of a queue are delayed by this time (R-WH-4). */
export const LEASE_MS = 60_000

/** A lease is renewed when less than this time is left; longer than a call takes. */
const RENEWED_BELOW_MS = 40_000

export interface LeaseParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly holder: string
}

interface Held {
  readonly version: number
  /** By the monotonic clock, counted from before the lease was requested. */
  readonly untilMs: number
}

/** The queues that only this process sends. It keeps a lease until its end, even while nothing is due. */
export class QueueLeases {
  readonly #parts: LeaseParts
  readonly #held = new Map<string, Held>()

  constructor(parts: LeaseParts) {
    this.#parts = parts
  }

  /** Whether this process may send the calls of a queue now. Rejects with the store. */
  async hold(queue: string): Promise<boolean> {
    const { store, clock, holder } = this.#parts
    const beganMs = monotonicOf(clock)
    const held = this.#held.get(queue)
    if (held !== undefined && held.untilMs - beganMs > RENEWED_BELOW_MS) return true
    const row = held === undefined ? await store.read.deliveryLease(queue) : undefined
    if (row !== undefined && row.holder !== holder && row.untilMs > clock.now()) return false
    const untilMs = clock.now() + LEASE_MS
    const version = held?.version ?? row?.version
    const change: Change =
      version === undefined
        ? { kind: 'insertDeliveryLease', row: { queue, holder, untilMs, version: 1 } }
        : { kind: 'takeDeliveryLease', queue, expectedVersion: version, holder, untilMs }
    const { applied } = await store.commit([change])
    if (applied) {
      this.#held.set(queue, { version: (version ?? 0) + 1, untilMs: beganMs + LEASE_MS })
    } else this.#held.delete(queue)
    return applied
  }

  /** Whether a call may begin now: another process has the queue when the lease is over. */
  isHeld(queue: string): boolean {
    return (this.#held.get(queue)?.untilMs ?? 0) > monotonicOf(this.#parts.clock)
  }

  async releaseAll(): Promise<void> {
    const { store, holder } = this.#parts
    const queues = [...this.#held.keys()]
    this.#held.clear()
    if (queues.length === 0) return
    await store.commit(queues.map((queue) => ({ kind: 'endDeliveryLease', queue, holder })))
  }
}
