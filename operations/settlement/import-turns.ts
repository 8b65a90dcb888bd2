/** Files of one merchant that are received, wait or are imported. */
export const MAX_FILES_OF_MERCHANT = 2
/** Of all merchants; each takes up to `MAX_FILE_BYTES` of the disk. */
export const MAX_FILES = 20

/** A file that was let in. */
export interface ImportPlace {
  /** Does the work when it is the turn of the merchant. Rejects as the work does. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>
  /** Once, however it has ended. */
  leave(): void
}

interface Waiting {
  readonly merchantId: string
  readonly begin: () => void
}

/** One import at a time; of merchants that wait, the one whose last import began longest ago goes first. */
export class ImportTurns {
  readonly #places = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  /** Merchants in the order in which they began, the latest last; those with a place only. */
  readonly #begun = new Set<string>()
  #isRunning = false

  /** `undefined`: there are as many files as there may be, of the merchant or in all. */
  enter(merchantId: string): ImportPlace | undefined {
    const ofMerchant = this.#places.get(merchantId) ?? 0
    const ofAll = [...this.#places.values()].reduce((sum, count) => sum + count, 0)
    if (ofMerchant >= MAX_FILES_OF_MERCHANT || ofAll >= MAX_FILES) return undefined
    this.#places.set(merchantId, ofMerchant + 1)
    return {
      inTurn: (work) => this.#inTurn(merchantId, work),
      leave: () => this.#leave(merchantId),
    }
  }

  #leave(merchantId: string): void {
    const left = (this.#places.get(merchantId) ?? 1) - 1
    if (left > 0) {
      this.#places.set(merchantId, left)
      return
    }
    this.#places.delete(merchantId)
    this.#begun.delete(merchantId)
  }

  async #inTurn<Result>(merchantId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isRunning) {
      await new Promise<void>((begin) => this.#waiting.push({ merchantId, begin }))
    }
    this.#isRunning = true
    this.#begun.delete(merchantId)
    this.#begun.add(merchantId)
    try {
      return await work()
    } finally {
      this.#beginNext()
    }
  }

  #beginNext(): void {
    const order = [...this.#begun]
    const rankOf = ({ merchantId }: Waiting) => order.indexOf(merchantId)
    const first = this.#waiting.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || rankOf(one) < rankOf(best) ? one : best),
      undefined,
    )
    if (first === undefined) {
      this.#isRunning = false
      return
    }
    this.#waiting.splice(this.#waiting.indexOf(first), 1)
    first.begin()
  }
}
