import { describe, expect, it } from 'vitest'
import type { Store } from '../port.ts'
import { numberKey, timeAt, vaultKey, vaultRecord } from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests, storeOfEachTest } from './open-store.ts'

export function describeNumberKeys(open: () => Promise<Store>): void {
  describe('the keys of card numbers', () => {
    const opened = storeOfAllTests(open)

    it('are rows in the order of their periods, stepped on the version that it was decided on', async () => {
      const store = opened()
      const [later, earlier] = [
        numberKey({ periodFromMs: timeAt(2) }),
        numberKey({ periodFromMs: timeAt(1) }),
      ]
      for (const row of [later, earlier]) await given(store, { kind: 'insertNumberKey', row })
      expect(await store.read.numberKeys()).toEqual([earlier, later])
      const set = { endsAtMs: timeAt(5), destroyedAtMs: timeAt(6) }
      const step = { kind: 'stepNumberKey', id: earlier.id, expectedVersion: 1, set } as const
      expect(await store.commit([step])).toEqual(applied)
      expect(await store.commit([step])).toEqual(conflict('version', 0))
      expect(await store.read.numberKey(earlier.id)).toEqual({ ...earlier, ...set, version: 2 })
      const again = { kind: 'insertNumberKey', row: later } as const
      expect(await store.commit([again])).toEqual(conflict('exists', 0))
    })

    it('are kept in a place of their own until they are destroyed', async () => {
      const { numberKeys } = opened()
      const keys = ['a1', 'b2'].map((id) => ({ id, periodFromMs: 7, wrapped: `wrapped ${id}` }))
      for (const key of [...keys, ...keys]) await numberKeys.add(key)
      const sorted = async () =>
        [...(await numberKeys.all())].sort((a, b) => (a.id < b.id ? -1 : 1))
      expect(await sorted()).toEqual(keys)
      for (const id of ['a1', 'a1']) await numberKeys.destroy(id)
      expect(await sorted()).toEqual(keys.slice(1))
      expect(numberKeys.nameOf('b2')).toContain('b2')
    })
  })

  describe('numbers that are sealed anew', () => {
    const store = storeOfEachTest(open)

    it('are found one after the other, and stay as they are where they were changed meanwhile', async () => {
      const key = vaultKey()
      const records = ['r1', 'r2', 'r3'].map((id) => vaultRecord(key.id, { id, sealed: 'old' }))
      await given(store(), { kind: 'insertVaultKey', row: key })
      for (const row of records) await given(store(), { kind: 'insertVaultRecord', row })
      await given(store(), { kind: 'wipeVaultRecord', id: 'r2' })
      const reseal = ['r1', 'r2', 'r4'].map(
        (id) => ({ kind: 'resealVaultRecord', id, expectedSealed: 'old', sealed: 'new' }) as const,
      )
      expect(await store().commit(reseal)).toEqual(applied)
      const sealed = async (after: string, limit: number) =>
        (await store().read.vaultRecordsAfter(after, limit)).map((row) => [row.id, row.sealed])
      expect(await sealed('', 2)).toEqual([
        ['r1', 'new'],
        ['r2', ''],
      ])
      expect(await sealed('r2', 2)).toEqual([['r3', 'old']])
      await expect(sealed('', 1001)).rejects.toThrow()
    })
  })
}
