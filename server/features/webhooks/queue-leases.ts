import { type EntityClock, monotonicOf } from '../../kernel/timers/clock.ts'
import type { Change, Store } from '../../store/port.ts'

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

/**
 * The queues that only this process sends. It keeps a lease until its end, even while nothing is due, and
 * forgets it at most a minute later: a request may name any address, whose queue is perhaps never used again.
 */
export class QueueLeases {
  readonly #parts: LeaseParts
  readonly #held = new Map<string, Held>()
  readonly #taking = new Set<string>()
  /** The end of the leases that are being deleted: none of them may be taken meanwhile. */
  #forgetting: Promise<unknown> | undefined
  #forgottenAtMs: number

  constructor(parts: LeaseParts) {
    this.#parts = parts
    this.#forgottenAtMs = monotonicOf(parts.clock)
  }

  /** Whether this process may send the calls of a queue now. Rejects with the store. */
  async hold(queue: string): Promise<boolean> {
    const leftMs = (this.#held.get(queue)?.untilMs ?? 0) - monotonicOf(this.#parts.clock)
    if (leftMs > RENEWED_BELOW_MS) return true
    while (this.#forgetting !== undefined) await this.#forgetting
    this.#taking.add(queue)
    try {
      await this.#forgetEnded()
      return await this.#take(queue)
    } finally {
      this.#taking.delete(queue)
    }
  }

  async #take(queue: string): Promise<boolean> {
    const { store, clock, holder } = this.#parts
    const beganMs = monotonicOf(clock)
    const held = this.#held.get(queue)
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

  async #forgetEnded(): Promise<void> {
    const nowMs = monotonicOf(this.#parts.clock)
    if (nowMs - this.#forgottenAtMs < LEASE_MS) return
    this.#forgottenAtMs = nowMs
    const ended = [...this.#held]
      .filter(([queue, { untilMs }]) => untilMs <= nowMs && !this.#taking.has(queue))
      .map(([queue]) => queue)
    if (ended.length > 0) await this.#end(ended)
  }

  /** Gives queues back, so that other processes can send them. Rejects with the store. */
  async release(queues: readonly string[]): Promise<void> {
    while (this.#forgetting !== undefined) await this.#forgetting
    await this.#end(queues.filter((queue) => !this.#taking.has(queue)))
  }

  async #end(queues: readonly string[]): Promise<void> {
    const { store, holder } = this.#parts
    for (const queue of queues) this.#held.delete(queue)
    this.#forgetting = store
      .commit(queues.map((queue) => ({ kind: 'endDeliveryLease', queue, holder })))
      .finally(() => {
        this.#forgetting = undefined
      })
    await this.#forgetting
  }

  /** The queues that this process holds, or is about to take. */
  queues(): readonly string[] {
    return [...new Set([...this.#held.keys(), ...this.#taking])].filter(
      (queue) => this.#taking.has(queue) || this.isHeld(queue),
    )
  }

  /** Whether a call may begin now: another process has the queue when the lease is over. */
  isHeld(queue: string): boolean {
    return (this.#held.get(queue)?.untilMs ?? 0) > monotonicOf(this.#parts.clock)
  }

  async releaseAll(): Promise<void> {
    const queues = [...this.#held.keys()]
    if (queues.length > 0) await this.release(queues)
  }
}
