import { StoreError } from '../errors.ts'
import type { Connection } from './connection.ts'
import type { Outage } from './outage.ts'
import { pause } from './pause.ts'

export interface LinkOptions {
  /** `lost`: the connection that this one is to replace, if there was one. */
  readonly open: (lost: Connection | undefined) => Promise<Connection>
  /** One for all links to a database. */
  readonly outage: Outage
  /** The longest time between two attempts to connect while callers wait, in milliseconds. */
  readonly pauseMs: number
}

/** A connection that is replaced when it is lost. */
export class Link {
  readonly #options: LinkOptions
  #current: Connection | undefined
  #opening: Promise<Connection> | undefined
  #closed = false

  constructor(options: LinkOptions) {
    this.#options = options
  }

  /**
   * A connection that worked a moment ago. Waits for the end of a short outage, rejects with
   * `unavailable` in a long one, and with any other `StoreError` of opening it.
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
    const { open, outage, pauseMs } = this.#options
    const known = outage.latestFailure
    if (known !== undefined && outage.isLong) throw known
    for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(2 * waitMs, pauseMs)) {
      try {
        this.#current = await open(this.#current)
        outage.end()
        return this.#current
      } catch (error) {
        if (error instanceof StoreError) throw error
        const failure = outage.note(error)
        if (outage.isLong) throw failure
      }
      await pause(waitMs)
    }
  }
}

const FIRST_PAUSE_MS = 50
