import { StoreError } from '../errors.ts'
import { descriptionOf } from './faults.ts'
import type { PostgresLimits } from './limits.ts'

/**
 * What is known of a database that cannot be reached. All connections to it share one, so that reads
 * and commits wait equally long and fail with the same error.
 */
export class Outage {
  readonly #limits: Pick<PostgresLimits, 'outageMs' | 'pauseMs'>
  #sinceMs: number | undefined
  #failedAtMs = 0
  #failure: StoreError | undefined
  readonly #onFailure = new Set<(failure: StoreError) => void>()
  readonly #onBack: (lastedMs: number) => void

  /** `onBack`: called when the database is reached again, with how long it was away in milliseconds. */
  constructor(
    limits: Pick<PostgresLimits, 'outageMs' | 'pauseMs'>,
    onBack: (lastedMs: number) => void = () => undefined,
  ) {
    this.#limits = limits
    this.#onBack = onBack
  }

  /** An attempt to connect has failed. Answers what its callers are rejected with. */
  note(cause: unknown): StoreError {
    const message = `The database cannot be reached: ${descriptionOf(cause)}`
    this.#failure = new StoreError('unavailable', message, { cause })
    this.#failedAtMs = performance.now()
    this.#sinceMs ??= this.#failedAtMs
    for (const reject of this.#onFailure) reject(this.#failure)
    return this.#failure
  }

  /** An attempt has succeeded. */
  end(): void {
    const sinceMs = this.#sinceMs
    this.#sinceMs = undefined
    this.#failure = undefined
    if (sinceMs !== undefined) this.#onBack(performance.now() - sinceMs)
  }

  /** Does `work`, but rejects as soon as an attempt to connect fails. */
  withoutWaiting<Result>(work: () => Promise<Result>): Promise<Result> {
    const known = this.latestFailure
    if (known !== undefined) return Promise.reject(known)
    return new Promise((resolve, reject) => {
      this.#onFailure.add(reject)
      work()
        .then(resolve, reject)
        .finally(() => this.#onFailure.delete(reject))
    })
  }

  /** Whether it has lasted so long that its end is not waited for. */
  get isLong(): boolean {
    return this.#sinceMs !== undefined && isPast(this.#sinceMs, this.#limits.outageMs)
  }

  /** The failure of the latest attempt, until the next one is due. */
  get latestFailure(): StoreError | undefined {
    return isPast(this.#failedAtMs, this.#limits.pauseMs) ? undefined : this.#failure
  }
}

function isPast(atMs: number, afterMs: number): boolean {
  return performance.now() - atMs >= afterMs
}
