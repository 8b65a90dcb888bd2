/** The shortest time between two events of one merchant that are worked off, in milliseconds. */
const PACE_MS = 5

/** Merchants whose pace is remembered; those without a queue are forgotten first. */
const MAX_REMEMBERED = 10_000

/**
 * When the events of each merchant are worked off. Those of one flood are spread over time as they are written, so
 * that due work of others, which is done in the order of its time, comes between them.
 */
export class MerchantPace {
  /** By merchant: when the next event may be due. */
  readonly #nextMs = new Map<string, number>()

  /** When one more event of a merchant is due: at once, where no others of it wait. */
  dueAt(merchant: string, nowMs: number): number {
    const dueAtMs = Math.max(nowMs, this.#nextMs.get(merchant) ?? 0)
    if (this.#nextMs.size >= MAX_REMEMBERED) this.#forget(nowMs)
    this.#nextMs.set(merchant, dueAtMs + PACE_MS)
    return dueAtMs
  }

  #forget(nowMs: number): void {
    for (const [merchant, nextMs] of this.#nextMs) {
      if (nextMs <= nowMs) this.#nextMs.delete(merchant)
    }
    if (this.#nextMs.size >= MAX_REMEMBERED) this.#nextMs.clear()
  }
}
