import { StoreError } from '../errors.ts'
import type { Connection } from './connection.ts'
import { descriptionOf } from './faults.ts'
import { pause } from './pause.ts'

export interface LinkOptions {
  /** `lost`: the connection that this one is to replace, if there was one. */
  readonly open: (lost: Connection | undefined) => Promise<Connection>
  /** How long after the beginning of an outage it is still waited for, in milliseconds. */
  readonly patienceMs: number
  /**
   * The longest time between two attempts. Until the next one, later callers get the error of the
   * failed attempt.
   */
  readonly pauseMs: number
}

/** A connection that is replaced when it is lost. */
export class Link {
  readonly #options: LinkOptions
  #current: Connection | undefined
  #opening: Promise<Connection> | undefined
  #outage: Outage | undefined
  #closed = false

  constructor(options: LinkOptions) {
    this.#options = options
  }

  /**
   * A connection that worked a moment ago. Rejects with `unavailable` while the database cannot be
   * reached, and with any other `StoreError` of opening it.
   */
  connection(): Promise<Connection> {
    if (this.#closed) return Promise.reject(new StoreError('closed', 'The store is closed'))
    if (this.#current?.alive) return Promise.resolve(this.#current)
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#opening?.catch(() => undefined)
    await this.#current?.end()
  }

  async #open(): Promise<Connection> {
    const outage = this.#outage ?? { sinceMs: performance.now() }
    this.#outage = outage
    if (outage.failure !== undefined && sinceMs(outage.failedAtMs) < this.#options.pauseMs) {
      throw outage.failure
    }
    for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(2 * waitMs, this.#options.pauseMs)) {
      try {
        this.#current = await this.#options.open(this.#current)
        this.#outage = undefined
        return this.#current
      } catch (error) {
        if (error instanceof StoreError) throw error
        outage.failedAtMs = performance.now()
        outage.failure = unavailable(error)
        if (sinceMs(outage.sinceMs) >= this.#options.patienceMs) throw outage.failure
      }
      await pause(waitMs)
    }
  }
}

interface Outage {
  readonly sinceMs: number
  failedAtMs?: number
  failure?: StoreError
}

const FIRST_PAUSE_MS = 50

function sinceMs(pastMs = 0): number {
  return performance.now() - pastMs
}

function unavailable(cause: unknown): StoreError {
  const message = `The database cannot be reached: ${descriptionOf(cause)}`
  return new StoreError('unavailable', message, { cause })
}
