import type { FloorPayment } from './schema.ts'

/** Makes a batch durable, one batch at a time. */
export type WriteBatch = (batch: readonly FloorPayment[]) => Promise<unknown>

interface Waiting {
  readonly payment: FloorPayment
  readonly durable: () => void
}

/**
 * Group commit without anything around it: what arrives while one batch is written makes the next.
 * A failure of the writer is nobody's to handle and so ends the process.
 */
export class GroupCommit {
  readonly #writeBatch: WriteBatch
  #queue: Waiting[] = []
  #isWriting = false

  constructor(writeBatch: WriteBatch) {
    this.#writeBatch = writeBatch
  }

  /** Resolves after COMMIT. */
  commit(payment: FloorPayment): Promise<void> {
    return new Promise((durable) => {
      this.#queue.push({ payment, durable })
      if (this.#queue.length === 1 && !this.#isWriting) {
        // What arrived in the same turn of the event loop goes into the same batch.
        setImmediate(() => void this.#write())
      }
    })
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#queue.length > 0) {
      const batch = this.#queue
      this.#queue = []
      await this.#writeBatch(batch.map(({ payment }) => payment))
      for (const { durable } of batch) durable()
    }
    this.#isWriting = false
  }
}
