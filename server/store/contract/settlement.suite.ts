import { describe, expect, it } from 'vitest'
import type { Change, SettlementFileRow, SettlementLineRow, Store } from '../port.ts'
import { PAYMENT_FACTS } from '../tables/payment.ts'
import {
  acquirerAccount,
  entity,
  journalEntry,
  journalPosting,
  nextId,
  reconciliationDelivery,
  reconciliationTarget,
  settlementBatch,
  settlementFile,
  settlementLine,
  settlementMatch,
  succeeded,
  timeAt,
} from '../testing/sample-rows.ts'
import { applied, conflict, given, insertPayment, storeOfAllTests } from './open-store.ts'

const insertFile = (row: SettlementFileRow) => ({ kind: 'insertSettlementFile', row }) as const
const insertLine = (row: SettlementLineRow) => ({ kind: 'insertSettlementLine', row }) as const

/** A file of a new account. */
async function newFile(store: Store, columns: Partial<SettlementFileRow> = {}) {
  const owner = entity()
  const account = acquirerAccount(owner.id)
  const file = settlementFile(account.id, columns)
  await given(
    store,
    { kind: 'insertEntity', row: owner },
    { kind: 'insertAcquirerAccount', row: account },
    insertFile(file),
  )
  return { owner, account, file }
}

export function describeSettlement(open: () => Promise<Store>): void {
  describe('settlement files', () => {
    const store = storeOfAllTests(open)

    it('and accounts are read as they were written', async () => {
      const { owner, account, file } = await newFile(store(), { settledFrom: '2026-11-20' })
      const { read } = store()
      expect(await read.acquirerAccount(account.id)).toEqual(account)
      expect(await read.acquirerAccountsOf([owner.id, 'nothing'])).toEqual([account])
      expect(await read.acquirerAccounts(account.id.slice(0, -1), 1)).toEqual([account])
      expect(await read.settlementFile(file.id)).toEqual(file)
      expect(await read.settlementFileOfHash(account.id, file.hash)).toEqual(file)
      expect(await read.settlementFilesOf(account.id, '9', 10)).toEqual([file])
      expect(await read.settlementFilesOf(account.id, file.id, 10)).toEqual([])
    })

    it('give up texts of batches and lines, and nothing else of them', async () => {
      const { file } = await newFile(store())
      const batch = settlementBatch(file, { reference: 'raw', bankReference: 'raw' })
      const line = settlementLine(file, { batchId: batch.id, acquirerReference: 'raw' })
      await given(store(), { kind: 'insertSettlementBatch', row: batch }, insertLine(line))
      const ofBatch = { reference: 'masked', bankReference: null }
      const ofLine = {
        recordId: 'masked id',
        acquirerType: 'masked type',
        acquirerReference: 'masked',
        operationReference: null,
        merchantReference: 'masked too',
        reasonText: null,
      }
      const { batchId, position } = line
      const masked = await store().commit([
        { kind: 'maskSettlementBatch', id: batch.id, ...ofBatch },
        { kind: 'maskSettlementLine', batchId, position, ...ofLine },
        { kind: 'maskSettlementBatch', id: 'nothing', ...ofBatch },
        { kind: 'maskSettlementLine', batchId: 'nothing', position, ...ofLine },
      ])
      expect(masked).toEqual(applied)
      expect(await store().read.settlementBatch(batch.id)).toEqual({ ...batch, ...ofBatch })
      expect(await store().read.settlementLines(batchId, 0, 10)).toEqual([{ ...line, ...ofLine }])
    })

    it('need an account, which is removed where it has none', async () => {
      const owner = entity()
      const account = acquirerAccount(owner.id)
      await given(
        store(),
        { kind: 'insertEntity', row: owner },
        { kind: 'insertAcquirerAccount', row: account },
      )
      const removal = { kind: 'removeAcquirerAccount', id: account.id } as const
      await given(store(), removal, removal)
      expect(await store().read.acquirerAccount(account.id)).toBeUndefined()
      await expect(store().commit([insertFile(settlementFile(account.id))])).rejects.toThrow()
    })

    it('are imported once with the same bytes, and again when the first import was given up', async () => {
      const { account, file } = await newFile(store())
      const again = settlementFile(account.id, { hash: file.hash })
      expect(await store().commit([insertFile(again)])).toEqual(conflict('exists', 0))
      const set = { state: 'removed', updatedAtMs: timeAt(1) } as const
      await given(store(), { kind: 'stepSettlementFile', id: file.id, expectedVersion: 1, set })
      await given(store(), insertFile(again))
      expect(await store().read.settlementFileOfHash(account.id, file.hash)).toEqual(again)
    })

    it('are found while their import has not ended', async () => {
      const unfinished = async () => {
        const files = await store().read.unfinishedSettlementFiles(1000)
        return files.map(({ id }) => id)
      }
      const running = await newFile(store(), { state: 'importing' })
      const ended = await newFile(store(), { state: 'imported' })
      expect(await unfinished()).toContain(running.file.id)
      expect(await unfinished()).not.toContain(ended.file.id)
      expect(await store().read.unfinishedSettlementFiles(1)).toHaveLength(1)
      const set = { state: 'removed', updatedAtMs: timeAt(1) } as const
      const { id } = running.file
      await given(store(), { kind: 'stepSettlementFile', id, expectedVersion: 1, set })
      expect(await unfinished()).not.toContain(id)
    })

    it('have batches, found by file, by payout, and by entity and date', async () => {
      const { owner, account, file } = await newFile(store())
      const paid = settlementBatch(file, {
        entityId: owner.id,
        reference: 'po_1',
        paidMinor: settlementBatch(file).netMinor,
        payoutPart: 1,
        paidOn: '2026-11-22',
        bankReference: 'B 1',
        settledOn: '2026-11-22',
      })
      const open = settlementBatch(file, { id: `${file.id}-2`, entityId: owner.id })
      const insert = (row: typeof paid) => ({ kind: 'insertSettlementBatch', row }) as const
      await given(store(), insert(open), insert(paid))
      const { read } = store()
      expect(await read.settlementBatch(paid.id)).toEqual(paid)
      expect(await read.settlementBatchesOfFile(file.id, '')).toEqual([paid, open])
      expect(await read.settlementBatchesOfFile(file.id, paid.id)).toEqual([open])
      expect(await read.settlementBatchesOfPayout(account.id, 'po_1', 'EUR')).toEqual([paid])
      const of = (from: string, to: string, afterOn = '', afterId = '') =>
        read.settlementBatchesOf([owner.id, 'nothing'], from, to, afterOn, afterId, 10)
      expect(await of('2026-11-20', '2026-11-22')).toEqual([open, paid])
      expect(await of('2026-11-20', '2026-11-22', open.settledOn, open.id)).toEqual([paid])
      expect(await of('2026-11-20', '2026-11-21')).toEqual([open])
      const newest = (accountId: string, beforeOn = '9999-12-31', beforeId = '') =>
        read.newestSettlementBatches(
          [owner.id, 'nothing'],
          ...([accountId, '2026-11-20', '2026-11-22', beforeOn, beforeId, 10] as const),
        )
      expect(await newest('')).toEqual([paid, open])
      expect(await newest(account.id, paid.settledOn, paid.id)).toEqual([open])
      expect(await newest('another')).toEqual([])
      const ofTime = (fromMs: number, beforeMs: number, afterMs = 0, afterId = '') =>
        read.settlementBatchesOfTime([owner.id], fromMs, beforeMs, afterMs, afterId, 10)
      expect(await ofTime(timeAt(0), timeAt(1))).toEqual([paid, open])
      expect(await ofTime(timeAt(0), timeAt(1), paid.createdAtMs, paid.id)).toEqual([open])
      expect(await ofTime(timeAt(1), timeAt(2))).toEqual([])
      const twice = { ...paid, id: `${file.id}-3` }
      expect(await store().commit([insert(twice)])).toEqual(conflict('exists', 0))
      await given(store(), insert({ ...twice, payoutPart: 2 }))
      await expect(read.settlementBatchesOf([], '', '', '', '', 1)).rejects.toThrow(RangeError)
    })
  })

  describe('settlement lines', () => {
    const store = storeOfAllTests(open)

    it('are read as they were written, by batch, file, record and reference', async () => {
      const { account, file } = await newFile(store())
      const first = settlementLine(file, {
        acquirerReference: 'psp-1',
        operationReference: 'mod-1',
        arn: '74537606123456789012345',
        merchantReference: 'order-1',
        matchState: 'MATCHED',
        orderedAtMs: timeAt(1),
        reasonCode: '10.4',
        reasonText: 'Fraud',
        flag: 'amountDiffers',
      })
      const second = settlementLine(file, {
        batchId: `${file.id}-2`,
        grossCurrency: 'USD',
        rate: '0.91234567',
        netMinor: -5,
      })
      const third = settlementLine(file, {
        position: 2,
        type: 'payoutReturned',
        acquirerReference: 'po-1',
        matchState: 'NONE',
      })
      await given(store(), ...[first, second, third].map(insertLine))
      const { read } = store()
      expect(await read.settlementLines(first.batchId, 0, 10)).toEqual([first, third])
      expect(await read.settlementLines(first.batchId, 1, 10)).toEqual([third])
      const ofFile = (limit: number) =>
        read.settlementLinesOfFile(`${file.id}-`, `${file.id}.`, limit)
      expect(await ofFile(10)).toEqual([first, third, second])
      expect(await ofFile(1)).toEqual([first])
      const ofRecords = await read.settlementLinesOfRecords(account.id, [
        second.recordId,
        'nothing',
      ])
      expect(ofRecords).toEqual([second])
      expect(await read.settlementLinesOfReferences(account.id, ['psp-1'])).toEqual([first])
      expect(await read.settlementLinesOfReturnedPayout(account.id, 'po-1')).toEqual([third])
      expect(await read.settlementLinesOfReturnedPayout(account.id, 'psp-1')).toEqual([])
      expect(await read.settlementLinesOfArn('74537606123456789012345')).toEqual([first])
      expect(await read.settlementLinesOfArn('74537606123456789012346')).toEqual([])
      expect(await read.openSettlementLines(account.id, '', 0, 10)).toEqual([first, second])
      expect(await read.openSettlementLines(account.id, second.batchId, 1, 10)).toEqual([])
      await expect(read.settlementLinesOfRecords(account.id, [])).rejects.toThrow(RangeError)
    })

    it('of a batch are read by date, both ways', async () => {
      const { file } = await newFile(store())
      const dates = ['2026-11-20', '2026-11-22', '2026-11-20']
      const rows = dates.map((settledOn, at) =>
        settlementLine(file, { position: at + 1, settledOn }),
      )
      await given(store(), ...rows.map(insertLine))
      const { read } = store()
      const { batchId } = settlementLine(file)
      const [first, second, third] = rows
      expect(await read.settlementLinesByDate(batchId, 0, 10)).toEqual([first, third, second])
      expect(await read.settlementLinesByDate(batchId, 1, 1)).toEqual([third])
      expect(await read.settlementLinesByDateDown(batchId, 0, 2)).toEqual([second, third])
      await expect(read.settlementLinesByDate(batchId, 50_001, 1)).rejects.toThrow(RangeError)
    })

    it('of an account have each record once, until the line is removed', async () => {
      const { account, file } = await newFile(store())
      const line = settlementLine(file)
      await given(store(), insertLine(line))
      const again = settlementLine(file, { position: 2, recordId: line.recordId })
      expect(await store().commit([insertLine(again)])).toEqual(conflict('exists', 0))
      const { batchId, position } = line
      await given(store(), { kind: 'removeSettlementLine', batchId, position })
      await given(store(), insertLine(again))
      expect(await store().read.settlementLinesOfRecords(account.id, [line.recordId])).toEqual([
        again,
      ])
    })

    it('have net amounts that are gross amounts without fees, within one currency', async () => {
      const { file } = await newFile(store())
      const line = settlementLine(file, { netMinor: 1 })
      expect(await store().commit([insertLine(line)])).toEqual(conflict('limit', 0))
      await given(store(), insertLine({ ...line, grossCurrency: 'GBP' }))
    })

    it('get the number of the payout that has paid them', async () => {
      const { file } = await newFile(store())
      const line = settlementLine(file)
      const { batchId, position } = line
      const change: Change = { kind: 'numberSettlementLine', batchId, position, paidWith: 'po-2' }
      expect(await store().commit([change])).toEqual(conflict('version', 0))
      await given(store(), insertLine(line), change)
      expect(await store().read.settlementLines(batchId, 0, 1)).toEqual([
        { ...line, paidWith: 'po-2' },
      ])
    })

    it('are matched from the state that was expected', async () => {
      const { file } = await newFile(store())
      const line = settlementLine(file)
      const match = settlementMatch(line)
      const { batchId, position } = line
      const change: Change = {
        kind: 'matchSettlementLine',
        batchId,
        position,
        expectedState: 'NOT_MATCHED',
        matchState: 'MATCHED',
        flag: 'exceedsCaptured',
      }
      await given(store(), insertLine(line))
      const both = [change, { kind: 'insertSettlementMatch', row: match }] as const
      expect(await store().commit(both)).toEqual(applied)
      expect(await store().commit(both)).toEqual(conflict('version', 0))
      const { read } = store()
      const after = { ...line, matchState: 'MATCHED', flag: 'exceedsCaptured' }
      expect(await read.settlementLines(batchId, 0, 1)).toEqual([after])
      expect(await read.settlementMatchesOfLines(batchId, 1, 1)).toEqual([match])
      expect(await read.settlementMatchesOfLines(batchId, 2, 9)).toEqual([])
      expect(await read.settlementMatchesOfPayments([match.paymentId, 'nothing'])).toEqual([match])
      const { paymentId } = match
      await given(store(), { kind: 'removeSettlementMatch', batchId, position, paymentId })
      expect(await read.settlementMatchesOfPayments([paymentId])).toEqual([])
    })
  })

  describe('settlement matches', () => {
    const store = storeOfAllTests(open)

    it('that disputes are to hear of are read in their order, and marked once', async () => {
      const { file } = await newFile(store())
      const line = settlementLine(file, { type: 'chargeback', matchState: 'MATCHED' })
      const later = settlementLine(file, { ...line, position: 2, recordId: nextId() })
      const due = settlementMatch(line, { disputeState: 'due' })
      const second = settlementMatch(later, { disputeState: 'due' })
      const rows = [due, second, settlementMatch(later, { disputeState: 'refused' })]
      const insert = (row: typeof due) => ({ kind: 'insertSettlementMatch', row }) as const
      await given(store(), ...rows.map(insert))
      const dueOf = (limit = 10) =>
        store().read.dueSettlementMatches(`${file.id}-`, `${file.id}.`, limit)
      expect(await dueOf()).toEqual([due, second])
      expect(await dueOf(1)).toEqual([due])
      const { batchId, position, paymentId } = due
      const change: Change = {
        kind: 'reportSettlementMatch',
        batchId,
        position,
        paymentId,
        expected: 'due',
        disputeState: 'reported',
        disputeId: 'd1',
      }
      expect(await store().commit([change])).toEqual(applied)
      expect(await store().commit([change])).toEqual(conflict('version', 0))
      expect(await dueOf()).toEqual([second])
      const after = { ...due, disputeState: 'reported', disputeId: 'd1' }
      expect(await store().read.settlementMatchesOfLines(batchId, 1, 1)).toEqual([after])
    })
  })

  describe('reconciliation targets', () => {
    const store = storeOfAllTests(open)

    it('are one for each entity, go on from day to day, and are removed', async () => {
      const { owner } = await newFile(store())
      const target = reconciliationTarget(owner.id)
      const insert = { kind: 'insertReconciliationTarget', row: target } as const
      await given(store(), insert)
      expect(await store().commit([insert])).toEqual(conflict('exists', 0))
      const { read } = store()
      expect(await read.reconciliationTarget(owner.id)).toEqual(target)
      expect(await read.reconciliationTargets(owner.id.slice(0, -1), 1)).toEqual([target])
      const nextDay = '2026-11-21'
      const advance: Change = {
        kind: 'advanceReconciliationTarget',
        entityId: owner.id,
        expectedVersion: 1,
        nextDay,
      }
      expect(await store().commit([advance])).toEqual(applied)
      expect(await store().commit([advance])).toEqual(conflict('version', 0))
      expect(await read.reconciliationTarget(owner.id)).toEqual({ ...target, nextDay, version: 2 })
      const remove = (expectedVersion: number): Change => {
        return { kind: 'removeReconciliationTarget', entityId: owner.id, expectedVersion }
      }
      expect(await store().commit([remove(1)])).toEqual(conflict('version', 0))
      expect(await store().commit([remove(2)])).toEqual(applied)
      expect(await read.reconciliationTarget(owner.id)).toBeUndefined()
    })

    it('have deliveries, which end once', async () => {
      const first = reconciliationDelivery()
      const { entityId, day } = first
      const second = { ...first, attempt: 2 }
      const other = { ...first, day: '2026-11-21' }
      const insert = (row: typeof first) => ({ kind: 'insertReconciliationDelivery', row }) as const
      await given(store(), ...[first, other, second].map(insert))
      expect(await store().commit([insert(second)])).toEqual(conflict('exists', 0))
      const ended = { endedAtMs: timeAt(1), outcome: 'failed', bytes: 5, fault: 'away' } as const
      const end: Change = {
        kind: 'endReconciliationDelivery',
        entityId,
        day,
        attempt: 2,
        ...ended,
      }
      expect(await store().commit([end])).toEqual(applied)
      expect(await store().commit([end])).toEqual(conflict('version', 0))
      const { read } = store()
      const after = { ...second, ...ended }
      expect(await read.reconciliationDeliveriesOfDay(entityId, day)).toEqual([first, after])
      expect(await read.reconciliationDeliveries(entityId, 2)).toEqual([other, after])
    })
  })

  describe('payments', () => {
    const store = storeOfAllTests(open)

    it('are found by lists of ids and of references', async () => {
      const [one, other] = [succeeded({ merchantTransactionId: nextId() }), succeeded()]
      await given(store(), insertPayment(one), insertPayment(other))
      const { read } = store()
      expect(await read.paymentsById([other.id, 'nothing', one.id])).toEqual([one, other])
      const facts = await read.paymentFactsById([other.id, 'nothing', one.id])
      expect([one, other]).toMatchObject(facts)
      expect(facts.map((each) => Object.keys(each))).toEqual([PAYMENT_FACTS, PAYMENT_FACTS])
      const references = [one.merchantTransactionId ?? '', 'nothing']
      expect(await read.paymentsOfReferences(references, 10)).toEqual([one])
      await expect(read.paymentFactsById([])).rejects.toThrow(RangeError)
      await expect(read.paymentsById([])).rejects.toThrow(RangeError)
      await expect(read.paymentsOfReferences(['a'], 0)).rejects.toThrow(RangeError)
    })
  })

  describe('journal entries', () => {
    const store = storeOfAllTests(open)

    it('have legs that sum to zero in each currency', async () => {
      const { account } = await newFile(store())
      const entry = journalEntry(account.id, { batchId: nextId() })
      const legs = [
        journalPosting(entry.id),
        journalPosting(entry.id, { sequence: 2, account: 'receivable', amountMinor: -100 }),
      ]
      await given(
        store(),
        { kind: 'insertJournalEntry', row: entry },
        ...legs.map((row) => ({ kind: 'appendJournalPosting', row }) as const),
      )
      const { read } = store()
      expect(await read.journalEntry(entry.id)).toEqual(entry)
      expect(await read.journalEntriesOfBatch(entry.batchId ?? '')).toEqual([entry])
      expect(await read.journalPostings(entry.id)).toEqual(legs)
      const { batchId, kind } = entry
      expect(await read.journalSumsOfBatches([batchId ?? '', 'nothing'])).toEqual(
        [legs[0], legs[1]].map((leg) => ({
          batchId,
          kind,
          account: leg?.account,
          currency: leg?.currency,
          amountMinor: leg?.amountMinor,
        })),
      )
      await expect(read.journalSumsOfBatches([])).rejects.toThrow(RangeError)
    })

    it.each([
      ['of one entry', [{ amountMinor: 100 }, { sequence: 2, amountMinor: -99 }]],
      [
        'in two currencies',
        [{ amountMinor: 100 }, { sequence: 2, amountMinor: -100, currency: 'USD' }],
      ],
    ])('are refused when the legs %s do not', async (_name, legs) => {
      const { account } = await newFile(store())
      const entry = journalEntry(account.id)
      const changes: Change[] = [
        { kind: 'insertJournalEntry', row: entry },
        ...legs.map(
          (leg) => ({ kind: 'appendJournalPosting', row: journalPosting(entry.id, leg) }) as const,
        ),
      ]
      await expect(store().commit(changes)).rejects.toThrow('do not sum to zero')
      expect(await store().read.journalEntry(entry.id)).toBeUndefined()
    })

    it('are refused when two entries sum to zero only together', async () => {
      const { account } = await newFile(store())
      const [one, other] = [journalEntry(account.id), journalEntry(account.id)]
      const changes: Change[] = [
        { kind: 'insertJournalEntry', row: one },
        { kind: 'insertJournalEntry', row: other },
        { kind: 'appendJournalPosting', row: journalPosting(one.id) },
        { kind: 'appendJournalPosting', row: journalPosting(other.id, { amountMinor: -100 }) },
      ]
      await expect(store().commit(changes)).rejects.toThrow('do not sum to zero')
    })
  })
}
