import { StoreError } from './errors.ts'
import type { ChangeSet, CommitResult } from './port.ts'

/** How much may go into one batch, and how much may wait before more is refused. */
export interface CommitLimits {
  readonly batchSets: number
  /** Characters of the sets' texts; a single larger set makes a batch alone. */
  readonly batchChars: number
  readonly queuedSets: number
  readonly queuedChars: number
}

/** More in a batch brings nothing: the sync is shared well before. The queue is half a second of work. */
export const COMMIT_LIMITS: CommitLimits = {
  batchSets: 256,
  batchChars: 4 * 1024 * 1024,
  queuedSets: 4096,
  queuedChars: 64 * 1024 * 1024,
}

/** A change set in the form that its engine writes: a copy, later changes of the rows do not reach it. */
export interface TakenSet {
  /** How much it takes of the limits, in characters. */
  readonly chars: number
}

/** The outcome of one change set of a batch: a result, or what its caller is rejected with. */
export type SetResult = CommitResult | StoreError

/** How an engine writes batches. */
export interface BatchWriter<Taken extends TakenSet> {
  /** Takes the set as it is now. May throw `invalid-change`. */
  take(changes: ChangeSet): Taken
  /** How many batches may be under way at once; they are written in the order in which they came. */
  readonly atOnce: number
  /**
   * Resolves after COMMIT with an outcome for each set in order; rejects when nothing of the batch
   * was committed.
   */
  write(batch: readonly Taken[]): Promise<readonly SetResult[]>
}

interface Waiting<Taken> {
  readonly taken: Taken
  readonly resolve: (result: CommitResult) => void
  readonly reject: (reason: StoreError) => void
}

/**
 * Collects change sets and writes them in batches, in the order in which they came. While batches
 * are being written the next one collects: an idle server commits sets of one at once, a busy one
 * forms groups by itself.
 */
export class GroupCommitter<Taken extends TakenSet> {
  readonly #writer: BatchWriter<Taken>
  readonly #limits: CommitLimits
  #queue: Waiting<Taken>[] = []
  #queuedChars = 0
  readonly #lanes = new Set<Promise<void>>()
  #openLanes = 0
  #stopped = false

  constructor(writer: BatchWriter<Taken>, limits: CommitLimits = COMMIT_LIMITS) {
    this.#writer = writer
    this.#limits = limits
  }

  /** Resolves after COMMIT. Rejects with a `StoreError`: then no answer may say that anything happened. */
  async commit(changes: ChangeSet): Promise<CommitResult> {
    if (this.#stopped) throw new StoreError('closed', 'The store is closed')
    if (this.#isFull()) {
      throw new StoreError('overloaded', `${this.#queue.length} change sets are waiting already`)
    }
    const taken = this.#writer.take(changes)
    return new Promise((resolve, reject) => {
      this.#queue.push({ taken, resolve, reject })
      this.#queuedChars += taken.chars
      if (this.#openLanes < this.#writer.atOnce) this.#openLane()
    })
  }

  /** Takes nothing more and resolves when what was waiting has been written. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#lanes)
  }

  #isFull(): boolean {
    const { queuedSets, queuedChars } = this.#limits
    return this.#queue.length >= queuedSets || this.#queuedChars >= queuedChars
  }

  /** Each lane writes one batch after the other, until nothing waits. */
  #openLane(): void {
    this.#openLanes += 1
    const lane = this.#drain()
    this.#lanes.add(lane)
    void lane.then(() => this.#lanes.delete(lane))
  }

  async #drain(): Promise<void> {
    // What arrived in the same turn of the event loop goes into the same batch.
    await turnEnd()
    while (this.#queue.length > 0) await this.#write(this.#takeBatch())
    // Nothing waited in this turn of the event loop: the next set opens another lane.
    this.#openLanes -= 1
  }

  #takeBatch(): Waiting<Taken>[] {
    const { batchSets, batchChars } = this.#limits
    let chars = 0
    let count = 0
    for (const { taken } of this.#queue) {
      if (count === batchSets || (count > 0 && chars + taken.chars > batchChars)) break
      chars += taken.chars
      count += 1
    }
    this.#queuedChars -= chars
    return this.#queue.splice(0, count)
  }

  async #write(batch: readonly Waiting<Taken>[]): Promise<void> {
    try {
      const outcomes = await this.#writer.write(batch.map(({ taken }) => taken))
      for (const [at, waiting] of batch.entries()) settle(waiting, outcomes[at])
    } catch (error) {
      const reason = error instanceof StoreError ? error : new StoreError('broken', String(error))
      for (const { reject } of batch) reject(reason)
    }
  }
}

function settle(waiting: Waiting<unknown>, outcome: SetResult | undefined): void {
  if (outcome === undefined) waiting.reject(new StoreError('broken', 'A change set has no outcome'))
  else if (outcome instanceof StoreError) waiting.reject(outcome)
  else waiting.resolve(outcome)
}

// Taken when the module loads, so that tests with fake timers do not stop the store.
const immediately = setImmediate

function turnEnd(): Promise<void> {
  return new Promise((resolve) => {
    immediately(resolve)
  })
}
