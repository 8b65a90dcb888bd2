import { type EntityClock, monotonicOf } from '../../kernel/timers/clock.ts'
import type { Store } from '../../store/port.ts'
import type { QueueLeases } from './queue-leases.ts'

/** Number of leases in one read. */
const PAGE = 1000

/** A process keeps so many queues more than its share, so that queues do not move for each new one. */
const SPARE = 2

/** A queue beyond the share is taken all the same when no other process has taken it for this time. */
const LEFT_MS = 3_000

const GIVES_BACK_EVERY_MS = 30_000

/** Each living process has a lease with this prefix and its name, by which the others count it. */
const PRESENCE = 'process '

export interface ShareParts {
  readonly store: Pick<Store, 'read'>
  readonly clock: EntityClock
  readonly holder: string
  readonly leases: QueueLeases
}

/**
 * Divides the queues among the processes of one database: without it, the process that holds a queue first
 * keeps it, and one of two sent sixteen queues of twenty. Only a preference: a queue that is left by
 * the others is taken by any process.
 */
export class QueueShares {
  readonly #parts: ShareParts
  /** Queues that other processes held at the last count. */
  #others = new Set<string>()
  #share = Number.POSITIVE_INFINITY
  /** Queues beyond the share that nobody holds, with the time at which they were seen first. */
  #left = new Map<string, number>()
  #gaveBackAtMs = Number.NEGATIVE_INFINITY

  constructor(parts: ShareParts) {
    this.#parts = parts
  }

  /** Counts processes and queues: those that are held, and those in which something is due. Rejects with the store. */
  async count(due: ReadonlySet<string>): Promise<void> {
    const { leases, holder } = this.#parts
    await leases.hold(PRESENCE + holder)
    const held = await this.#heldLeases()
    const processes = new Set([holder, ...held.map((lease) => lease.holder)]).size
    const leased = held.filter(({ queue }) => !queue.startsWith(PRESENCE))
    const queues = new Set([...due, ...leased.map(({ queue }) => queue)])
    this.#share = processes === 1 ? Number.POSITIVE_INFINITY : Math.ceil(queues.size / processes)
    this.#others = new Set(
      leased.filter((lease) => lease.holder !== holder).map(({ queue }) => queue),
    )
    // A queue that is held, or in which nothing is due any more, is not left.
    this.#left = new Map(
      [...this.#left].filter(([queue]) => due.has(queue) && !this.#others.has(queue)),
    )
  }

  async #heldLeases() {
    const { store, clock } = this.#parts
    const found: Awaited<ReturnType<Store['read']['heldLeases']>>[number][] = []
    for (;;) {
      const page = await store.read.heldLeases(clock.now(), found.at(-1)?.queue ?? '', PAGE)
      found.push(...page)
      if (page.length < PAGE) return found
    }
  }

  /** Whether this process may take a queue, or go on with it. */
  mayTake(queue: string): boolean {
    const { leases, clock } = this.#parts
    if (leases.isHeld(queue)) return true
    if (this.#others.has(queue)) return false
    if (this.#share === Number.POSITIVE_INFINITY) return true
    if (this.#ownQueues().length < this.#share) return true
    const nowMs = monotonicOf(clock)
    const sinceMs = this.#left.get(queue) ?? nowMs
    this.#left.set(queue, sinceMs)
    return nowMs - sinceMs >= LEFT_MS
  }

  /**
   * The queues that this process should give back, those at rest first; none soon after it gave some back,
   * because the others may not take them.
   */
  surplus(isBusy: (queue: string) => boolean): readonly string[] {
    const own = this.#ownQueues()
    const nowMs = monotonicOf(this.#parts.clock)
    const isEnough = own.length <= this.#share + SPARE
    if (isEnough || nowMs - this.#gaveBackAtMs < GIVES_BACK_EVERY_MS) return []
    this.#gaveBackAtMs = nowMs
    const [busy, atRest] = [own.filter(isBusy), own.filter((queue) => !isBusy(queue))]
    return [...atRest, ...busy].slice(0, own.length - this.#share)
  }

  #ownQueues(): readonly string[] {
    return this.#parts.leases.queues().filter((queue) => !queue.startsWith(PRESENCE))
  }
}
