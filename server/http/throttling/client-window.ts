import type { Clock } from '../../kernel/timers/clock.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'

/** How many names are counted within a period; beyond that, new names are not counted. */
const MAX_COUNTED = 20_000

/**
 * Counts requests by a name, such as a client's address, within periods of the clock, in this process.
 * For routes without an access token, where a count that all processes share would cost more than the
 * request.
 */
export class ClientWindow {
  readonly #clock: Clock
  readonly #max: number
  readonly #periodMs: number
  readonly #counts = new Map<string, number>()
  #period = -1

  constructor(clock: Clock, { max, periodMs }: { max: number; periodMs: number }) {
    this.#clock = clock
    this.#max = max
    this.#periodMs = periodMs
  }

  /** Counts a request; a refusal (429) above the limit. */
  admit(name: string): Refusal | undefined {
    const nowMs = this.#clock.now()
    const period = Math.floor(nowMs / this.#periodMs)
    if (period !== this.#period) {
      this.#period = period
      this.#counts.clear()
    }
    const count = (this.#counts.get(name) ?? 0) + 1
    if (count > this.#max) return tooMany(this.#periodMs - (nowMs % this.#periodMs))
    // Otherwise memory would grow with every invented name.
    if (count > 1 || this.#counts.size < MAX_COUNTED) this.#counts.set(name, count)
    return undefined
  }
}

function tooMany(leftMs: number): Refusal {
  const retryAfterSeconds = Math.ceil(leftMs / 1_000)
  return refuse('800.120.100', {
    status: 429,
    description: `Too many requests: retry in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  })
}
