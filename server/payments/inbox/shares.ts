/** Merchants whose pace is remembered; those without a queue are forgotten first. */
const MAX_REMEMBERED = 10_000

/**
 * When what is due of each merchant, such as its events, is worked off. What comes in one flood is spread over time as it is written, so
 * that due work of others, which is done in the order of its time, comes between them.
 */
export class MerchantPace {
  /** By merchant: when the next event may be due. */
  readonly #nextMs = new Map<string, number>()
  readonly #paceMs: number

  /** `paceMs`: the shortest time between two of one merchant. */
  constructor(paceMs: number) {
    this.#paceMs = paceMs
  }

  /** When one more of a merchant is due: at once, where no others of it wait. */
  dueAt(merchant: string, nowMs: number): number {
    const dueAtMs = Math.max(nowMs, this.#nextMs.get(merchant) ?? 0)
    if (this.#nextMs.size >= MAX_REMEMBERED) this.#forget(nowMs)
    this.#nextMs.set(merchant, dueAtMs + this.#paceMs)
    return dueAtMs
  }

  #forget(nowMs: number): void {
    for (const [merchant, nextMs] of this.#nextMs) {
      if (nextMs <= nowMs) this.#nextMs.delete(merchant)
    }
    if (this.#nextMs.size >= MAX_REMEMBERED) this.#nextMs.clear()
  }
}
