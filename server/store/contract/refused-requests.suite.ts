import { describe, expect, it } from 'vitest'
import type { RefusedRequestRow, Store } from '../port.ts'
import { nextId, refusedRequest } from '../testing/sample-rows.ts'
import { given, storeOfAllTests } from './open-store.ts'

const write = (row: RefusedRequestRow) => ({ kind: 'insertRefusedRequest', row }) as const

export function describeRefusedRequests(open: () => Promise<Store>): void {
  describe('refused requests', () => {
    const store = storeOfAllTests(open)

    it('are listed newest first, of several entities and of an answer', async () => {
      const [entityId, otherId] = [nextId(), nextId()]
      const rows = [
        refusedRequest({ entityId }),
        refusedRequest({ entityId: otherId, subjectId: null, address: null }),
        refusedRequest({ entityId }),
      ]
      await given(store(), ...rows.map(write))
      const [first, second, third] = rows as [
        RefusedRequestRow,
        RefusedRequestRow,
        RefusedRequestRow,
      ]
      const { read } = store()
      expect(await read.refusedRequestsOf([entityId, otherId], 'g', 2)).toEqual([third, second])
      expect(await read.refusedRequestsOf([entityId, otherId], second.id, 9)).toEqual([first])
      expect(await read.refusedRequestsOfNdc(second.ndc, 9)).toEqual([second])
      await expect(read.refusedRequestsOf([], 'g', 2)).rejects.toThrow(RangeError)
      await expect(read.refusedRequestsOf([entityId], 'g', 0)).rejects.toThrow(RangeError)
      await expect(read.refusedRequestsOfNdc(second.ndc, 0)).rejects.toThrow(RangeError)
    })

    it('are found oldest first, and removed', async () => {
      const old = ['1', '2'].map((end) => refusedRequest({ id: '0'.repeat(31).concat(end) }))
      await given(store(), ...old.map(write))
      const { read } = store()
      expect(await read.refusedRequestsBefore('1', 9)).toEqual(old)
      await given(store(), ...old.map(({ id }) => ({ kind: 'removeRefusedRequest', id }) as const))
      expect(await read.refusedRequestsBefore('1', 9)).toEqual([])
      await expect(read.refusedRequestsBefore('1', 0)).rejects.toThrow(RangeError)
    })
  })
}
