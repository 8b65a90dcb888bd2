import { describe, expect, it } from 'vitest'
import type { BlockRow, Change, Store } from '../port.ts'
import { entity, nextId, timeAt } from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

const insert = (row: BlockRow): Change => ({ kind: 'insertBlock', row })

function block(columns: Pick<BlockRow, 'entityId'> & Partial<BlockRow>): BlockRow {
  return {
    blocksBy: 'email',
    blockedValue: `${nextId()}@shop.example`,
    id: nextId(),
    shown: 'jane@shop.example',
    reason: 'Charged back twice',
    blockedBy: 'support@shop.example',
    paymentId: nextId(),
    createdAtMs: timeAt(1),
    ...columns,
  }
}

export function describeBlocks(open: () => Promise<Store>): void {
  describe('blocks', () => {
    const store = storeOfAllTests(open)

    const newEntity = async () => {
      const row = entity()
      await given(store(), { kind: 'insertEntity', row })
      return row.id
    }

    it('are of a value once for each entity', async () => {
      const [entityId, otherId] = [await newEntity(), await newEntity()]
      const blockedValue = 'jane@shop.example'
      await given(store(), insert(block({ entityId, blockedValue })))
      const again = block({ entityId, blockedValue })
      expect(await store().commit([insert(again)])).toEqual(conflict('exists', 0))
      const asCard = insert(block({ entityId, blockedValue, blocksBy: 'card' }))
      const ofOther = insert(block({ entityId: otherId, blockedValue }))
      expect(await store().commit([asCard, ofOther])).toEqual(applied)
    })

    it('are listed newest first, of several entities, and can be taken back', async () => {
      const [entityId, otherId] = [await newEntity(), await newEntity()]
      const rows = [block({ entityId }), block({ entityId: otherId }), block({ entityId })]
      await given(store(), ...rows.map(insert))
      const [first, second, third] = rows as [BlockRow, BlockRow, BlockRow]
      const { read } = store()
      expect(await read.blocksOfEntities([entityId, otherId], 'g', 2)).toEqual([third, second])
      expect(await read.blocksOfEntities([entityId, otherId], second.id, 9)).toEqual([first])
      expect(await read.blocksOfEntities([entityId], 'g', 9)).toEqual([third, first])
      const { blocksBy, blockedValue } = first
      const removal = { kind: 'removeBlock', entityId, blocksBy, blockedValue } as const
      expect(await store().commit([removal])).toEqual(applied)
      expect(await store().commit([removal])).toEqual(applied)
      expect(await read.blocksOfEntities([entityId], 'g', 9)).toEqual([third])
      await expect(read.blocksOfEntities([], 'g', 9)).rejects.toThrow(RangeError)
      await expect(read.blocksOfEntities([entityId], 'g', 0)).rejects.toThrow(RangeError)
    })
  })
}
