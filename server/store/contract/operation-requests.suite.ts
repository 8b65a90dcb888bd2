import { describe, expect, it } from 'vitest'
import type { Store } from '../port.ts'
import { nextId, operationRequest, succeeded, timeAt } from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

export function describeOperationRequests(open: () => Promise<Store>): void {
  describe('what people ask for about a payment', () => {
    const store = storeOfAllTests(open)

    async function asked() {
      const payment = succeeded({ entityId: nextId() })
      const row = operationRequest(payment)
      await given(
        store(),
        { kind: 'insertPayment', row: payment },
        { kind: 'insertOperationRequest', row },
      )
      return { payment, row }
    }

    it('is read as it was written, by its family and while it waits', async () => {
      const { payment, row } = await asked()
      const later = operationRequest(payment, { ordinal: 1, paymentType: 'CB', report: '{}' })
      await given(store(), { kind: 'insertOperationRequest', row: later })
      const { read } = store()
      expect(await read.operationRequest(row.id)).toEqual(row)
      expect(await read.operationRequestsOfFamily(payment.familyId)).toEqual([row, later])
      const waiting = (afterId: string, limit = 10) =>
        read.waitingOperationRequests([payment.entityId, 'other'], afterId, limit)
      expect(await waiting('')).toEqual([row, later])
      expect(await waiting('', 1)).toEqual([row])
      expect(await waiting(row.id)).toEqual([later])
      await expect(waiting('', 0)).rejects.toThrow(RangeError)
    })

    it('is counted: of two at one place in the order one is refused', async () => {
      const { payment } = await asked()
      const row = operationRequest(payment)
      expect(await store().commit([{ kind: 'insertOperationRequest', row }])).toEqual(
        conflict('exists', 0),
      )
    })

    it('is decided once', async () => {
      const { payment, row } = await asked()
      const set = {
        state: 'made',
        decidedBy: 'otto@shop.example',
        decisionReason: 'The goods did not come back',
        madeId: nextId(),
        updatedAtMs: timeAt(3),
      } as const
      const step = { kind: 'stepOperationRequest', id: row.id, expectedVersion: 1, set } as const
      expect(await store().commit([step])).toEqual(applied)
      expect(await store().commit([step])).toEqual(conflict('version', 0))
      const { read } = store()
      expect(await read.operationRequest(row.id)).toEqual({ ...row, ...set, version: 2 })
      expect(await read.waitingOperationRequests([payment.entityId], '', 10)).toEqual([])
    })
  })
}
