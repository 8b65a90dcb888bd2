import { describe, expect, it } from 'vitest'
import type { Change, PaymentRow, Store } from '../port.ts'
import { event, nextId, payment, posting, succeeded, timeAt } from '../testing/sample-rows.ts'
import {
  applied,
  conflict,
  given,
  insertPayment,
  stepPayment,
  storeOfAllTests,
} from './open-store.ts'

/** A whole refund of `amountMinor`, as the gateway commits it. */
function refundOf(target: PaymentRow, amountMinor: number): Change[] {
  const refund = succeeded({ paymentType: 'RF', referencedId: target.id, amountMinor })
  return [
    {
      kind: 'stepPayment',
      id: target.id,
      expectedVersion: target.version,
      set: { refundedMinor: target.refundedMinor + amountMinor, updatedAtMs: target.updatedAtMs },
    },
    insertPayment(refund),
    { kind: 'appendEvent', row: event(refund.id) },
    {
      kind: 'appendPosting',
      row: posting(refund, { account: 'captured', amountMinor: -amountMinor }),
    },
    { kind: 'appendPosting', row: posting(refund, { account: 'refunded' }) },
  ]
}

/** Loads, decides and commits until the refund is done or nothing is left to refund. */
async function refundUntilDecided(store: Store, id: string, amountMinor: number): Promise<boolean> {
  for (;;) {
    const target = (await store.read.payment(id)) as PaymentRow
    if (target.refundedMinor + amountMinor > target.bookedMinor) return false
    const result = await store.commit(refundOf(target, amountMinor))
    if (result.applied) return true
    expect(result).toEqual(conflict('version', 0))
  }
}

export function describeConcurrency(open: () => Promise<Store>): void {
  describe('concurrent commits', () => {
    const store = storeOfAllTests(open)

    it('may need a payment in the version that they were decided on', async () => {
      const row = payment()
      await given(store(), insertPayment(row))
      const needed = { kind: 'requirePayment', id: row.id, expectedVersion: 1 } as const
      const step = stepPayment(row, { resultCode: '000.100.110' })
      const sets = [[needed], [needed], [step], [needed]]
      const results = await Promise.all(sets.map((set) => store().commit(set)))
      expect(results).toEqual([applied, applied, applied, conflict('version', 0)])
      const missing = { ...needed, id: nextId() }
      expect(await store().commit([missing])).toEqual(conflict('version', 0))
    })

    it('are applied in the order in which they were handed in', async () => {
      const row = payment()
      const codes = Array.from({ length: 100 }, (_, index) => `000.100.${index + 100}`)
      const results = await Promise.all([
        store().commit([insertPayment(row)]),
        ...codes.map((resultCode, index) =>
          store().commit([
            {
              kind: 'stepPayment',
              id: row.id,
              expectedVersion: index + 1,
              set: { resultCode, updatedAtMs: timeAt(index) },
            },
          ]),
        ),
      ])
      expect(results.every((result) => result.applied)).toBe(true)
      const last = { resultCode: codes.at(-1), version: 101 }
      expect(await store().read.payment(row.id)).toMatchObject(last)
    })

    it('do not affect one another when one of them conflicts', async () => {
      const there = payment()
      await given(store(), insertPayment(there))
      const rows = Array.from({ length: 20 }, () => payment())
      const results = await Promise.all(
        rows.map((row, index) =>
          store().commit(
            index % 3 === 1 ? [insertPayment(row), insertPayment(there)] : [insertPayment(row)],
          ),
        ),
      )
      for (const [index, row] of rows.entries()) {
        const fails = index % 3 === 1
        expect(results[index]).toEqual(fails ? conflict('exists', 1) : applied)
        expect(await store().read.payment(row.id)).toEqual(fails ? undefined : row)
      }
    })

    it('are seen by every read that is asked after they were acknowledged', async () => {
      const rows = Array.from({ length: 30 }, () => payment())
      await given(store(), ...rows.map(insertPayment))
      const [first] = rows as [PaymentRow]
      let isOver = false
      // Reads run all the time: a read that begins after a commit must not share the result of an
      // earlier read.
      const others = Array.from({ length: 10 }, async () => {
        while (!isOver) await store().read.payment(first.id)
      })
      const steps = rows.map(async (row, at) => {
        for (let version = 1; version <= 1 + (at % 10); version++) {
          const decided = { ...row, version }
          expect(await store().commit([stepPayment(decided, {})])).toEqual(applied)
          expect(await store().read.payment(row.id)).toMatchObject({ version: version + 1 })
        }
      })
      await Promise.all(steps)
      isOver = true
      await Promise.all(others)
    })

    it('accept one of many steps on the same version', async () => {
      const row = payment()
      await given(store(), insertPayment(row))
      const step: Change = {
        kind: 'stepPayment',
        id: row.id,
        expectedVersion: 1,
        set: { state: 'failed', updatedAtMs: timeAt(1) },
      }
      const results = await Promise.all(Array.from({ length: 50 }, () => store().commit([step])))
      expect(results.filter((result) => result.applied)).toHaveLength(1)
      expect(results[0]).toEqual(applied)
    })

    it('never refund more than was booked when 200 callers try at once', async () => {
      const row = succeeded({ amountMinor: 1_000_000_000 })
      await given(store(), insertPayment(row))
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, () => refundUntilDecided(store(), row.id, 30_000_000)),
      )
      expect(outcomes.filter(Boolean)).toHaveLength(33)
      expect((await store().read.payment(row.id))?.refundedMinor).toBe(990_000_000)
      const family = await store().read.paymentsOfFamily(row.id)
      expect(family).toHaveLength(34)
      const legs = await store().read.postingsOfFamily(row.id)
      expect(legs.reduce((sum, leg) => sum + leg.amountMinor, 0)).toBe(0)
      expect(legs).toHaveLength(66)
    })

    it('are refused by the tables when 200 callers do not check first', async () => {
      const row = succeeded({ amountMinor: 1_000_000_000 })
      await given(store(), insertPayment(row))
      const results = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          store().commit(
            refundOf({ ...row, version: index + 1, refundedMinor: index * 30_000_000 }, 30_000_000),
          ),
        ),
      )
      expect(results.slice(0, 33).every((result) => result.applied)).toBe(true)
      expect(results[33]).toEqual(conflict('limit', 0))
      expect((await store().read.payment(row.id))?.refundedMinor).toBe(990_000_000)
    })

    it('are seen by every read that is asked after them', async () => {
      const ids = Array.from({ length: 50 }, nextId)
      const seen = await Promise.all(
        ids.map(async (id) => {
          await store().commit([insertPayment(payment({ id }))])
          return (await store().read.payment(id))?.id
        }),
      )
      expect(seen).toEqual(ids)
    })
  })
}
