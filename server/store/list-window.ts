import { listedEntities, listLimit, listOffset } from './list-limit.ts'
import {
  FARTHEST_ROW,
  type ListPart,
  type ListPlace,
  type Transaction,
  type TransactionPage,
  type TransactionQuery,
} from './port.ts'
import { type WantedTransactions, wantedTransactions } from './wanted-transactions.ts'

/**
 * The index by which transactions are found. A time range may contain any number of them: each
 * channel, and each type if types are requested, is a stream of its own in an index. Each stream is
 * read only so far that all streams together stay within the allowed number of rows.
 */
export type SearchIndex = 'reference' | 'id' | 'time'

/** The index that leaves the fewest rows to read. */
export function searchIndexOf(query: TransactionQuery): SearchIndex {
  if (query.idFrom !== undefined && query.idBefore !== undefined) return 'id'
  return query.merchantTransactionId === undefined ? 'time' : 'reference'
}

/** A part as it was asked for, and what the query wants of each table. */
export interface Search {
  readonly query: TransactionQuery
  readonly part: ListPart
  readonly wanted: WantedTransactions
}

/** Throws a RangeError for a part or a number of channels out of range. */
export function searchFor(query: TransactionQuery, part: ListPart): Search {
  listedEntities(query.entityIds)
  listOffset(part.offset)
  listLimit(part.limit)
  if (!Number.isInteger(part.maxRows) || part.maxRows < 1 || part.maxRows > FARTHEST_ROW) {
    throw new RangeError(`A list may look at 1 to ${FARTHEST_ROW}, not at ${part.maxRows}.`)
  }
  return { query, part, wanted: wantedTransactions(query) }
}

/** How a search by time is divided into streams. */
export interface Shares {
  /** How many rows of each stream are read, if there are more than may be read in total. */
  readonly ofStream: number
  /** Whether this is always enough, so that the rows need not be counted first. */
  readonly isEnough: boolean
}

/** A page that nothing filters is full before any stream has given more than the page holds. */
export function sharesOf({ query, part, wanted }: Search): Shares {
  const { payments, registrationTypes } = wanted
  const paymentStreams = payments === undefined ? 0 : (payments.paymentTypes?.length ?? 1)
  const channels = new Set(query.entityIds).size
  const streams = channels * (paymentStreams + registrationTypes.length)
  const share = Math.max(1, Math.floor(part.maxRows / Math.max(1, streams)))
  const isEnough = !part.counts && part.offset === 0 && !filtersRows(query) && part.limit <= share
  return { ofStream: isEnough ? part.limit : share, isEnough }
}

/** Whether something is asked for that streams are not in the order of. */
function filtersRows(query: TransactionQuery): boolean {
  return (
    query.paymentBrands !== undefined ||
    query.merchantTransactionId !== undefined ||
    query.idFrom !== undefined ||
    query.idBefore !== undefined ||
    ROW_FILTERS.some((name) => query[name] !== undefined)
  )
}

/** What is looked for in the rows of payments themselves. */
const ROW_FILTERS = [
  'operations',
  'states',
  'resultCodes',
  'moved',
  'amountFromMinor',
  'amountToMinor',
  'currency',
  'texts',
] as const satisfies readonly (keyof TransactionQuery)[]

/** The query without what indexes do not have: all that its streams hold. */
export function ofStreams(query: TransactionQuery): TransactionQuery {
  const streams: Record<string, unknown> = { ...query }
  for (const name of [...ROW_FILTERS, 'paymentBrands', 'typesOfAnyBrand'] as const) {
    delete streams[name]
  }
  return streams as unknown as TransactionQuery
}

/** What was looked at, and where that ended when a stream goes on. */
export interface Window {
  readonly rowsRead: number
  readonly end?: ListPlace
}

/** One pass over streams, or over some of them. */
export interface Pass extends Window {
  /** How many streams have more rows after their share. */
  readonly openStreams: number
}

/** Passes over several streams as one: it is complete down to the newest end. */
export function combinedPass(parts: readonly Pass[]): Pass {
  let rowsRead = 0
  let openStreams = 0
  let newest: ListPlace | undefined
  for (const part of parts) {
    rowsRead += part.rowsRead
    openStreams += part.openStreams
    const { end } = part
    if (end !== undefined && (newest === undefined || isBefore(end, newest))) newest = end
  }
  return { rowsRead, openStreams, ...(newest === undefined ? {} : { end: newest }) }
}

/**
 * Passes of one search: each passes on what it has not used, and little is left after a few passes.
 */
const MAX_PASSES = 4

/**
 * The shares of the passes of one search, each to be answered by its pass: short streams leave a
 * part of their share, which is given to streams that have more rows. Returns the rows that were
 * read.
 */
export function* passesOf(
  { part }: Search,
  { ofStream, isEnough }: Shares,
): Generator<number, Window, Pass> {
  let share = ofStream
  for (let passes = 1; ; passes++) {
    const pass: Pass = yield share
    const isOver = isEnough || pass.openStreams === 0 || passes === MAX_PASSES
    const more = isOver ? 0 : Math.floor((part.maxRows - pass.rowsRead) / pass.openStreams)
    if (more <= 0) return pass
    share += more
  }
}

/** Whether a place comes first in a list. */
export function isBefore(one: ListPlace, other: ListPlace): boolean {
  if (one.atMs !== other.atMs) return one.atMs > other.atMs
  return one.id === other.id ? one.rank < other.rank : one.id > other.id
}

export function placeOf(transaction: Transaction): ListPlace {
  const { row } = transaction
  if (transaction.kind === 'payment') return { atMs: row.createdAtMs, id: row.id, rank: 0 }
  return transaction.type === 'RG'
    ? { atMs: row.createdAtMs, id: row.id, rank: 1 }
    : { atMs: row.updatedAtMs, id: row.id, rank: 0 }
}

/** The page of a window. A page that is full ends with its last one, unless the whole window was counted. */
export function pageOf(
  { part }: Search,
  { rowsRead, end }: Window,
  transactions: readonly Transaction[],
  count: number | undefined,
): TransactionPage {
  const last = transactions.at(-1)
  const isFull = count === undefined && last !== undefined && transactions.length === part.limit
  const pageEnd = isFull ? placeOf(last) : end
  return {
    transactions,
    rowsRead: Math.max(rowsRead, transactions.length),
    ...(count === undefined ? {} : { count }),
    ...(pageEnd === undefined ? {} : { end: pageEnd }),
  }
}
