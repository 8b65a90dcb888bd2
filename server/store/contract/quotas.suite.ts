import { describe, expect, it } from 'vitest'
import type { Change, QuotaRow, Store } from '../port.ts'
import { payment, quota, timeAt } from '../testing/sample-rows.ts'
import {
  applied,
  conflict,
  given,
  insertPayment,
  storeOfAllTests,
  storeOfEachTest,
} from './open-store.ts'

function take(row: QuotaRow): Change {
  return { kind: 'takeQuota', row }
}

function forget({ key, expiresAtMs }: QuotaRow, nowMs = expiresAtMs): Change {
  return { kind: 'deleteQuota', key, nowMs }
}

function describeTaking(open: () => Promise<Store>): void {
  describe('quotas', () => {
    const store = storeOfAllTests(open)

    it('begin with the first amount taken and add the later ones', async () => {
      const row = quota({ used: 2, most: 5 })
      await given(store(), take(row))
      expect(await store().read.quota(row.key)).toEqual(row)
      await given(store(), take({ ...row, used: 3 }))
      expect(await store().read.quota(row.key)).toEqual({ ...row, used: 5 })
      expect(await store().read.quota('nothing')).toBeUndefined()
    })

    it('refuse more than the limit and keep the used amount', async () => {
      const row = quota({ used: 3, most: 3 })
      await given(store(), take(row))
      expect(await store().commit([take({ ...row, used: 1 })])).toEqual(conflict('limit', 0))
      expect(await store().read.quota(row.key)).toEqual(row)
      await given(store(), take({ ...row, used: 0 }))
    })

    it('refuse a first amount above the limit', async () => {
      const row = quota({ used: 4, most: 3 })
      expect(await store().commit([take(row)])).toEqual(conflict('limit', 0))
      expect(await store().read.quota(row.key)).toBeUndefined()
    })

    it('use the limit of each caller, and keep the first expiry time', async () => {
      const row = quota({ used: 3, most: 3 })
      await given(store(), take(row))
      const raised = { ...row, used: 1, most: 10, expiresAtMs: row.expiresAtMs + 1 }
      await given(store(), take(raised))
      expect(await store().read.quota(row.key)).toEqual({ ...row, used: 4, most: 10 })
      const lowered = { ...row, used: 0, most: 2 }
      expect(await store().commit([take(lowered)])).toEqual(conflict('limit', 0))
    })

    it('are counted separately for each key', async () => {
      const [one, other] = [quota({ most: 1 }), quota({ most: 1 })]
      await given(store(), take(one), take(other))
      expect(await store().commit([take(one)])).toEqual(conflict('limit', 0))
    })

    it('accept several amounts in one set', async () => {
      const row = quota({ used: 1, most: 3 })
      await given(store(), take(row), take(row), take(row))
      expect(await store().commit([take(row)])).toEqual(conflict('limit', 0))
      const other = quota({ used: 1, most: 3 })
      const tooMany = [other, other, other, other].map(take)
      expect(await store().commit(tooMany)).toEqual(conflict('limit', 3))
      expect(await store().read.quota(other.key)).toBeUndefined()
    })

    it.each([
      ['used', -1],
      ['used', 0.5],
      ['most', 0.5],
    ])('refuse a %s of %s', async (column, value) => {
      const row = quota({ [column]: value })
      await expect(store().commit([take(row)])).rejects.toMatchObject({ code: 'invalid-change' })
    })

    it('release what a set took when it meets a conflict', async () => {
      const [row, there] = [quota(), payment()]
      await given(store(), insertPayment(there), take(row))
      const late = [take(row), insertPayment(there)]
      expect(await store().commit(late)).toEqual(conflict('exists', 1))
      expect(await store().read.quota(row.key)).toEqual(row)
    })

    it('grant no more than the limit when 50 callers try at once', async () => {
      const row = quota({ used: 1, most: 20 })
      const results = await Promise.all(
        Array.from({ length: 50 }, () => store().commit([take(row)])),
      )
      expect(results.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => applied))
      expect(results.slice(20)).toEqual(Array.from({ length: 30 }, () => conflict('limit', 0)))
      expect(await store().read.quota(row.key)).toEqual({ ...row, used: 20 })
    })
  })
}

function describeForgetting(open: () => Promise<Store>): void {
  describe('removing quotas', () => {
    const store = storeOfEachTest(open)

    it('removes expired ones, and succeeds when there is none', async () => {
      const row = quota()
      await given(store(), take(row))
      expect(await store().commit([forget(row, row.expiresAtMs - 1)])).toEqual(applied)
      expect(await store().read.quota(row.key)).toEqual(row)
      expect(await store().commit([forget(row)])).toEqual(applied)
      expect(await store().read.quota(row.key)).toBeUndefined()
      expect(await store().commit([forget(row)])).toEqual(applied)
    })

    it('allows the key to begin again, in the same set too', async () => {
      const row = quota({ used: 3, most: 3 })
      await given(store(), take(row))
      await given(store(), forget(row), take({ ...row, used: 1 }))
      expect(await store().read.quota(row.key)).toEqual({ ...row, used: 1 })
    })

    it('finds as many as requested, oldest first, including those that expire at this moment', async () => {
      const rows = [30, 10, 41, 20, 40].map(timeAt).map((expiresAtMs) => quota({ expiresAtMs }))
      await given(store(), ...rows.map(take))
      const { read } = store()
      const expired = await read.expiredQuotas(timeAt(40), 10)
      expect(expired.map(({ expiresAtMs }) => expiresAtMs)).toEqual([10, 20, 30, 40].map(timeAt))
      expect(expired[0]).toEqual(rows[1])
      expect(await read.expiredQuotas(timeAt(40), 2)).toEqual([rows[1], rows[3]])
      expect(await read.expiredQuotas(timeAt(9), 10)).toEqual([])
      await expect(read.expiredQuotas(timeAt(40), 0)).rejects.toThrow(RangeError)
      await expect(read.expiredQuotas(timeAt(40), 1001)).rejects.toThrow(RangeError)
    })

    it('are found by the beginning of their keys, in their order', async () => {
      const keys = ['found 1 b', 'found 1 a', 'found 1', 'found 1!', 'found 10 a', 'found 1 É']
      await given(store(), ...keys.map((key) => take(quota({ key }))))
      const { read } = store()
      const found = await read.quotasBetween('found 1 ', 'found 1!', 10)
      expect(found.map(({ key }) => key)).toEqual(['found 1 a', 'found 1 b', 'found 1 É'])
      expect(await read.quotasBetween('found 1 ', 'found 1!', 1)).toEqual([
        quota({ key: 'found 1 a', expiresAtMs: found[0]?.expiresAtMs ?? 0 }),
      ])
      await expect(read.quotasBetween('a', 'b', 1001)).rejects.toThrow(RangeError)
    })
  })
}

export function describeQuotas(open: () => Promise<Store>): void {
  describeTaking(open)
  describeForgetting(open)
}
