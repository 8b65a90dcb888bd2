import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FloorPayment } from './schema.ts'

interface Waiting {
  readonly payment: FloorPayment
  readonly durable: () => void
}

/**
 * Group commit without anything around it: what arrives while one batch is written makes the next.
 * A failure of the writer ends the process; the benchmark then fails.
 */
export class GroupCommit {
  readonly #worker: Worker
  #queue: Waiting[] = []
  #writing: Waiting[] = []

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', () => {
      for (const { durable } of this.#writing) durable()
      this.#writing = []
      if (this.#queue.length > 0) this.#write()
    })
  }

  static async start(worker: URL, file: string): Promise<GroupCommit> {
    const thread = new Worker(worker, { workerData: { file } })
    await once(thread, 'message')
    return new GroupCommit(thread)
  }

  /** Resolves after COMMIT. */
  commit(payment: FloorPayment): Promise<void> {
    return new Promise((durable) => {
      this.#queue.push({ payment, durable })
      if (this.#queue.length === 1 && this.#writing.length === 0) {
        // What arrived in the same turn of the event loop goes into the same batch.
        setImmediate(() => this.#write())
      }
    })
  }

  #write(): void {
    this.#writing = this.#queue
    this.#queue = []
    this.#worker.postMessage(JSON.stringify(this.#writing.map(({ payment }) => payment)))
  }
}
