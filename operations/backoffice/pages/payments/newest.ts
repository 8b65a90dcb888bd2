import type { AdminPayment, AdminPaymentList } from '../../../administration/answer.ts'

/** A list that people read while new payments come. */
/** What of an answer becomes a list. */
type ReadPage = Omit<AdminPaymentList, 'timeZone'>

export interface ReadList {
  readonly rows: readonly AdminPayment[]
  /** Came after the list was read, newest first. They wait until the person asks for them. */
  readonly waiting: readonly AdminPayment[]
  /** Ids of the rows that were shown last. */
  readonly shown: ReadonlySet<string>
  /** Sent for older ones; absent: there are none. */
  readonly cursor: string | undefined
  /** Until when a search has looked that found nothing in time. */
  readonly searchedTo: string | undefined
}

export const EMPTY: ReadList = {
  rows: [],
  waiting: [],
  shown: new Set(),
  cursor: undefined,
  searchedTo: undefined,
}

/** More than this waits uncounted: the person reads the list again. */
export const MAX_WAITING = 500

/**
 * A payment of the stream: one that is in the list changes in its place, another one waits, so that no row
 * moves under a reader's eyes.
 */
export function withStreamed(list: ReadList, payment: AdminPayment): ReadList {
  const isKnown = [...list.rows, ...list.waiting].some(({ id }) => id === payment.id)
  if (isKnown) return withChange(list, payment)
  return { ...list, waiting: [payment, ...list.waiting].slice(0, MAX_WAITING) }
}

/** Changes a payment where it stands, if it stands there. */
export function withChange(list: ReadList, payment: AdminPayment): ReadList {
  const put = (one: AdminPayment) => (one.id === payment.id ? payment : one)
  return { ...list, rows: list.rows.map(put), waiting: list.waiting.map(put) }
}

/**
 * The newest payments, read again because some changes were not told: as if each of them had come by the
 * stream.
 */
export function withReadAgain(list: ReadList, { payments }: ReadPage): ReadList {
  const oldest = list.rows.at(-1)?.createdAt ?? ''
  return payments
    .filter(({ createdAt }) => createdAt >= oldest)
    .toReversed()
    .reduce(withStreamed, list)
}

/** Puts what waits at the head of the list. */
export function showWaiting(list: ReadList): ReadList {
  const newest = list.waiting.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  return {
    ...list,
    rows: [...newest, ...list.rows],
    waiting: [],
    shown: new Set(newest.map(({ id }) => id)),
  }
}

/** The list with a page of older payments. */
export function withOlder(list: ReadList, page: ReadPage): ReadList {
  const known = new Set(list.rows.map(({ id }) => id))
  const older = page.payments.filter(({ id }) => !known.has(id))
  return {
    ...list,
    rows: [...list.rows, ...older],
    cursor: page.cursor,
    searchedTo: page.searchedTo,
  }
}
