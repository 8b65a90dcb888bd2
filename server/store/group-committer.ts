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

/** What became of one change set of a batch: a result, or what its caller is rejected with. */
export type SetOutcome = CommitResult | StoreError

/** How an engine writes batches. */
export interface BatchWriter<Taken extends TakenSet> {
  /** Takes the set as it is now. May throw `invalid-change`. */
  take(changes: ChangeSet): Taken
  /**
   * Resolves after COMMIT with an outcome for each set in order; rejects when nothing of the batch
   * was committed. One batch at a time.
   */
  write(batch: readonly Taken[]): Promise<readonly SetOutcome[]>
}

interface Waiting<Taken> {
  readonly taken: Taken
  readonly resolve: (result: CommitResult) => void
  readonly reject: (reason: StoreError) => void
}

/**
 * Collects change sets and writes them in batches, in the order in which they came. While one batch
 * is being written the next collects: an idle server commits sets of one at once, a busy one forms
 * groups by itself.
 */
export class GroupCommitter<Taken extends TakenSet> {
  readonly #writer: BatchWriter<Taken>
  readonly #limits: CommitLimits
  #queue: Waiting<Taken>[] = []
  #queuedChars = 0
  #running: Promise<void> | undefined
  #stopped = false

  constructor(writer: BatchWriter<Taken>, limits: CommitLimits = COMMIT_LIMITS) {
    this.#writer = writer
    this.#limits = limits
  }

  /** Resolves after COMMIT. Rejects with a `StoreError`: nobody may be told that anything happened. */
  async commit(changes: ChangeSet): Promise<CommitResult> {
    if (this.#stopped) throw new StoreError('closed', 'The store is closed')
    if (this.#isFull()) {
      throw new StoreError('overloaded', `${this.#queue.length} change sets are waiting already`)
    }
    const taken = this.#writer.take(changes)
    return new Promise((resolve, reject) => {
      this.#queue.push({ taken, resolve, reject })
      this.#queuedChars += taken.chars
      this.#running ??= this.#drain()
    })
  }

  /** Takes nothing more and resolves when what was waiting has been written. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  #isFull(): boolean {
    const { queuedSets, queuedChars } = this.#limits
    return this.#queue.length >= queuedSets || this.#queuedChars >= queuedChars
  }

  async #drain(): Promise<void> {
    // What arrived in the same turn of the event loop goes into the same batch.
    await turnEnd()
    while (this.#queue.length > 0) await this.#write(this.#takeBatch())
    this.#running = undefined
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

function settle(waiting: Waiting<unknown>, outcome: SetOutcome | undefined): void {
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
