import { describe, expect, it } from 'vitest'
import type { AuditEntryRow, Store } from '../port.ts'
import { auditEntry, nextId } from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

const append = (row: AuditEntryRow) => ({ kind: 'appendAuditEntry', row }) as const

export function describeAuditEntries(open: () => Promise<Store>): void {
  describe('entries of the audit log', () => {
    const store = storeOfAllTests(open)

    it('are read as they were written, from both ends of their chain', async () => {
      const rootId = nextId()
      const rows = [1, 2, 3].map((sequence) => auditEntry({ rootId, sequence, subject: 'é' }))
      await given(store(), ...rows.map(append))
      const { read } = store()
      expect(await read.auditEntriesAfter(rootId, 0, 1000)).toEqual(rows)
      expect(await read.auditEntriesAfter(rootId, 1, 1)).toEqual([rows[1]])
      const backwards = rows.toReversed()
      expect(await read.auditEntriesBefore(rootId, Number.MAX_SAFE_INTEGER, 1000)).toEqual(
        backwards,
      )
      expect(await read.auditEntriesBefore(rootId, 3, 1)).toEqual([rows[1]])
      await expect(read.auditEntriesBefore(rootId, 3, 0)).rejects.toThrow(RangeError)
    })

    it('have one place each: of two that follow on the same one, one is written', async () => {
      const rootId = nextId()
      const both = await Promise.all(
        ['one', 'two'].map((actor) => store().commit([append(auditEntry({ rootId, actor }))])),
      )
      expect(both).toEqual([applied, conflict('exists', 0)])
    })

    it('are in chains, which are listed by their roots', async () => {
      const rows = [auditEntry(), auditEntry()]
      await given(store(), ...rows.map(append))
      const [one, two] = rows.map(({ rootId }) => ({ rootId }))
      const { read } = store()
      const all = await read.auditChains('', 1000)
      expect(all).toEqual(expect.arrayContaining([one, two]))
      expect(new Set(all.map(({ rootId }) => rootId)).size).toBe(all.length)
      expect(await read.auditChains(one?.rootId ?? '', 1)).toEqual([two])
    })
  })
}
