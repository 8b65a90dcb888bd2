import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type {
  Change,
  ChangeSet,
  ListPart,
  PaymentQuery,
  PaymentRow,
  PaymentStep,
  Store,
  TransactionQuery,
} from '../port.ts'
import { withRealTimes } from '../testing/real-times.ts'

/** A fresh store for every test around, closed after it. */
export function storeOfEachTest(open: () => Promise<Store>): () => Store {
  let store: Store
  beforeEach(async () => {
    store = withRealTimes(await open())
  })
  afterEach(() => store.close())
  return () => store
}

/** One store for all tests around: for those that do not mind each other's rows. */
export function storeOfAllTests(open: () => Promise<Store>): () => Store {
  let store: Store
  beforeAll(async () => {
    store = withRealTimes(await open())
  })
  afterAll(() => store.close())
  return () => store
}

export const applied = { applied: true } as const

export function conflict(reason: 'version' | 'exists' | 'limit', at: number) {
  return { applied: false, reason, at } as const
}

/** Commits what a test needs to be there. */
export async function given(store: Store, ...changes: ChangeSet): Promise<void> {
  expect(await store.commit(changes)).toEqual(applied)
}

export function insertPayment(row: PaymentRow): Change {
  return { kind: 'insertPayment', row }
}

/** A step decided on the row as the test wrote it. */
export function stepPayment(row: PaymentRow, set: Partial<PaymentStep>): Change {
  return {
    kind: 'stepPayment',
    id: row.id,
    expectedVersion: row.version,
    set: { updatedAtMs: row.updatedAtMs + 1, ...set },
  }
}

/** A part of a list from its beginning, which may look as far as any; unless `more` says otherwise. */
export function partOf(more: Partial<ListPart> = {}): ListPart {
  return { offset: 0, limit: 1000, maxRows: 50_000, counts: false, ...more }
}

/** Payments that a query finds. */
export async function findPayments(
  store: Store,
  query: PaymentQuery,
  offset: number,
  limit: number,
): Promise<PaymentRow[]> {
  const ofPayments = { paymentTypes: EVERY_TYPE, ...query }
  const page = await store.read.findTransactions(ofPayments, partOf({ offset, limit }))
  return page.transactions.flatMap((one) => (one.kind === 'payment' ? [one.row] : []))
}

const EVERY_TYPE = ['PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'RB', 'RI', '3D'] as const

/** How many payments a query finds. */
export async function countPayments(store: Store, query: PaymentQuery): Promise<number> {
  return countTransactions(store, { paymentTypes: EVERY_TYPE, ...query })
}

/** How many transactions a query finds. */
export async function countTransactions(store: Store, query: TransactionQuery): Promise<number> {
  const { count } = await store.read.findTransactions(query, partOf({ limit: 1, counts: true }))
  return count ?? Number.NaN
}
