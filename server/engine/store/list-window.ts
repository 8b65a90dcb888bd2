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
 * By which index transactions are found. By time there may be any number of them: each channel, and
 * each type where types are asked for, is a stream in an index of its own order, and is looked through
 * so far that all streams together stay within what may be looked at.
 */
export type Way = 'reference' | 'id' | 'time'

/** The way that leaves the fewest to be looked at. */
export function wayOf(query: TransactionQuery): Way {
  if (query.idFrom !== undefined && query.idBefore !== undefined) return 'id'
  return query.merchantTransactionId === undefined ? 'time' : 'reference'
}

/** A part as it was asked for, and what the query wants of each table. */
export interface Look {
  readonly query: TransactionQuery
  readonly part: ListPart
  readonly wanted: WantedTransactions
}

/** Throws a RangeError for a part or a number of channels out of range. */
export function lookFor(query: TransactionQuery, part: ListPart): Look {
  listedEntities(query.entityIds)
  listOffset(part.offset)
  listLimit(part.limit)
  if (!Number.isInteger(part.lookAt) || part.lookAt < 1 || part.lookAt > FARTHEST_ROW) {
    throw new RangeError(`A list may look at 1 to ${FARTHEST_ROW}, not at ${part.lookAt}.`)
  }
  return { query, part, wanted: wantedTransactions(query) }
}

/** How a look by time is divided. */
export interface Shares {
  /** How many of each stream are looked at, where there are more than may be looked at in all. */
  readonly ofStream: number
  /** Whether that is enough in any case: no need to count them all first. */
  readonly isEnough: boolean
}

/** A page that nothing filters is full before any stream has given more than the page holds. */
export function sharesOf({ query, part, wanted }: Look): Shares {
  const { payments, registrationTypes } = wanted
  const paymentStreams = payments === undefined ? 0 : (payments.paymentTypes?.length ?? 1)
  const channels = new Set(query.entityIds).size
  const streams = channels * (paymentStreams + registrationTypes.length)
  const share = Math.max(1, Math.floor(part.lookAt / Math.max(1, streams)))
  const isEnough = !part.counts && part.offset === 0 && !filtersRows(query) && part.limit <= share
  return { ofStream: isEnough ? part.limit : share, isEnough }
}

/** Whether something is asked for that streams are not in the order of. */
function filtersRows(query: TransactionQuery): boolean {
  return (
    query.paymentBrands !== undefined ||
    query.merchantTransactionId !== undefined ||
    query.idFrom !== undefined ||
    query.idBefore !== undefined
  )
}

/** What was looked at, and where that ended when a stream goes on. */
export interface Window {
  readonly lookedAt: number
  readonly end?: ListPlace
}

/** One pass over streams, or over some of them. */
export interface Pass extends Window {
  /** How many streams go on after their share. */
  readonly goingOn: number
}

/** Passes over several streams as one: it is complete down to the newest end. */
export function passOf(parts: readonly Pass[]): Pass {
  let lookedAt = 0
  let goingOn = 0
  let newest: ListPlace | undefined
  for (const part of parts) {
    lookedAt += part.lookedAt
    goingOn += part.goingOn
    const { end } = part
    if (end !== undefined && (newest === undefined || isBefore(end, newest))) newest = end
  }
  return { lookedAt, goingOn, ...(newest === undefined ? {} : { end: newest }) }
}

/** Passes of one look: each gives on what is left, and few are left after some. */
const MAX_PASSES = 4

/**
 * The shares of the passes of one look, each to be answered by its pass: what short streams leave of
 * theirs is given to those that go on. Returns what was looked at.
 */
export function* sharedOut(
  { part }: Look,
  { ofStream, isEnough }: Shares,
): Generator<number, Window, Pass> {
  let share = ofStream
  for (let passes = 1; ; passes++) {
    const pass: Pass = yield share
    const isOver = isEnough || pass.goingOn === 0 || passes === MAX_PASSES
    const more = isOver ? 0 : Math.floor((part.lookAt - pass.lookedAt) / pass.goingOn)
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
  { part }: Look,
  { lookedAt, end }: Window,
  transactions: readonly Transaction[],
  count: number | undefined,
): TransactionPage {
  const last = transactions.at(-1)
  const isFull = count === undefined && last !== undefined && transactions.length === part.limit
  const pageEnd = isFull ? placeOf(last) : end
  return {
    transactions,
    lookedAt: Math.max(lookedAt, transactions.length),
    ...(count === undefined ? {} : { count }),
    ...(pageEnd === undefined ? {} : { end: pageEnd }),
  }
}
