import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRefusal } from '../../server/results/refusal.ts'
import type { DisputeRow } from '../../server/store/port.ts'
import { dispute, entity, succeeded } from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { pageOf } from './listed-disputes.ts'

const row = fc.record({
  currency: fc.constantFrom('EUR', 'GBP'),
  amountMinor: fc.integer({ min: 1, max: 300 }),
  outcome: fc.constantFrom('open' as const, 'lost' as const),
  respondByMs: fc.option(fc.integer({ min: 1, max: 50 })),
})

type Columns = Pick<DisputeRow, 'currency' | 'amountMinor' | 'outcome' | 'respondByMs'>

/** A channel with these disputes, and what reads a list of them. */
async function shopWith(disputes: readonly Columns[]) {
  const store = openMemoryStore()
  const owner = entity({ kind: 'channel' })
  const paid = succeeded({ entityId: owner.id })
  await store.commit([
    { kind: 'insertEntity', row: owner },
    { kind: 'insertPayment', row: paid },
  ])
  const rows = disputes.map(({ outcome, respondByMs, ...columns }) =>
    // Only open disputes have a deadline.
    dispute(paid, { ...columns, outcome, respondByMs: outcome === 'open' ? respondByMs : null }),
  )
  for (let at = 0; at < rows.length; at += 100) {
    const changes = rows.slice(at, at + 100)
    await store.commit(changes.map((one) => ({ kind: 'insertDispute', row: one }) as const))
  }
  const read = (asked: Readonly<Record<string, string>>) =>
    pageOf(owner, new Map(Object.entries(asked)), store)
  /** All pages of a list, one after the other. */
  const all = async (asked: Readonly<Record<string, string>>) => {
    const seen: DisputeRow[] = []
    for (let more: Record<string, string> | undefined = {}; more !== undefined; ) {
      const page = await read({ ...asked, ...more })
      if (isRefusal(page)) throw new Error(JSON.stringify(page))
      seen.push(...page.disputes)
      more = page.cursor === undefined ? undefined : { cursor: page.cursor }
    }
    return seen
  }
  return { rows, read, all }
}

const idsOf = (rows: readonly DisputeRow[]) => rows.map(({ id }) => id)

test('every order has every dispute once, over pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 20 }),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom('openedAt', 'respondBy', 'amount'),
      fc.constantFrom('ASC', 'DESC'),
      async (disputes, limit, sortValue, sortOrder) => {
        const shop = await shopWith(disputes)
        const seen = await shop.all({ sortValue, sortOrder, limit: String(limit) })
        expect(idsOf(seen).toSorted()).toEqual(idsOf(shop.rows).toSorted())
        const way = sortOrder === 'ASC' ? 1 : -1
        for (const [at, one] of seen.slice(1).entries()) {
          const before = seen[at] as DisputeRow
          if (sortValue === 'openedAt') expect(one.id > before.id).toBe(way === 1)
          else if (sortValue === 'respondBy') {
            // Those without a deadline stand last.
            if (before.respondByMs === null) expect(one.respondByMs).toBeNull()
            else if (one.respondByMs !== null) {
              expect(way * (one.respondByMs - before.respondByMs)).toBeGreaterThanOrEqual(0)
            }
          } else if (one.currency === before.currency) {
            expect(way * (one.amountMinor - before.amountMinor)).toBeGreaterThanOrEqual(0)
          } else expect(one.currency > before.currency).toBe(true)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a list with more disputes than are sorted is refused by name, and has its newest first', async () => {
  const one: Columns = { currency: 'EUR', amountMinor: 1, outcome: 'open', respondByMs: null }
  const ended: Columns = { ...one, outcome: 'lost' }
  const shop = await shopWith([...Array.from({ length: 999 }, () => one), ended])
  const refused = await shop.read({ sortValue: 'amount', limit: '10' })
  expect(refused).toMatchObject({ parameterErrors: [{ name: 'sortValue', value: 'amount' }] })
  expect(await shop.all({ limit: '100' })).toHaveLength(1000)
  const open = { sortValue: 'amount', disputeOutcome: 'open', limit: '100' }
  expect(await shop.all(open)).toHaveLength(999)
})

test('a cursor of another order, or of a dispute of others, is refused', async () => {
  const shop = await shopWith([])
  for (const cursor of ['newest.0', 'sorted.0'].map((part) => `${part}.${'0'.repeat(32)}`)) {
    const refused = await shop.read({ sortValue: 'amount', limit: '10', cursor })
    expect(refused).toMatchObject({ parameterErrors: [{ name: 'cursor', value: cursor }] })
  }
})
