import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applied, conflict, given, insertPayment, stepPayment } from '../contract/open-store.ts'
import type { Change, PaymentRow, Store } from '../port.ts'
import { usePostgres } from '../testing/postgres.ts'
import { giftCard, idempotency, payment, quota, succeeded } from '../testing/sample-rows.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const postgres = usePostgres()
let stores: readonly [Store, Store]

beforeEach(async () => {
  const url = await postgres.freshDatabase()
  stores = [await openPostgresStore({ url }), await openPostgresStore({ url })]
})
afterEach(async () => {
  for (const store of stores) await store.close()
})

/** As a gateway does: loads, decides, commits, and again on a conflict. */
async function refund(store: Store, id: string, amountMinor: number): Promise<boolean> {
  const row = (await store.read.payment(id)) as PaymentRow
  const refundedMinor = row.refundedMinor + amountMinor
  if (refundedMinor > row.bookedMinor) return false
  const result = await store.commit([stepPayment(row, { refundedMinor })])
  return result.applied || refund(store, id, amountMinor)
}

describe('two stores on one database', () => {
  it('see at once what the other store committed', async () => {
    const [one, other] = stores
    const [first, second] = [payment(), payment()]
    await given(one, insertPayment(first))
    expect(await other.read.payment(first.id)).toEqual(first)
    await given(other, insertPayment(second))
    expect(await one.read.payment(second.id)).toEqual(second)
  })

  it('never refund more than was booked together', async () => {
    const row = succeeded({ amountMinor: 1_000 })
    await given(stores[0], insertPayment(row))
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, caller) => refund(stores[caller % 2] as Store, row.id, 30)),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(33)
    expect((await stores[1].read.payment(row.id))?.refundedMinor).toBe(990)
  })

  it('never grant more of a quota together than its limit', async () => {
    const row = quota({ most: 100 })
    const take: Change = { kind: 'takeQuota', row }
    const results = await Promise.all(
      Array.from({ length: 300 }, (_, caller) => (stores[caller % 2] as Store).commit([take])),
    )
    expect(results.filter((result) => result.applied)).toHaveLength(100)
    const others = results.filter((result) => !result.applied)
    expect(others).toEqual(others.map(() => conflict('limit', 0)))
    expect(await stores[0].read.quota(row.key)).toEqual({ ...row, used: 100 })
  })

  it('take from many quotas at once, in any order', async () => {
    const rows = Array.from({ length: 20 }, () => quota({ most: 100 }))
    const takes = rows.map((row): Change => ({ kind: 'takeQuota', row }))
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, caller) =>
        (stores[caller % 2] as Store).commit(caller % 3 === 0 ? takes : takes.toReversed()),
      ),
    )
    expect(results).toEqual(results.map(() => applied))
    for (const { key } of rows) expect((await stores[1].read.quota(key))?.used).toBe(40)
  })

  it('never pay more with a gift card together than its balance', async () => {
    const row = giftCard({ issuedMinor: 1_000 })
    await given(stores[0], { kind: 'insertGiftCard', row })
    const move: Change = { kind: 'moveGiftCard', id: row.id, byMinor: -30 }
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, caller) => (stores[caller % 2] as Store).commit([move])),
    )
    expect(results.filter((result) => result.applied)).toHaveLength(33)
    expect((await stores[1].read.giftCard(row.id))?.balanceMinor).toBe(10)
  })

  it('allow one of two requests with the same key to begin, in any order', async () => {
    const rows = Array.from({ length: 100 }, () => idempotency())
    const results = await Promise.all(
      [rows, rows.toReversed()].map((keys, store) =>
        Promise.all(
          keys.map(async (row) => ({
            key: row.key,
            result: await (stores[store] as Store).commit([{ kind: 'insertIdempotency', row }]),
          })),
        ),
      ),
    )
    for (const { key } of rows) {
      const both = results.flat().filter((one) => one.key === key)
      expect(both.map(({ result }) => result)).toEqual(
        expect.arrayContaining([applied, conflict('exists', 0)]),
      )
    }
  })

  it('step many payments at once in different orders, and each step once', async () => {
    const rows = Array.from({ length: 100 }, () => payment())
    await given(stores[0], ...rows.map(insertPayment))
    const results = await Promise.all(
      [rows, rows.toReversed()].flatMap((these, store) =>
        these.map((row) =>
          (stores[store] as Store).commit([stepPayment(row, { state: 'failed' })]),
        ),
      ),
    )
    expect(results.filter((result) => result.applied)).toHaveLength(100)
    const others = results.filter((result) => !result.applied)
    expect(others).toEqual(others.map(() => conflict('version', 0)))
    for (const { id } of rows) expect((await stores[1].read.payment(id))?.version).toBe(2)
  })
})
