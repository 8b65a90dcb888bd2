/** What a query has done. */
export interface Work {
  /** Transactions that it looked at, in indexes or whole. */
  readonly lookedAt: number
  /** Transactions that it answers: each is read whole, made into a record and written out. */
  readonly answered: number
}

/** Transactions that are looked at in the time of one small query, and those that are answered. */
const SEARCHED_PER_SMALL_QUERY = 1_000
const ANSWERED_PER_SMALL_QUERY = 5

/** How many small queries a query counts as (R-ISO-1). */
export function costOf({ lookedAt, answered }: Work): number {
  return (
    1 +
    Math.floor(lookedAt / SEARCHED_PER_SMALL_QUERY) +
    Math.floor(answered / ANSWERED_PER_SMALL_QUERY)
  )
}
