/** The longest list that a caller of the store may ask for. */
const LONGEST_LIST = 1000

/** The limit as it was asked for. Throws a RangeError unless it is a whole number from 1 to 1000. */
export function listLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= LONGEST_LIST) return limit
  throw new RangeError(`The limit of a list is ${limit}: use 1 to ${LONGEST_LIST}.`)
}
