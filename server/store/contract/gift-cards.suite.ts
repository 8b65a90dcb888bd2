import { describe, expect, it } from 'vitest'
import type { Change, GiftCardRow, Store } from '../port.ts'
import { giftCard, giftCardPart, payment, timeAt } from '../testing/sample-rows.ts'
import { applied, conflict, given, insertPayment, storeOfAllTests } from './open-store.ts'

function insert(row: GiftCardRow): Change {
  return { kind: 'insertGiftCard', row }
}

function move({ id }: GiftCardRow, byMinor: number): Change {
  return { kind: 'moveGiftCard', id, byMinor }
}

async function balanceOf(store: Store, { id }: GiftCardRow): Promise<number | undefined> {
  return (await store.read.giftCard(id))?.balanceMinor
}

export function describeGiftCards(open: () => Promise<Store>): void {
  describe('gift cards', () => {
    const store = storeOfAllTests(open)

    it('are read as they were written', async () => {
      const row = giftCard({ balanceMinor: 0, currency: 'GBP' })
      await given(store(), insert(row))
      expect(await store().read.giftCard(row.id)).toEqual(row)
      expect(await store().read.giftCard('nothing')).toBeUndefined()
    })

    it('are charged down to zero and refunded up to their issued value', async () => {
      const row = giftCard({ issuedMinor: 10_000_000_000 })
      await given(store(), insert(row), move(row, -4_000_000_000), move(row, -6_000_000_000))
      expect(await balanceOf(store(), row)).toBe(0)
      await given(store(), move(row, 10_000_000_000), move(row, 0))
      expect(await balanceOf(store(), row)).toBe(10_000_000_000)
    })

    it('take amounts beyond 32 bits', async () => {
      const row = giftCard({ issuedMinor: Number.MAX_SAFE_INTEGER })
      await given(store(), insert(row), move(row, -5_000_000_001))
      expect(await balanceOf(store(), row)).toBe(Number.MAX_SAFE_INTEGER - 5_000_000_001)
    })

    it.each([
      ['one more than their balance', { balanceMinor: 40 }, -41],
      ['one more than they were issued with', { balanceMinor: 9_999_999_960 }, 41],
      ['all of nothing', { balanceMinor: 0 }, -1],
    ])('refuse %s', async (_name, columns, byMinor) => {
      const row = giftCard(columns)
      await given(store(), insert(row))
      expect(await store().commit([move(row, byMinor)])).toEqual(conflict('limit', 0))
      expect(await store().read.giftCard(row.id)).toEqual(row)
    })

    it('are not issued with a balance beyond their value', async () => {
      for (const balanceMinor of [10_000_000_001, -1]) {
        const row = giftCard({ balanceMinor })
        expect(await store().commit([insert(row)])).toEqual(conflict('limit', 0))
      }
    })

    it('conflict when the card does not exist', async () => {
      expect(await store().commit([move(giftCard(), -1)])).toEqual(conflict('version', 0))
    })

    it.each([0.5, Number.NaN])('do not change by %s', async (byMinor) => {
      const row = giftCard()
      await given(store(), insert(row))
      await expect(store().commit([move(row, byMinor)])).rejects.toMatchObject({
        code: 'invalid-change',
      })
      expect(await store().read.giftCard(row.id)).toEqual(row)
    })

    it('keep their balance when the rest of the set conflicts', async () => {
      const [row, there] = [giftCard(), payment()]
      await given(store(), insert(row), insertPayment(there))
      const late = [move(row, -1), insertPayment(there)]
      expect(await store().commit(late)).toEqual(conflict('exists', 1))
      expect(await balanceOf(store(), row)).toBe(10_000_000_000)
    })

    it('pay as often as their balance allows when 60 callers try at once', async () => {
      const row = giftCard({ issuedMinor: 1_000_000_000 })
      await given(store(), insert(row))
      const results = await Promise.all(
        Array.from({ length: 60 }, () => store().commit([move(row, -30_000_000)])),
      )
      expect(results.filter((result) => result.applied)).toHaveLength(33)
      expect(results.slice(0, 33)).toEqual(Array.from({ length: 33 }, () => applied))
      expect(results[33]).toEqual(conflict('limit', 0))
      expect(await balanceOf(store(), row)).toBe(10_000_000)
    })

    it('have parts that are read as they were written, and stepped from their version', async () => {
      const part = giftCardPart()
      await given(store(), { kind: 'insertGiftCardPart', row: part })
      expect(await store().read.giftCardPart(part.id)).toEqual(part)
      const set = { state: 'paid', updatedAtMs: timeAt(1) } as const
      const step = { kind: 'stepGiftCardPart', id: part.id, expectedVersion: 1, set } as const
      await given(store(), step)
      expect(await store().read.giftCardPart(part.id)).toEqual({ ...part, ...set, version: 2 })
      expect(await store().commit([step])).toEqual(conflict('version', 0))
      expect(await store().commit([{ kind: 'insertGiftCardPart', row: part }])).toEqual(
        conflict('exists', 0),
      )
    })
  })
}
