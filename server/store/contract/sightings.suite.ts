import { describe, expect, it } from 'vitest'
import type { Change, SightingRow, Store } from '../port.ts'
import { payment, sighting, timeAt } from '../testing/sample-rows.ts'
import { applied, conflict, given, insertPayment, storeOfEachTest } from './open-store.ts'

/** How many a store forgets at once. */
const FORGOTTEN_AT_ONCE = 10_000

function append(row: SightingRow): Change {
  return { kind: 'appendSighting', row }
}

function forget(beforeMs: number): Change {
  return { kind: 'deleteSightings', beforeMs }
}

/** What is seen of `row`'s subject since a time, in its currency. */
function seen(store: Store, { entityId, subject, currency }: SightingRow, sinceMs = 0) {
  return store.read.sightings(entityId, subject, sinceMs, currency)
}

export function describeSightings(open: () => Promise<Store>): void {
  describe('sightings', () => {
    const store = storeOfEachTest(open)

    it('are counted from a given time on, including that moment', async () => {
      const row = sighting({ atMs: timeAt(10), amountMinor: 100 })
      const rows = [10, 20, 30].map(timeAt).map((atMs) => ({ ...row, atMs }))
      await given(store(), ...rows.map(append))
      expect(await seen(store(), row)).toEqual({ count: 3, amountMinor: 300 })
      expect(await seen(store(), row, timeAt(20))).toEqual({ count: 2, amountMinor: 200 })
      expect(await seen(store(), row, timeAt(31))).toEqual({ count: 0, amountMinor: 0 })
    })

    it('are all counted and summed in the one currency', async () => {
      const row = sighting({ amountMinor: 100 })
      const pounds = { ...row, currency: 'GBP', amountMinor: 7 }
      await given(store(), append(row), append(row), append(pounds))
      expect(await seen(store(), row)).toEqual({ count: 3, amountMinor: 200 })
      expect(await seen(store(), pounds)).toEqual({ count: 3, amountMinor: 7 })
      const { entityId, subject } = row
      const yen = await store().read.sightings(entityId, subject, 0, 'JPY')
      expect(yen).toEqual({ count: 3, amountMinor: 0 })
    })

    it('are counted for one channel and one subject', async () => {
      const row = sighting()
      const others = [
        { ...row, entityId: 'other' },
        { ...row, subject: `${row.subject}1` },
      ]
      await given(store(), ...[row, ...others].map(append))
      expect(await seen(store(), row)).toEqual({ count: 1, amountMinor: row.amountMinor })
    })

    it('sum beyond 32 bits', async () => {
      const row = sighting({ amountMinor: 5_000_000_000 })
      await given(store(), append(row), append(row))
      expect(await seen(store(), row)).toEqual({ count: 2, amountMinor: 10_000_000_000 })
    })

    it('are undone with their set', async () => {
      const [row, there] = [sighting(), payment()]
      await given(store(), insertPayment(there), append(row))
      const late = [append(row), forget(row.atMs + 1), insertPayment(there)]
      expect(await store().commit(late)).toEqual(conflict('exists', 2))
      expect((await seen(store(), row)).count).toBe(1)
    })

    it('are seen by every later read, whatever else is committed', async () => {
      const row = sighting({ amountMinor: 1 })
      const results = await Promise.all(
        Array.from({ length: 50 }, () => store().commit([append(row)])),
      )
      expect(results).toEqual(Array.from({ length: 50 }, () => applied))
      expect(await seen(store(), row)).toEqual({ count: 50, amountMinor: 50 })
    })

    it('are removed before a given time, excluding that moment', async () => {
      const rows = [10, 20, 30].map(timeAt).map((atMs) => sighting({ subject: 'all', atMs }))
      await given(store(), ...rows.map(append), forget(timeAt(20)))
      const row = rows[0] as SightingRow
      expect((await seen(store(), row)).count).toBe(2)
      expect(await store().commit([forget(timeAt(20))])).toEqual(applied)
      await given(store(), forget(timeAt(31)))
      expect((await seen(store(), row)).count).toBe(0)
      await given(store(), append(row))
      expect((await seen(store(), row)).count).toBe(1)
    })

    it(`are removed ${FORGOTTEN_AT_ONCE} at a time`, async () => {
      const row = sighting({ atMs: timeAt(10) })
      await given(store(), ...Array.from({ length: FORGOTTEN_AT_ONCE + 5 }, () => append(row)))
      await given(store(), forget(timeAt(11)))
      expect((await seen(store(), row)).count).toBe(5)
      await given(store(), forget(timeAt(11)))
      expect((await seen(store(), row)).count).toBe(0)
    })

    it.each([
      ['amountMinor', -1],
      ['amountMinor', 0.5],
      ['currency', 'euro'],
      ['atMs', -1],
    ])('cannot have a %s of %s', async (column, value) => {
      const row = sighting({ [column]: value })
      await expect(store().commit([append(row)])).rejects.toMatchObject({ code: 'invalid-change' })
    })
  })
}
