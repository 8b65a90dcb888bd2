import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Change, ChangeSet, PaymentRow, PaymentStep, Store } from '../port.ts'
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
