import { describe, expect, it } from 'vitest'
import type { Store } from '../port.ts'
import { payment } from '../testing/sample-rows.ts'
import { applied, given, insertPayment, storeOfEachTest } from './open-store.ts'

export function describeClosing(open: () => Promise<Store>): void {
  describe('closing', () => {
    const store = storeOfEachTest(open)

    it('waits for every commit that was handed in', async () => {
      const rows = Array.from({ length: 500 }, () => payment())
      const committed = rows.map((row) => store().commit([insertPayment(row)]))
      let settled = 0
      for (const promise of committed) promise.then(() => (settled += 1))
      await store().close()
      expect(settled).toBe(500)
      expect(await Promise.all(committed)).toEqual(rows.map(() => applied))
    })

    it('answers every read that was asked before', async () => {
      const row = payment()
      await given(store(), insertPayment(row))
      const asked = [row.id, 'nothing', row.id].map((id) => store().read.payment(id))
      await store().close()
      expect(await Promise.all(asked)).toEqual([row, undefined, row])
    })

    it('refuses commits, pings and reads that come later', async () => {
      await store().close()
      const late = store().commit([insertPayment(payment())])
      await expect(late).rejects.toMatchObject({ code: 'closed' })
      await expect(store().ping()).rejects.toMatchObject({ code: 'closed' })
      await expect(store().read.payment('any')).rejects.toThrow()
    })

    it('may be requested twice', async () => {
      await Promise.all([store().close(), store().close()])
    })

    it('is not needed for a ping to answer that a write would succeed', async () => {
      await expect(store().ping()).resolves.toBeUndefined()
    })
  })
}
