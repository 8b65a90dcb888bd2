import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { StoreError } from '../errors.ts'
import type { BatchSink } from './batch.ts'

/**
 * Starts the thread that writes (`worker.ts`, built at `url`) and resolves when it has opened the
 * migrated database. When the thread ends before it was asked to, the batches in it and every later one
 * reject as `broken`: what became of those is unknown until the next start.
 */
export async function startWorkerSink(url: URL, file: string): Promise<BatchSink> {
  const worker = new Worker(url, { workerData: { file } })
  await once(worker, 'message')
  return new WorkerSink(worker)
}

interface Answer {
  readonly resolve: (text: string) => void
  readonly reject: (reason: StoreError) => void
}

class WorkerSink implements BatchSink {
  readonly #worker: Worker
  /** In the order of the batches, which is that of their answers. */
  readonly #awaited: Answer[] = []
  #broken: StoreError | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (text: string) => {
      this.#awaited.shift()?.resolve(text)
    })
    worker.on('error', (cause) => this.#end(cause))
    worker.on('exit', () => this.#end(undefined))
  }

  write(batch: string): Promise<string> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken)
    return new Promise((resolve, reject) => {
      this.#awaited.push({ resolve, reject })
      this.#worker.postMessage(batch)
    })
  }

  async close(): Promise<void> {
    if (this.#broken !== undefined) return
    const exited = once(this.#worker, 'exit')
    this.#worker.postMessage('')
    await exited
  }

  #end(cause: unknown): void {
    this.#broken ??= new StoreError('broken', 'The thread that writes has ended', { cause })
    for (const { reject } of this.#awaited.splice(0)) reject(this.#broken)
  }
}
