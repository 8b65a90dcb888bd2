import type { KeyObject } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { type CardSeal, type PanToSeal, type Sealer, sealPan } from './aead.ts'
import { sealsOfText, textOfCards } from './sealing-messages.ts'

/** Fewer cards in one turn of the event loop are sealed in this thread: posting them costs more. */
const MIN_BATCH = 3

/** This many are posted without waiting for the turn's end, so that both threads work at the same time. */
const FULL_BATCH = 8

interface Waiting {
  readonly card: PanToSeal
  readonly fingerprintKey: KeyObject
  readonly resolve: (seal: CardSeal) => void
  readonly reject: (reason: unknown) => void
}

export interface SealingThread extends Sealer {
  /** Ends the thread. Later cards are sealed in this thread. */
  close(): Promise<void>
}

/**
 * Starts the thread (`sealing-worker.ts`, built at `url`) that seals the cards of one turn of the event
 * loop while this thread handles other requests: a busy gateway saves a tenth of its time here. When
 * the thread ends by itself, `onEnd` gets the cause, and this thread seals unanswered and later cards.
 * The number of waiting cards is bounded by the open requests.
 */
export function startSealingThread(url: URL, onEnd: (cause: unknown) => void): SealingThread {
  return new WorkerSealer(new Worker(url), onEnd)
}

class WorkerSealer implements SealingThread {
  readonly #worker: Worker
  readonly #numbers = new Map<KeyObject, number>()
  #gathered: Waiting[] = []
  /** Batches that were sent, in the order of their answers. */
  #sent: Waiting[][] = []
  #ended = false

  constructor(worker: Worker, onEnd: (cause: unknown) => void) {
    this.#worker = worker
    const end = (cause: unknown) => {
      if (this.#ended) return
      this.#end()
      onEnd(cause)
    }
    worker.on('message', (text: string) => this.#take(sealsOfText(text)))
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`The thread that seals ended with ${code}`)))
  }

  seal(card: PanToSeal, fingerprintKey: KeyObject): Promise<CardSeal> {
    return new Promise((resolve, reject) => {
      this.#gathered.push({ card, fingerprintKey, resolve, reject })
      if (this.#gathered.length === FULL_BATCH) this.#send()
      else if (this.#gathered.length === 1) setImmediate(() => this.#send())
    })
  }

  async close(): Promise<void> {
    this.#end()
    await this.#worker.terminate()
  }

  #send(): void {
    const batch = this.#gathered
    this.#gathered = []
    if (this.#ended || batch.length < MIN_BATCH) sealAll(batch)
    else this.#post(batch)
  }

  #post(batch: Waiting[]): void {
    const text = textOfCards(
      batch.map(({ card: { key, place, pan }, fingerprintKey }) => ({
        keyNumber: this.#numberOf(key),
        fingerprintKeyNumber: this.#numberOf(fingerprintKey),
        place,
        pan,
      })),
    )
    this.#sent.push(batch)
    this.#worker.postMessage(text)
  }

  #numberOf(key: KeyObject): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(key, number)
    this.#worker.postMessage({ number, key })
    return number
  }

  #take(seals: readonly CardSeal[]): void {
    this.#sent.shift()?.forEach(({ resolve, reject }, index) => {
      const seal = seals[index]
      if (seal === undefined) reject(new Error('The thread that seals left one out'))
      else resolve(seal)
    })
  }

  #end(): void {
    this.#ended = true
    sealAll(this.#sent.splice(0).flat())
  }
}

function sealAll(batch: readonly Waiting[]): void {
  for (const { card, fingerprintKey, resolve, reject } of batch) {
    try {
      resolve(sealPan(card, fingerprintKey))
    } catch (cause) {
      reject(cause)
    }
  }
}
