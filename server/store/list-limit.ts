import { FARTHEST_ROW } from './port.ts'

/** The longest list that a caller may ask for, and the most entities that it may name. */
const MAX_LIST = 1000

/** The most payments that one read of families returns: the first ones. */
export const MAX_FAMILIES = 2000

/** The limit as it was asked for. Throws a RangeError unless it is a whole number from 1 to 1000. */
export function listLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIST) return limit
  throw new RangeError(`The limit of a list is ${limit}: use 1 to ${MAX_LIST}.`)
}

/** The offset as it was asked for. Throws a RangeError unless it is a whole number up to 50,000. */
export function listOffset(offset: number): number {
  if (Number.isInteger(offset) && offset >= 0 && offset <= FARTHEST_ROW) return offset
  throw new RangeError(`The offset of a list is ${offset}: use 0 to ${FARTHEST_ROW}.`)
}

/** The values as they were named. Throws a RangeError unless they are 1 to 1000. */
export function listedValues(values: readonly string[]): readonly string[] {
  if (values.length >= 1 && values.length <= MAX_LIST) return values
  throw new RangeError(`A list is asked for ${values.length} values: use 1 to ${MAX_LIST}.`)
}

/** The entities as they were named. Throws a RangeError unless they are 1 to 1000. */
export function listedEntities(entityIds: readonly string[]): readonly string[] {
  if (entityIds.length >= 1 && entityIds.length <= MAX_LIST) return entityIds
  throw new RangeError(`A list is asked for ${entityIds.length} entities: use 1 to ${MAX_LIST}.`)
}
