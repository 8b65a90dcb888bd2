import { byText } from '../../common/by-text.ts'
import { type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import {
  AFTER_ALL_IDS,
  type DisputeOutcome,
  type DisputeRow,
  type Store,
} from '../../server/store/port.ts'

/** What a list of disputes can be sorted by. */
export type SortValue = 'openedAt' | 'respondBy' | 'amount'

/** The order without `sortOrder`: the newest, the nearest deadline, the greatest amount first. */
export const USUAL_ORDER: Readonly<Record<SortValue, 'ASC' | 'DESC'>> = {
  openedAt: 'DESC',
  respondBy: 'ASC',
  amount: 'DESC',
}

/** Disputes of one read: a list of so many is not sorted otherwise than usual. */
const MAX_READ = 1000

/** Which disputes are asked for. */
export interface Wanted {
  readonly entityIds: readonly string[]
  readonly outcomes: readonly DisputeOutcome[]
}

/** Disputes of a list, and where it goes on; absent: these are its last. */
export interface DisputePage {
  readonly disputes: readonly DisputeRow[]
  readonly cursor?: string
}

/** How a list is sorted, and behind which dispute the page begins. */
interface Sorting {
  readonly sortValue: SortValue
  readonly isRising: boolean
  readonly cursor: string | undefined
  readonly limit: number
}

/**
 * A page of a list that no index has in its order: all that are wanted are read, at most 999, and sorted. More are
 * refused.
 */
export async function sortedPage(
  { entityIds, outcomes }: Wanted,
  { cursor, limit, ...sorting }: Sorting,
  { read }: Store,
): Promise<DisputePage | Refusal> {
  const [part, , id = ''] = cursor?.split('.') ?? []
  if (part !== undefined && part !== 'sorted') return otherOrder(cursor ?? '')
  const after = part === undefined ? undefined : await read.dispute(id)
  // A cursor is sent by the client: it may name a dispute of anybody.
  if (part !== undefined && !entityIds.includes(after?.entityId ?? '')) {
    return unknownPlace(cursor ?? '')
  }
  const all = await read.disputesOfEntities(entityIds, outcomes, 'any', AFTER_ALL_IDS, MAX_READ)
  if (all.length === MAX_READ) return tooMany(sorting.sortValue)
  const compared = comparing(sorting)
  const sorted = all.toSorted(compared)
  // What stands behind its place, also where the outcome of the dispute has changed meanwhile.
  const rest = after === undefined ? sorted : sorted.filter((row) => compared(row, after) > 0)
  const disputes = rest.slice(0, limit)
  const last = rest.length > limit ? disputes.at(-1) : undefined
  return { disputes, ...(last === undefined ? {} : { cursor: `sorted.0.${last.id}` }) }
}

function comparing({ sortValue, isRising }: Pick<Sorting, 'sortValue' | 'isRising'>) {
  const way = isRising ? 1 : -1
  return (one: DisputeRow, other: DisputeRow): number => {
    // Ids are in the order in which disputes were opened.
    const byId = way * byText(one.id, other.id)
    switch (sortValue) {
      case 'openedAt':
        return byId
      case 'respondBy':
        return deadlines(one, other, way) || byId
      case 'amount':
        // 100 yen are neither more nor less than 1 euro.
        return (
          byText(one.currency, other.currency) ||
          way * (one.amountMinor - other.amountMinor) ||
          byId
        )
    }
  }
}

/** Those without a deadline stand last, whichever way the list is sorted. */
function deadlines(one: DisputeRow, other: DisputeRow, way: number): number {
  if (one.respondByMs === null || other.respondByMs === null) {
    return Number(one.respondByMs === null) - Number(other.respondByMs === null)
  }
  return way * (one.respondByMs - other.respondByMs)
}

/** The cursor of a list in another order. */
export function otherOrder(cursor: string): Refusal {
  const message =
    'is of a list in another order: send sortValue and sortOrder of the request that gave it'
  return refuseParameters([{ name: 'cursor', value: cursor, message }])
}

function unknownPlace(cursor: string): Refusal {
  const message = 'names a dispute that is not of this entity: begin without it'
  return refuseParameters([{ name: 'cursor', value: cursor, message }])
}

function tooMany(sortValue: SortValue): Refusal {
  const message = `sorts at most ${MAX_READ - 1} disputes so, and there are more: name a disputeOutcome or a channel, or leave sortOrder out`
  return refuseParameters([{ name: 'sortValue', value: sortValue, message }])
}
