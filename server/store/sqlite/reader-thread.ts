import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { StoreError } from '../errors.ts'
import { listedEntities, listLimit } from '../list-limit.ts'
import { searchFor } from '../list-window.ts'
import { checkedKeptQuery, checkedSumQuery } from '../payment-sums.ts'
import type { LongReads } from './long-reads.ts'
import type { AskedRead, ReadAnswer } from './reader-worker.ts'

/** The long reads on a thread of their own, so that payments do not wait for them. */
export interface ReaderThread {
  readonly reads: LongReads
  /** Waits for what was asked, then ends the thread. Later reads reject. */
  close(): Promise<void>
}

/**
 * Reads on a thread (`reader-worker.ts`, built at `url`), which the first read starts. When it ends
 * by itself, what it was asked rejects as `unavailable`, and the next read starts another one.
 */
export function createReaderThread(url: URL, file: string): ReaderThread {
  return new Thread(url, file)
}

interface Awaited {
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: StoreError) => void
}

class Thread implements ReaderThread {
  readonly reads: LongReads
  readonly #start: () => Worker
  #worker: Worker | undefined
  /** In the order of the reads, which is that of their answers. */
  #awaited: Awaited[] = []
  #isClosed = false

  constructor(url: URL, file: string) {
    this.#start = () => new Worker(url, { workerData: { file } })
    this.reads = {
      findTransactions: async (...values) => {
        searchFor(...values)
        return this.#ask({ name: 'findTransactions', values })
      },
      paymentsOfFamilies: async (...values) => {
        listedEntities(values[0])
        return this.#ask({ name: 'paymentsOfFamilies', values })
      },
      paymentSums: async (query) =>
        this.#ask({ name: 'paymentSums', values: [checkedSumQuery(query)] }),
      keptSums: async (query) => this.#ask({ name: 'keptSums', values: [checkedKeptQuery(query)] }),
      cardSums: async (query) => this.#ask({ name: 'cardSums', values: [checkedSumQuery(query)] }),
      keptCardSums: async (query) =>
        this.#ask({ name: 'keptCardSums', values: [checkedKeptQuery(query)] }),
      checkoutsOfEntities: async (...values) => {
        listedEntities(values[0])
        listLimit(values[3])
        return this.#ask({ name: 'checkoutsOfEntities', values })
      },
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) return
    const exited = once(worker, 'exit')
    worker.postMessage(null)
    await exited
  }

  #ask<Answer>(asked: AskedRead): Promise<Answer> {
    if (this.#isClosed) throw new StoreError('closed', 'The store is closed')
    this.#worker ??= this.#started()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      this.#awaited.push({ resolve: resolve as Awaited['resolve'], reject })
      worker.postMessage(asked)
    })
  }

  #started(): Worker {
    const worker = this.#start()
    worker.on('message', (said: ReadAnswer) => {
      const awaited = this.#awaited.shift()
      if ('answer' in said) awaited?.resolve(said.answer)
      else awaited?.reject(new StoreError('broken', `A read failed: ${said.failure}`))
    })
    const end = (cause: unknown) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      const ended = new StoreError('unavailable', 'The thread that reads has ended', { cause })
      for (const { reject } of this.#awaited.splice(0)) reject(ended)
    }
    worker.on('error', end)
    worker.on('exit', () => end(undefined))
    return worker
  }
}
