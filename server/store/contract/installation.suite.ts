import { describe, expect, it } from 'vitest'
import type { Store } from '../port.ts'
import { authorised, installation, nextId } from '../testing/sample-rows.ts'
import { applied, given, storeOfAllTests } from './open-store.ts'

export function describeInstallation(open: () => Promise<Store>): void {
  describe('the installation', () => {
    const opened = storeOfAllTests(open)

    it('is one row, stepped on the version that it was decided on', async () => {
      const store = opened()
      const row = installation()
      await given(store, { kind: 'insertInstallation', row })
      const set = { environment: 'live', clockHeldAtMs: row.clockSeenAtMs + 1 } as const
      const step = { kind: 'stepInstallation', id: row.id, expectedVersion: 1, set } as const
      expect(await store.commit([step])).toEqual(applied)
      expect(await store.commit([step])).toMatchObject({ applied: false })
      expect(await store.read.installation(row.id)).toEqual({ ...row, ...set, version: 2 })
    })

    it('tells the newest payment by its id', async () => {
      const store = opened()
      expect(await store.read.newestPayment()).toBeUndefined()
      const [first, second] = [nextId(), nextId()]
      for (const id of [second, first]) {
        await given(store, { kind: 'insertPayment', row: authorised({ id, familyId: id }) })
      }
      expect(await store.read.newestPayment()).toEqual({ id: second })
    })
  })
}
