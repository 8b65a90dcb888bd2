/** So many queues of a merchant always have a place, whatever others do. */
export const OWN_PLACES = 10

/** After this time a queue gives its place to one of the same merchant that waits. */
export const TURN_MS = 10_000

export interface PlaceLimits {
  /** Places that anybody may take. */
  readonly shared: number
  /** Places in all, those that a merchant always has among them. */
  readonly all: number
}

/**
 * The places of queues whose calls are under way, shared out by merchant: one merchant whose receivers hang
 * could hold all of them, and the events of the others would wait for hours. A merchant without many
 * places always gets one; a place that becomes free goes to the merchant who waits with the fewest.
 */
export class QueuePlaces {
  readonly #limits: PlaceLimits
  /** By merchant: the queues with a place, and since when. */
  readonly #held = new Map<string, Map<string, number>>()
  /** By merchant: the queues without one, in the order in which they asked. */
  readonly #waiting = new Map<string, Set<string>>()
  #count = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** Takes a place for a queue, or lets it wait. Returns whether it has one now. */
  ask(queue: string, merchant: string, nowMs: number): boolean {
    const waiting = this.#waiting.get(merchant) ?? new Set()
    if (waiting.size === 0 && this.#isFree(merchant)) {
      this.#take(queue, merchant, nowMs)
      return true
    }
    this.#waiting.set(merchant, waiting.add(queue))
    return false
  }

  /** Gives the place of a queue back. Returns the queues that have one for it. */
  giveBack(queue: string, nowMs: number): readonly string[] {
    for (const [merchant, held] of this.#held) {
      if (!held.delete(queue)) continue
      this.#count -= 1
      if (held.size === 0) this.#held.delete(merchant)
    }
    const next: string[] = []
    for (;;) {
      const merchant = this.#nextMerchant()
      const [first] = this.#waiting.get(merchant ?? '') ?? []
      if (merchant === undefined || first === undefined) return next
      this.#leaveLine(first, merchant)
      this.#take(first, merchant, nowMs)
      next.push(first)
    }
  }

  /** Queues that have had a place for long while others of their merchant wait. */
  overdue(nowMs: number): readonly string[] {
    return [...this.#waiting].flatMap(([merchant, waiting]) =>
      [...(this.#held.get(merchant) ?? [])]
        .filter(([, sinceMs]) => nowMs - sinceMs >= TURN_MS)
        .map(([queue]) => queue)
        .slice(0, waiting.size),
    )
  }

  #isFree(merchant: string): boolean {
    if (this.#count >= this.#limits.all) return false
    return this.#count < this.#limits.shared || this.#placesOf(merchant) < OWN_PLACES
  }

  /** Of the merchants who wait and may take a place, the one with the fewest. */
  #nextMerchant(): string | undefined {
    const able = [...this.#waiting.keys()].filter((merchant) => this.#isFree(merchant))
    return able.reduce<string | undefined>(
      (best, merchant) =>
        best === undefined || this.#placesOf(merchant) < this.#placesOf(best) ? merchant : best,
      undefined,
    )
  }

  #placesOf(merchant: string): number {
    return this.#held.get(merchant)?.size ?? 0
  }

  #take(queue: string, merchant: string, nowMs: number): void {
    const held = this.#held.get(merchant) ?? new Map<string, number>()
    this.#held.set(merchant, held.set(queue, nowMs))
    this.#count += 1
  }

  #leaveLine(queue: string, merchant: string): void {
    const waiting = this.#waiting.get(merchant)
    waiting?.delete(queue)
    if (waiting?.size === 0) this.#waiting.delete(merchant)
  }
}
