import { byText } from '../../common/by-text.ts'
import { type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import { AFTER_ALL_IDS, type SettlementBatchRow, type Store } from '../../server/store/port.ts'

/**
 * What a list of payouts can be sorted by: what their rows have. The other amounts are sums of all lines, which
 * would have to be added up of every payout of the time first.
 */
export const SORTED_BY = ['settledOn', 'net', 'fees'] as const

/** Payouts of one read: a time with so many is not sorted. */
const MAX_READ = 1000

/** After every day and id. */
const LAST = { day: '9999-12-31', id: AFTER_ALL_IDS } as const

/** Which payouts, in which order, and behind which: the parameters of the request. */
export interface PayoutsAsked {
  readonly account?: string | undefined
  readonly 'date.from'?: string | undefined
  readonly 'date.to'?: string | undefined
  readonly cursor?: string | undefined
  readonly sortValue?: (typeof SORTED_BY)[number] | undefined
  readonly sortOrder?: 'ASC' | 'DESC' | undefined
  readonly limit: number
}

/** Payouts of a page; `last`: of them, where there are more. */
export interface PayoutsPage {
  readonly batches: readonly SettlementBatchRow[]
  readonly last?: SettlementBatchRow
}

/** The payouts of a page, sorted over all of the time. Refused where the time has too many to be sorted. */
export async function batchesAsked(
  entityIds: readonly string[],
  asked: PayoutsAsked,
  store: Store,
): Promise<PayoutsPage | Refusal> {
  if (entityIds.length === 0) return { batches: [] }
  const { sortValue = 'settledOn', sortOrder = 'DESC', cursor, limit } = asked
  const [beforeOn = LAST.day, beforeId = LAST.id] = cursor?.split('.') ?? []
  if (sortValue === 'settledOn' && sortOrder === 'DESC') {
    const batches = await read(entityIds, asked, { beforeOn, beforeId, limit }, store)
    const last = batches.length === limit ? batches.at(-1) : undefined
    return { batches, ...(last === undefined ? {} : { last }) }
  }
  const whole = { beforeOn: LAST.day, beforeId: LAST.id, limit: MAX_READ }
  const all = await read(entityIds, asked, whole, store)
  if (all.length === MAX_READ) return tooMany(sortValue)
  const sorted = sortedBatches(all, sortValue, sortOrder)
  const at = cursor === undefined ? -1 : sorted.findIndex(({ id }) => id === beforeId)
  if (cursor !== undefined && at === -1) return isGone(cursor)
  const batches = sorted.slice(at + 1, at + 1 + limit)
  const last = sorted.length > at + 1 + limit ? batches.at(-1) : undefined
  return { batches, ...(last === undefined ? {} : { last }) }
}

function read(
  entityIds: readonly string[],
  asked: PayoutsAsked,
  place: { readonly beforeOn: string; readonly beforeId: string; readonly limit: number },
  store: Store,
): Promise<readonly SettlementBatchRow[]> {
  return store.read.newestSettlementBatches(
    entityIds,
    asked.account ?? '',
    asked['date.from']?.slice(0, 10) ?? '',
    asked['date.to']?.slice(0, 10) ?? LAST.day,
    place.beforeOn,
    place.beforeId,
    place.limit,
  )
}

function sortedBatches(
  batches: readonly SettlementBatchRow[],
  sortValue: (typeof SORTED_BY)[number],
  sortOrder: 'ASC' | 'DESC',
): readonly SettlementBatchRow[] {
  const way = sortOrder === 'ASC' ? 1 : -1
  const compared = (one: SettlementBatchRow, other: SettlementBatchRow) => {
    if (sortValue === 'settledOn') return way * byText(one.settledOn, other.settledOn)
    // 100 yen are neither more nor less than 1 euro.
    const byCurrency = byText(one.currency, other.currency)
    const minor = sortValue === 'net' ? 'netMinor' : 'feeMinor'
    return byCurrency || way * (one[minor] - other[minor])
  }
  return batches.toSorted((one, other) => compared(one, other) || way * byText(one.id, other.id))
}

function tooMany(sortValue: string): Refusal {
  const message = `sorts at most ${MAX_READ - 1} payouts, and there are more: ask for a shorter time or one account`
  return refuseParameters([{ name: 'sortValue', value: sortValue, message }])
}

function isGone(cursor: string): Refusal {
  const message = 'names a payout that is not in the list: begin without it'
  return refuseParameters([{ name: 'cursor', value: cursor, message }])
}
