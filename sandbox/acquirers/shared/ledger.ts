/** What happened to the money of a payment, in minor units. */
export interface Sums {
  readonly currency: string
  /** Held at any time, increments counted. */
  readonly authorised: number
  readonly captured: number
  /** Given back without a capture: cancelled, expired, or left over by the last capture. */
  readonly released: number
  /** Refunds that have not failed, pending ones counted. */
  readonly refunded: number
  /** Taken by disputes that are open or lost. */
  readonly disputed: number
  /** Of captured money, what came back from the shopper's bank afterwards. */
  readonly failed: number
}

export type Movement = Exclude<keyof Sums, 'currency'>

/**
 * A book of its own, kept beside the objects: a suite compares it with the gateway's ledger, and a
 * mistake in an object's members does not change it.
 */
export function createLedger() {
  const books = new Map<string, Record<Movement, number> & { readonly currency: string }>()

  return {
    /** Adds a movement; a negative amount takes one back. */
    book(paymentId: string, currency: string, movement: Movement, amount: number): void {
      const none = { authorised: 0, captured: 0, released: 0, refunded: 0, disputed: 0, failed: 0 }
      const book = books.get(paymentId) ?? { currency, ...none }
      book[movement] += amount
      books.set(paymentId, book)
    },
    /** Of one payment; `undefined`: it never held money. */
    of: (paymentId: string): Sums | undefined => {
      const book = books.get(paymentId)
      return book === undefined ? undefined : { ...book }
    },
    all: (): ReadonlyMap<string, Sums> =>
      new Map([...books].map(([id, book]) => [id, { ...book }])),
  }
}

export type Ledger = ReturnType<typeof createLedger>
