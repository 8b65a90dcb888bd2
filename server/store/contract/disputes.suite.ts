import { describe, expect, it } from 'vitest'
import type { DisputeDocumentRow, DisputeEventRow, DisputeRow, Store } from '../port.ts'
import { dispute, nextId, succeeded, timeAt } from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

const insert = (row: DisputeRow) => ({ kind: 'insertDispute', row }) as const

export function describeDisputes(open: () => Promise<Store>): void {
  describe('disputes', () => {
    const store = storeOfAllTests(open)

    async function disputed(columns: Partial<DisputeRow> = {}) {
      const payment = succeeded()
      const row = dispute(payment, columns)
      await given(store(), { kind: 'insertPayment', row: payment }, insert(row))
      return { payment, row }
    }

    it('are read as they were written, also by the case of the acquirer', async () => {
      const acquirerReference = nextId()
      const { payment, row } = await disputed({
        acquirerReference,
        chargebackId: nextId(),
        respondByMs: timeAt(5),
        reasonCode: null,
      })
      const { read } = store()
      expect(await read.dispute(row.id)).toEqual(row)
      expect(await read.disputeOfCase(payment.id, acquirerReference)).toEqual(row)
      expect(await read.disputeOfCase('other', acquirerReference)).toBeUndefined()
      expect(await read.disputesOfPayment(payment.id)).toEqual([row])
    })

    it('of one case are stored once', async () => {
      const acquirerReference = nextId()
      const { payment } = await disputed({ acquirerReference })
      const again = insert(dispute(payment, { acquirerReference }))
      expect(await store().commit([again])).toEqual(conflict('exists', 0))
      const other = succeeded()
      const ofOther = insert(dispute(other, { acquirerReference }))
      const both = [{ kind: 'insertPayment', row: other } as const, ofOther]
      expect(await store().commit(both)).toEqual(applied)
    })

    it('of one case are stored once, also where one of them is of a refund', async () => {
      const acquirerReference = nextId()
      const { payment, row } = await disputed({ acquirerReference })
      const refund = succeeded({ paymentType: 'RF', referencedId: payment.id })
      await given(store(), { kind: 'insertPayment', row: refund })
      const ofRefund = dispute(refund, { acquirerReference, casePaymentId: payment.id })
      expect(await store().commit([insert(ofRefund)])).toEqual(conflict('exists', 0))
      expect(await store().read.disputeOfCase(payment.id, acquirerReference)).toEqual(row)
    })

    it('need their payment', async () => {
      const row = dispute({ id: 'nothing', familyId: 'nothing', entityId: 'channel' })
      await expect(store().commit([insert(row)])).rejects.toThrow()
    })

    it('change only what a step names, in the version that it was decided on', async () => {
      const { row } = await disputed()
      const set = {
        stage: 'preArbitration',
        outcome: 'won',
        chargebackId: nextId(),
        flags: 'afterRefund',
        respondByMs: timeAt(7),
        updatedAtMs: timeAt(2),
      } as const
      const step = { kind: 'stepDispute', id: row.id, expectedVersion: 1, set } as const
      expect(await store().commit([step])).toEqual(applied)
      expect(await store().commit([step])).toEqual(conflict('version', 0))
      expect(await store().read.dispute(row.id)).toEqual({ ...row, ...set, version: 2 })
    })

    describe('of several channels', () => {
      const ALL = ['open', 'won', 'lost', 'accepted', 'expired'] as const

      it('are listed newest first, from a place on', async () => {
        const channels = [nextId(), nextId()]
        const rows: DisputeRow[] = []
        for (const at of [0, 1, 0]) {
          rows.push((await disputed({ entityId: channels[at] ?? '' })).row)
        }
        await disputed({ entityId: nextId() })
        const { read } = store()
        const list = (beforeId: string, limit: number) =>
          read.disputesOfEntities(channels, ALL, 'any', beforeId, limit)
        expect(await list('g', 1000)).toEqual(rows.toReversed())
        expect(await list(rows[2]?.id ?? '', 1)).toEqual([rows[1]])
        await expect(list('g', 0)).rejects.toThrow(RangeError)
        await expect(read.disputesOfEntities([], ALL, 'any', 'g', 1)).rejects.toThrow(RangeError)
      })

      it('are listed by their outcome, and without those that have a deadline', async () => {
        const entityId = nextId()
        const due = (await disputed({ entityId, respondByMs: timeAt(5) })).row
        const open = (await disputed({ entityId })).row
        const won = (await disputed({ entityId, outcome: 'won' })).row
        const { read } = store()
        const list = (outcomes: readonly DisputeRow['outcome'][], deadline: 'any' | 'none') =>
          read.disputesOfEntities([entityId], outcomes, deadline, 'g', 1000)
        expect(await list(['open'], 'any')).toEqual([open, due])
        expect(await list(['open'], 'none')).toEqual([open])
        expect(await list(['won', 'lost'], 'any')).toEqual([won])
        expect(await list(['lost'], 'any')).toEqual([])
      })

      it('that have a deadline are listed by it, from a place on', async () => {
        const channels = [nextId(), nextId()]
        const rows: DisputeRow[] = []
        for (const [at, second] of [5, 3, 5].entries()) {
          const columns = { entityId: channels[at % 2] ?? '', respondByMs: timeAt(second) }
          rows.push((await disputed(columns)).row)
        }
        await disputed({ entityId: channels[0] ?? '' })
        const [late, soon, later] = rows
        const { read } = store()
        const list = (afterMs: number, afterId: string, limit = 1000) =>
          read.disputesByDeadline(channels, afterMs, afterId, limit)
        expect(await list(0, '')).toEqual([soon, late, later])
        expect(await list(0, '', 1)).toEqual([soon])
        expect(await list(timeAt(3), soon?.id ?? '')).toEqual([late, later])
        expect(await list(timeAt(5), late?.id ?? '')).toEqual([later])
        await expect(list(0, '', 1001)).rejects.toThrow(RangeError)
      })
    })

    it('are added up by brand, code and currency, by when the bank took the money', async () => {
      const channels = [nextId(), nextId()]
      const [entityId = '', other = ''] = channels
      const at = { entityId, chargedAtMs: timeAt(5) }
      await disputed(at)
      await disputed({ ...at, entityId: other, amountMinor: 800 })
      await disputed({ ...at, resultCode: '000.100.220' })
      await disputed({ ...at, currency: 'GBP' })
      await disputed({ ...at, chargedAtMs: timeAt(9) })
      await disputed({ ...at, chargedAtMs: timeAt(4) })
      await disputed({ entityId })
      const sums = await store().read.disputeSums(channels, timeAt(5), timeAt(9))
      const shown = sums.map((sum) => Object.values(sum).join(' '))
      expect(shown.toSorted()).toEqual([
        'VISA 000.100.203 EUR 2 10000',
        'VISA 000.100.203 GBP 1 9200',
        'VISA 000.100.220 EUR 1 9200',
      ])
      await expect(store().read.disputeSums([], 0, 1)).rejects.toThrow(RangeError)
    })

    it('have events and documents in their order', async () => {
      const { row } = await disputed()
      const events = [1, 2].map(
        (sequence): DisputeEventRow => ({
          disputeId: row.id,
          sequence,
          kind: sequence === 1 ? 'opened' : 'advanced',
          stage: 'inquiry',
          madeBy: 'acquirer',
          note: 'Reported in words: €',
          bookedCount: sequence,
          atMs: timeAt(sequence),
        }),
      )
      const documents = [1, 2].map(
        (size): DisputeDocumentRow => ({
          id: nextId(),
          disputeId: row.id,
          name: 'delivery.pdf',
          mediaType: 'application/pdf',
          type: 'GoodsNotReturned',
          size,
          sealed: 'sealed',
          createdAtMs: timeAt(1),
        }),
      )
      await given(
        store(),
        ...events.toReversed().map((each) => ({ kind: 'appendDisputeEvent', row: each }) as const),
        ...documents.map((each) => ({ kind: 'insertDisputeDocument', row: each }) as const),
      )
      expect(await store().read.disputeEvents(row.id)).toEqual(events)
      const facts = documents.map(({ sealed: _sealed, ...fact }) => fact)
      expect(await store().read.disputeDocuments(row.id)).toEqual(facts)
      expect(await store().read.disputeDocument(documents[0]?.id ?? '')).toEqual(documents[0])
    })

    it('lose a document that is taken back, and no other', async () => {
      const { row } = await disputed()
      const documents = ['first', 'second'].map(
        (name): DisputeDocumentRow => ({
          id: nextId(),
          disputeId: row.id,
          name,
          mediaType: 'text/plain',
          type: null,
          size: 1,
          sealed: 'sealed',
          createdAtMs: timeAt(1),
        }),
      )
      await given(
        store(),
        ...documents.map((each) => ({ kind: 'insertDisputeDocument', row: each }) as const),
      )
      const id = documents[0]?.id ?? ''
      const removal = { kind: 'removeDisputeDocument', id } as const
      expect(await store().commit([removal])).toEqual(applied)
      const left = await store().read.disputeDocuments(row.id)
      expect(left.map(({ name }) => name)).toEqual(['second'])
      expect(await store().read.disputeDocument(id)).toBeUndefined()
      expect(await store().commit([removal])).toEqual(applied)
    })
  })
}
