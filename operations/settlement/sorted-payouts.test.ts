import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRefusal } from '../../server/results/refusal.ts'
import type { SettlementBatchRow } from '../../server/store/port.ts'
import { settlementBatch, settlementFile } from '../../server/store/testing/sample-rows.ts'
import { settledShop } from './settlement.fixture.ts'
import { batchesAsked, type PayoutsAsked, SORTED_BY } from './sorted-payouts.ts'

const payout = fc.record({
  settledOn: fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-24'),
  currency: fc.constantFrom('EUR', 'GBP', 'JPY'),
  netMinor: fc.integer({ min: -500, max: 500 }),
  feeMinor: fc.integer({ min: -3, max: 3 }),
})

type Payout = Pick<SettlementBatchRow, 'settledOn' | 'currency' | 'netMinor' | 'feeMinor'>

/** A merchant with these payouts, and what reads a list of them. */
async function shopWith(payouts: readonly Payout[]) {
  const { account, merchantId, store } = await settledShop()
  const file = settlementFile(account.id)
  await store.commit([{ kind: 'insertSettlementFile', row: file }])
  const rows = payouts.map((columns, at) =>
    settlementBatch(file, {
      id: `${file.id}-${String(at + 1).padStart(5, '0')}`,
      entityId: merchantId,
      ...columns,
    }),
  )
  for (let at = 0; at < rows.length; at += 200) {
    const changes = rows.slice(at, at + 200)
    await store.commit(changes.map((row) => ({ kind: 'insertSettlementBatch', row }) as const))
  }
  const read = (asked: PayoutsAsked) => batchesAsked([merchantId], asked, store)
  /** All pages of a list, one after the other. */
  const all = async (asked: PayoutsAsked) => {
    const seen: SettlementBatchRow[] = []
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; ) {
      isFirst = false
      const page = await read({ ...asked, cursor })
      if (isRefusal(page)) throw new Error(page.description)
      seen.push(...page.batches)
      cursor = page.last && `${page.last.settledOn}.${page.last.id}`
    }
    return seen
  }
  return { rows, read, all }
}

test('every order has every payout once, over pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(payout, { maxLength: 25 }),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(...SORTED_BY),
      fc.constantFrom('ASC' as const, 'DESC' as const),
      async (payouts, limit, sortValue, sortOrder) => {
        const shop = await shopWith(payouts)
        const seen = await shop.all({ sortValue, sortOrder, limit })
        expect(seen.map(({ id }) => id).toSorted()).toEqual(shop.rows.map(({ id }) => id))
        const way = sortOrder === 'ASC' ? 1 : -1
        for (const [at, one] of seen.slice(1).entries()) {
          const before = seen[at] as SettlementBatchRow
          if (sortValue === 'settledOn') {
            expect(way * one.settledOn.localeCompare(before.settledOn)).toBeGreaterThanOrEqual(0)
          } else if (one.currency === before.currency) {
            const minor = sortValue === 'net' ? 'netMinor' : 'feeMinor'
            expect(way * (one[minor] - before[minor])).toBeGreaterThanOrEqual(0)
          } else {
            // An amount is compared with those of its currency.
            expect(one.currency > before.currency).toBe(true)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a time with more payouts than are sorted is refused by name, and has its newest first', async () => {
  const one: Payout = { settledOn: '2026-11-20', currency: 'EUR', netMinor: 1, feeMinor: 0 }
  const shop = await shopWith(Array.from({ length: 1000 }, () => one))
  const refused = await shop.read({ sortValue: 'net', limit: 10 })
  expect(refused).toMatchObject({ parameterErrors: [{ name: 'sortValue', value: 'net' }] })
  expect(await shop.all({ limit: 100 })).toHaveLength(1000)
  const early = { ...one, settledOn: '2026-11-19' }
  const fewer = await shopWith([...Array.from({ length: 999 }, () => one), early])
  const within = { 'date.from': '2026-11-20 00:00:00', sortValue: 'net', limit: 100 } as const
  expect(await fewer.all(within)).toHaveLength(999)
})

test('a cursor of a payout that is not in the list is refused', async () => {
  const shop = await shopWith([])
  const cursor = '2026-11-20.019ab3c4d5e6f708192a3b4c5d6e7f80-00001'
  const refused = await shop.read({ sortValue: 'net', limit: 10, cursor })
  expect(refused).toMatchObject({ parameterErrors: [{ name: 'cursor' }] })
})
