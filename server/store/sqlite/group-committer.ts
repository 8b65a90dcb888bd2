import { StoreError } from '../errors.ts'
import type { ChangeSet, CommitResult } from '../port.ts'
import type { BatchAnswer, BatchSink, SetOutcome } from './batch.ts'

/** How much may go into one batch, and how much may wait before more is refused. */
export interface CommitLimits {
  readonly batchSets: number
  /** Characters of JSON text; a single larger set makes a batch alone. */
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

interface Waiting {
  readonly text: string
  readonly resolve: (result: CommitResult) => void
  readonly reject: (reason: StoreError) => void
}

/**
 * Collects change sets and writes them in batches, in the order in which they came. While one batch
 * is being written the next collects: an idle server commits sets of one at once, a busy one forms
 * groups by itself.
 */
export class GroupCommitter {
  readonly #sink: BatchSink
  readonly #limits: CommitLimits
  #queue: Waiting[] = []
  #queuedChars = 0
  #running: Promise<void> | undefined
  #stopped = false

  constructor(sink: BatchSink, limits: CommitLimits = COMMIT_LIMITS) {
    this.#sink = sink
    this.#limits = limits
  }

  /** Resolves after COMMIT. Rejects with a `StoreError`; the set is not in the store then. */
  commit(changes: ChangeSet): Promise<CommitResult> {
    if (this.#stopped) return refusal('closed', 'The store is closed')
    if (this.#isFull()) {
      return refusal('overloaded', `${this.#queue.length} change sets are waiting already`)
    }
    const text = JSON.stringify(changes)
    return new Promise((resolve, reject) => {
      this.#queue.push({ text, resolve, reject })
      this.#queuedChars += text.length
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

  #takeBatch(): Waiting[] {
    const { batchSets, batchChars } = this.#limits
    let chars = 0
    let count = 0
    for (const { text } of this.#queue) {
      if (count === batchSets || (count > 0 && chars + text.length > batchChars)) break
      chars += text.length
      count += 1
    }
    this.#queuedChars -= chars
    return this.#queue.splice(0, count)
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const failed = (error: StoreError) => {
      for (const { reject } of batch) reject(error)
    }
    try {
      const text = await this.#sink.write(`[${batch.map((waiting) => waiting.text).join(',')}]`)
      const answer = JSON.parse(text) as BatchAnswer
      if ('failure' in answer) failed(new StoreError('commit-failed', answer.failure))
      else for (const [at, waiting] of batch.entries()) settle(waiting, answer.outcomes[at])
    } catch (error) {
      failed(error instanceof StoreError ? error : new StoreError('broken', String(error)))
    }
  }
}

function settle(waiting: Waiting, outcome: SetOutcome | undefined): void {
  if (outcome === undefined) waiting.reject(new StoreError('broken', 'A change set has no outcome'))
  else if ('invalid' in outcome) waiting.reject(new StoreError('invalid-change', outcome.invalid))
  else waiting.resolve(outcome)
}

function refusal(code: 'closed' | 'overloaded', message: string): Promise<never> {
  return Promise.reject(new StoreError(code, message))
}

// Taken when the module loads, so that tests with fake timers do not stop the store.
const immediately = setImmediate

function turnEnd(): Promise<void> {
  return new Promise((resolve) => {
    immediately(resolve)
  })
}
