import { setMaxListeners } from 'node:events'
import { monotonicOf } from '../../kernel/timers/clock.ts'
import type { Queue } from '../../store/port.ts'
import { QueueLeases } from './queue-leases.ts'
import { QueueRun, type SenderParts } from './queue-run.ts'
import { QueueShares } from './queue-shares.ts'

/** How many webhooks one process sends to at once; each has at most four calls under way. */
const WEBHOOK_PLACES: PlaceLimits = { shared: 500, all: 2_000 }

/** The same for addresses from requests: one merchant can name any number of receivers that hang. */
const ADDRESS_PLACES: PlaceLimits = { shared: 100, all: 400 }

/** How long it is remembered whose a queue is, in queues. */
const MAX_KNOWN_OWNERS = 10_000

/** Number of queues in one read. */
const PAGE = 500

/** How long the end of the process waits for calls under way; the others are made again later. */
const MAX_STOP_MS = 10_000

/** Makes the calls that are due to servers of merchants. */
export interface Sender {
  /** Begins with the queues in which something is due; resolves before their calls end. Rejects with the store. */
  look(): Promise<void>
  /** Something may be due in these queues now: a commit has written it. Never rejects. */
  wake(queues: Iterable<string>): void
  /** Resolves when no call is under way and none is due that this process may make. */
  idle(): Promise<void>
  /** Starts no more calls. Calls under way have ten seconds; longer ones are repeated later. */
  stop(): Promise<void>
}

export function createSender(parts: SenderParts): Sender {
  return new QueueSender(parts)
}

class QueueSender implements Sender {
  readonly #parts: SenderParts
  readonly #leases: QueueLeases | undefined
  readonly #shares: QueueShares | undefined
  readonly #running = new Map<string, QueueRun>()
  /** No call of these may begin: another process may take them at any moment. */
  readonly #givingBack = new Set<string>()
  readonly #ending = new AbortController()
  readonly #webhooks = new QueuePlaces(WEBHOOK_PLACES)
  readonly #addresses = new QueuePlaces(ADDRESS_PLACES)
  readonly #ownerOf: (queue: string) => Promise<string>
  /** Queues that ask for a place, or wait for one. */
  readonly #waiting = new Set<string>()
  readonly #asking = new Set<Promise<void>>()
  #isStopped = false

  constructor(parts: SenderParts) {
    const { store, clock, holder } = parts
    this.#parts = parts
    // A store of one process needs no lease, because no other process could send: so a crash delays no call.
    const leases = store.time === undefined ? undefined : new QueueLeases({ store, clock, holder })
    this.#leases = leases
    this.#shares = leases && new QueueShares({ store, clock, holder, leases })
    this.#ownerOf = rememberedOwners(parts)
    // No warning for many listeners: every call under way listens to the signal.
    setMaxListeners(0, this.#ending.signal)
  }

  async look(): Promise<void> {
    if (this.#isStopped) return
    const due = await this.#dueQueues()
    await this.#shares?.count(due)
    for (const queue of due) this.#begin(queue)
    const nowMs = monotonicOf(this.#parts.clock)
    for (const places of [this.#webhooks, this.#addresses]) {
      for (const queue of places.overdue(nowMs)) this.#running.get(queue)?.stop()
    }
    const surplus = this.#shares?.surplus((one) => this.#running.has(one)) ?? []
    for (const queue of surplus) void this.#giveBack(queue)
  }

  wake(queues: Iterable<string>): void {
    for (const queue of queues) this.#begin(queue)
  }

  async idle(): Promise<void> {
    while (this.#running.size + this.#asking.size > 0)
      await Promise.all([...this.#asking, ...this.#ends()])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const run of this.#running.values()) run.stop()
    const tooLong = setTimeout(() => this.#ending.abort(), MAX_STOP_MS)
    await Promise.all(this.#ends())
    clearTimeout(tooLong)
    await this.#leases?.releaseAll().catch((err) => {
      this.#parts.log.error({ err }, 'leases of deliveries are kept until they end')
    })
  }

  #begin(queue: string): void {
    this.#running.get(queue)?.lookAgain()
    if (this.#isStopped || this.#running.has(queue) || this.#waiting.has(queue)) return
    if (!this.#mayStart(queue)) return
    this.#waiting.add(queue)
    const asked: Promise<void> = this.#ask(queue).finally(() => this.#asking.delete(asked))
    this.#asking.add(asked)
  }

  /** Never rejects. */
  async #ask(queue: string): Promise<void> {
    const { clock, log } = this.#parts
    try {
      const owner = await this.#ownerOf(queue)
      if (this.#placesOf(queue).ask(queue, owner, monotonicOf(clock))) this.#startAll([queue])
    } catch (err) {
      this.#waiting.delete(queue)
      log.error({ err, queue }, 'deliveries are sent later')
    }
  }

  /** These have a place: their runs begin, but for queues that another process has now. */
  #startAll(queues: readonly string[]): void {
    const line = [...queues]
    for (const queue of line) {
      this.#waiting.delete(queue)
      if (this.#isStopped || !this.#mayStart(queue)) line.push(...this.#freed(queue))
      else this.#start(queue)
    }
  }

  #start(queue: string): void {
    const leases = this.#leases
    const run = new QueueRun(queue, { ...this.#parts, leases, signal: this.#ending.signal })
    this.#running.set(queue, run)
    void run.ended.then((hasMore) => {
      this.#running.delete(queue)
      this.#startAll(this.#freed(queue))
      if (hasMore) this.#begin(queue)
    })
  }

  /** Whether no other process has the queue, or is about to. */
  #mayStart(queue: string): boolean {
    return !this.#givingBack.has(queue) && this.#shares?.mayTake(queue) !== false
  }

  #placesOf(queue: string): QueuePlaces {
    return isAddress(queue) ? this.#addresses : this.#webhooks
  }

  /** The queues that have a place for that of this one. */
  #freed(queue: string): readonly string[] {
    return this.#placesOf(queue).giveBack(queue, monotonicOf(this.#parts.clock))
  }

  #ends(): readonly Promise<boolean>[] {
    return [...this.#running.values()].map(({ ended }) => ended)
  }

  async #dueQueues(): Promise<ReadonlySet<string>> {
    const { store, clock } = this.#parts
    const due = new Set<string>()
    await this.#addDue(due, (after) => store.read.dueQueues(clock.now(), after, PAGE))
    for (const { entityIds, nowMs } of clock.ownTimes()) {
      await this.#addDue(due, (after) => store.read.dueQueuesOf(entityIds, nowMs, after, PAGE))
    }
    return due
  }

  async #addDue(
    due: Set<string>,
    read: (after: string) => Promise<readonly Queue[]>,
  ): Promise<void> {
    let after = ''
    for (;;) {
      const page = await read(after)
      for (const { queue } of page) due.add(queue)
      after = page.at(-1)?.queue ?? ''
      if (page.length < PAGE || this.#isStopped) return
    }
  }

  /** Lets other processes take a queue, once its calls under way have ended. Never rejects. */
  async #giveBack(queue: string): Promise<void> {
    this.#givingBack.add(queue)
    const run = this.#running.get(queue)
    run?.stop()
    try {
      await run?.ended
      // The end of the process gives back all of them.
      if (!this.#isStopped) await this.#leases?.release([queue])
    } catch (err) {
      this.#parts.log.error({ err, queue }, 'the lease of a queue is kept until it ends')
    } finally {
      this.#givingBack.delete(queue)
    }
  }
}

/** Whose a queue is; remembered, because it is asked for at each call. */
function rememberedOwners({ store, clock, merchantOf = async (id) => id }: SenderParts) {
  const known = new Map<string, string>()
  return async (queue: string): Promise<string> => {
    const remembered = known.get(queue)
    if (remembered !== undefined) return remembered
    const row =
      (isAddress(queue) ? undefined : await store.read.webhook(queue)) ??
      (await store.read.dueDeliveries(queue, clock.now(), 1))[0]
    // Nothing is due any more, or by an entity's own clock: it is asked for again.
    if (row === undefined) return ''
    const owner = await merchantOf(row.entityId)
    if (known.size >= MAX_KNOWN_OWNERS) known.clear()
    known.set(queue, owner)
    return owner
  }
}

/** The queue of a webhook is named by its id. */
function isAddress(queue: string): boolean {
  return queue.includes('://')
}

/** So many queues of a merchant always have a place, whatever others do. */
export const OWN_PLACES = 10

/** After this time a queue gives its place to one of the same merchant that waits. */
export const TURN_MS = 10_000

interface PlaceLimits {
  /** Places that anybody may take. */
  readonly shared: number
  /** Places in all, those that a merchant always has among them. */
  readonly all: number
}

/**
 * The places of queues whose calls are under way, shared out by merchant: one merchant whose receivers hang
 * could hold all of them, and the events of the others would wait for hours. A merchant without many
 * places always gets one; a place that becomes free goes to the merchant who waits with the fewest.
 */
export class QueuePlaces {
  readonly #limits: PlaceLimits
  /** By merchant: the queues with a place, and since when. */
  readonly #held = new Map<string, Map<string, number>>()
  /** By merchant: the queues without one, in the order in which they asked. */
  readonly #waiting = new Map<string, Set<string>>()
  #count = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** Takes a place for a queue, or lets it wait. Returns whether it has one now. */
  ask(queue: string, merchant: string, nowMs: number): boolean {
    const waiting = this.#waiting.get(merchant) ?? new Set()
    if (waiting.size === 0 && this.#isFree(merchant)) {
      this.#take(queue, merchant, nowMs)
      return true
    }
    this.#waiting.set(merchant, waiting.add(queue))
    return false
  }

  /** Gives the place of a queue back. Returns the queues that have one for it. */
  giveBack(queue: string, nowMs: number): readonly string[] {
    for (const [merchant, held] of this.#held) {
      if (!held.delete(queue)) continue
      this.#count -= 1
      if (held.size === 0) this.#held.delete(merchant)
    }
    const next: string[] = []
    for (;;) {
      const merchant = this.#nextMerchant()
      const [first] = this.#waiting.get(merchant ?? '') ?? []
      if (merchant === undefined || first === undefined) return next
      this.#leaveLine(first, merchant)
      this.#take(first, merchant, nowMs)
      next.push(first)
    }
  }

  /** Queues that have had a place for long while others of their merchant wait. */
  overdue(nowMs: number): readonly string[] {
    return [...this.#waiting].flatMap(([merchant, waiting]) =>
      [...(this.#held.get(merchant) ?? [])]
        .filter(([, sinceMs]) => nowMs - sinceMs >= TURN_MS)
        .map(([queue]) => queue)
        .slice(0, waiting.size),
    )
  }

  #isFree(merchant: string): boolean {
    if (this.#count >= this.#limits.all) return false
    return this.#count < this.#limits.shared || this.#placesOf(merchant) < OWN_PLACES
  }

  /** Of the merchants who wait and may take a place, the one with the fewest. */
  #nextMerchant(): string | undefined {
    const able = [...this.#waiting.keys()].filter((merchant) => this.#isFree(merchant))
    return able.reduce<string | undefined>(
      (best, merchant) =>
        best === undefined || this.#placesOf(merchant) < this.#placesOf(best) ? merchant : best,
      undefined,
    )
  }

  #placesOf(merchant: string): number {
    return this.#held.get(merchant)?.size ?? 0
  }

  #take(queue: string, merchant: string, nowMs: number): void {
    const held = this.#held.get(merchant) ?? new Map<string, number>()
    this.#held.set(merchant, held.set(queue, nowMs))
    this.#count += 1
  }

  #leaveLine(queue: string, merchant: string): void {
    const waiting = this.#waiting.get(merchant)
    waiting?.delete(queue)
    if (waiting?.size === 0) this.#waiting.delete(merchant)
  }
}
