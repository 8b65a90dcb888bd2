import { listedValues, listLimit, listOffset } from '../../server/store/list-limit.ts'
import type {
  JournalSum,
  PaymentFacts,
  PaymentRow,
  SettlementLineRow,
  StoreReads,
} from '../../server/store/port.ts'
import { PAYMENT_FACTS } from '../../server/store/tables/payment.ts'
import type { Tables } from './tables.ts'

type SettlementReads = Pick<
  StoreReads,
  | 'paymentsById'
  | 'paymentFactsById'
  | 'paymentsOfReferences'
  | 'acquirerAccountsOf'
  | 'acquirerAccounts'
  | 'settlementFileOfHash'
  | 'settlementFilesOf'
  | 'unfinishedSettlementFiles'
  | 'settlementBatchesOfFile'
  | 'settlementBatchesOfPayout'
  | 'settlementBatchesOf'
  | 'newestSettlementBatches'
  | 'settlementBatchesOfTime'
  | 'settlementLines'
  | 'settlementLinesByDate'
  | 'settlementLinesByDateDown'
  | 'settlementLinesOfFile'
  | 'settlementLinesOfRecords'
  | 'settlementLinesOfReferences'
  | 'settlementLinesOfReturnedPayout'
  | 'settlementLinesOfArn'
  | 'openSettlementLines'
  | 'settlementMatchesOfLines'
  | 'dueSettlementMatches'
  | 'settlementMatchesOfPayments'
  | 'journalSumsOfBatches'
  | 'journalEntriesOfBatch'
  | 'journalPostings'
  | 'reconciliationTargets'
  | 'reconciliationDeliveriesOfDay'
  | 'reconciliationDeliveries'
>

const MAX_MATCHES = 10_000

/** The reads of settlement files and of the general ledger. */
export function settlementReads(open: () => Promise<Tables>): SettlementReads {
  return {
    ...paymentReads(open),
    ...fileReads(open),
    ...lineReads(open),
    settlementMatchesOfLines: async (batchId, fromPosition, toPosition) =>
      (await open()).settlementMatches
        .filter((row) => row.batchId === batchId)
        .filter(({ position }) => position >= fromPosition && position <= toPosition)
        .sort(ascending((row) => [row.position, row.paymentId]))
        .slice(0, MAX_MATCHES),
    dueSettlementMatches: async (afterBatchId, beforeBatchId, limit) =>
      (await open()).settlementMatches
        .filter((row) => row.disputeState === 'due')
        .filter(({ batchId }) => batchId > afterBatchId && batchId < beforeBatchId)
        .sort(ascending((row) => [row.batchId, row.position, row.paymentId]))
        .slice(0, listLimit(limit)),
    settlementMatchesOfPayments: async (paymentIds) => {
      const wanted = new Set(listedValues(paymentIds))
      return (await open()).settlementMatches
        .filter((row) => wanted.has(row.paymentId))
        .sort(ascending((row) => [row.paymentId, row.batchId, row.position]))
        .slice(0, MAX_MATCHES)
    },
    journalSumsOfBatches: async (batchIds) => {
      const wanted = new Set(listedValues(batchIds))
      const tables = await open()
      const entries = new Map(
        tables.journalEntries
          .filter(({ batchId }) => batchId !== null && wanted.has(batchId))
          .map(({ id, batchId, kind }) => [id, { batchId: batchId ?? '', kind }]),
      )
      const sums = new Map<string, JournalSum>()
      const legs = tables.journalPostings.filter(({ entryId }) => entries.has(entryId))
      for (const { entryId, account, currency, amountMinor } of legs) {
        const entry = entries.get(entryId)
        if (entry === undefined) continue
        const { batchId, kind } = entry
        const key = JSON.stringify([batchId, kind, account, currency])
        const sum = (sums.get(key)?.amountMinor ?? 0) + amountMinor
        sums.set(key, { batchId, kind, account, currency, amountMinor: sum })
      }
      return [...sums.values()].sort(
        ascending(({ batchId, kind, account, currency }) => [batchId, kind, account, currency]),
      )
    },
    journalEntriesOfBatch: async (batchId) =>
      (await open()).journalEntries
        .filter((row) => row.batchId === batchId)
        .sort(ascending((row) => [row.id]))
        .slice(0, 1000),
    journalPostings: async (entryId) =>
      (await open()).journalPostings
        .filter((row) => row.entryId === entryId)
        .sort(ascending((row) => [row.sequence]))
        .slice(0, 1000),
    reconciliationTargets: async (afterId, limit) =>
      (await open()).reconciliationTargets
        .filter((row) => row.entityId > afterId)
        .sort(ascending((row) => [row.entityId]))
        .slice(0, listLimit(limit)),
    reconciliationDeliveriesOfDay: async (entityId, day) =>
      (await open()).reconciliationDeliveries
        .filter((row) => row.entityId === entityId && row.day === day)
        .sort(ascending((row) => [row.attempt]))
        .slice(0, 1000),
    reconciliationDeliveries: async (entityId, limit) =>
      (await open()).reconciliationDeliveries
        .filter((row) => row.entityId === entityId)
        .sort(ascending((row) => [row.day, row.attempt]))
        .reverse()
        .slice(0, listLimit(limit)),
  }
}

function paymentReads(
  open: () => Promise<Tables>,
): Pick<SettlementReads, 'paymentsById' | 'paymentFactsById' | 'paymentsOfReferences'> {
  return {
    paymentsById: async (ids) => {
      const wanted = new Set(listedValues(ids))
      return (await open()).payments
        .filter((row) => wanted.has(row.id))
        .sort(ascending((row) => [row.id]))
    },
    paymentFactsById: async (ids) => {
      const wanted = new Set(listedValues(ids))
      return (await open()).payments
        .filter((row) => wanted.has(row.id))
        .sort(ascending((row) => [row.id]))
        .map(factsOf)
    },
    paymentsOfReferences: async (references, limit) => {
      const wanted = new Set<string | null>(listedValues(references))
      return (await open()).payments
        .filter((row) => wanted.has(row.merchantTransactionId))
        .sort(ascending((row) => [row.id]))
        .slice(0, listLimit(limit))
    },
  }
}

function factsOf(row: PaymentRow): PaymentFacts {
  return Object.fromEntries(
    PAYMENT_FACTS.map((name) => [name, row[name]]),
  ) as unknown as PaymentFacts
}

type FileReads = Pick<
  SettlementReads,
  | 'acquirerAccountsOf'
  | 'acquirerAccounts'
  | 'settlementFileOfHash'
  | 'settlementFilesOf'
  | 'unfinishedSettlementFiles'
  | 'settlementBatchesOfFile'
  | 'settlementBatchesOfPayout'
  | 'settlementBatchesOf'
  | 'newestSettlementBatches'
  | 'settlementBatchesOfTime'
>

function fileReads(open: () => Promise<Tables>): FileReads {
  return {
    acquirerAccountsOf: async (entityIds) => {
      const wanted = new Set(listedValues(entityIds))
      return (await open()).acquirerAccounts
        .filter((row) => wanted.has(row.entityId))
        .sort(ascending((row) => [row.id]))
        .slice(0, 1000)
    },
    acquirerAccounts: async (afterId, limit) =>
      (await open()).acquirerAccounts
        .filter((row) => row.id > afterId)
        .sort(ascending((row) => [row.id]))
        .slice(0, listLimit(limit)),
    settlementFileOfHash: async (accountId, hash) =>
      (await open()).settlementFiles.filter(
        (row) => row.accountId === accountId && row.hash === hash && row.state !== 'removed',
      )[0],
    unfinishedSettlementFiles: async (limit) =>
      (await open()).settlementFiles
        .filter(({ state }) => state === 'importing')
        .sort(ascending((row) => [row.id]))
        .slice(0, listLimit(limit)),
    settlementFilesOf: async (accountId, beforeId, limit) =>
      (await open()).settlementFiles
        .filter((row) => row.accountId === accountId && row.id < beforeId)
        .sort(ascending((row) => [row.id]))
        .reverse()
        .slice(0, listLimit(limit)),
    settlementBatchesOfFile: async (fileId, afterId) =>
      (await open()).settlementBatches
        .filter((row) => row.fileId === fileId && row.id > afterId)
        .sort(ascending((row) => [row.id]))
        .slice(0, 1000),
    settlementBatchesOfPayout: async (accountId, reference, currency) =>
      (await open()).settlementBatches
        .filter((row) => row.accountId === accountId && row.reference === reference)
        .filter((row) => row.currency === currency)
        .sort(ascending((row) => [row.id]))
        .slice(0, 1000),
    settlementBatchesOfTime: async (entityIds, fromMs, beforeMs, afterMs, afterId, limit) => {
      const wanted = new Set(listedValues(entityIds))
      return (await open()).settlementBatches
        .filter((row) => wanted.has(row.entityId))
        .filter((row) => row.createdAtMs >= fromMs && row.createdAtMs < beforeMs)
        .filter((row) => compare([row.createdAtMs, row.id], [afterMs, afterId]) > 0)
        .sort(ascending((row) => [row.createdAtMs, row.id]))
        .slice(0, listLimit(limit))
    },
    settlementBatchesOf: async (entityIds, from, to, afterOn, afterId, limit) => {
      const wanted = new Set(listedValues(entityIds))
      return (await open()).settlementBatches
        .filter((row) => wanted.has(row.entityId) && row.settledOn >= from && row.settledOn <= to)
        .filter((row) => compare([row.settledOn, row.id], [afterOn, afterId]) > 0)
        .sort(ascending((row) => [row.settledOn, row.id]))
        .slice(0, listLimit(limit))
    },
    newestSettlementBatches: async (entityIds, accountId, from, to, beforeOn, beforeId, limit) => {
      const wanted = new Set(listedValues(entityIds))
      return (await open()).settlementBatches
        .filter((row) => wanted.has(row.entityId) && row.settledOn >= from && row.settledOn <= to)
        .filter((row) => accountId === '' || row.accountId === accountId)
        .filter((row) => compare([row.settledOn, row.id], [beforeOn, beforeId]) < 0)
        .sort(ascending((row) => [row.settledOn, row.id]))
        .reverse()
        .slice(0, listLimit(limit))
    },
  }
}

type LineReads = Pick<
  SettlementReads,
  | 'settlementLines'
  | 'settlementLinesByDate'
  | 'settlementLinesByDateDown'
  | 'settlementLinesOfFile'
  | 'settlementLinesOfRecords'
  | 'settlementLinesOfReferences'
  | 'settlementLinesOfReturnedPayout'
  | 'settlementLinesOfArn'
  | 'openSettlementLines'
>

function lineReads(open: () => Promise<Tables>): LineReads {
  const placeOf = (row: SettlementLineRow) => [row.batchId, row.position]
  const byDate = async (batchId: string) =>
    (await open()).settlementLines
      .filter((row) => row.batchId === batchId)
      .sort(ascending((row) => [row.settledOn, row.position]))
  return {
    settlementLines: async (batchId, afterPosition, limit) =>
      (await open()).settlementLines
        .filter((row) => row.batchId === batchId && row.position > afterPosition)
        .sort(ascending(placeOf))
        .slice(0, listLimit(limit)),
    settlementLinesByDate: async (batchId, offset, limit) =>
      (await byDate(batchId)).slice(listOffset(offset)).slice(0, listLimit(limit)),
    settlementLinesByDateDown: async (batchId, offset, limit) =>
      (await byDate(batchId)).toReversed().slice(listOffset(offset)).slice(0, listLimit(limit)),
    settlementLinesOfFile: async (afterBatchId, beforeBatchId, limit) =>
      (await open()).settlementLines
        .filter((row) => row.batchId > afterBatchId && row.batchId < beforeBatchId)
        .sort(ascending(placeOf))
        .slice(0, listLimit(limit)),
    settlementLinesOfRecords: async (accountId, recordIds) => {
      const wanted = new Set(listedValues(recordIds))
      return (await open()).settlementLines
        .filter((row) => row.accountId === accountId && wanted.has(row.recordId))
        .sort(ascending((row) => [row.recordId]))
        .slice(0, 1000)
    },
    settlementLinesOfReferences: async (accountId, references) => {
      const wanted = new Set<string | null>(listedValues(references))
      return (await open()).settlementLines
        .filter((row) => row.accountId === accountId && wanted.has(row.acquirerReference))
        .filter((row) => row.matchState === 'MATCHED')
        .sort(ascending(placeOf))
        .slice(0, 1000)
    },
    settlementLinesOfReturnedPayout: async (accountId, reference) =>
      (await open()).settlementLines
        .filter((row) => row.accountId === accountId && row.acquirerReference === reference)
        .filter(({ type }) => type === 'payoutReturned')
        .sort(ascending(placeOf))
        .slice(0, 10),
    settlementLinesOfArn: async (arn) =>
      (await open()).settlementLines
        .filter((row) => row.arn === arn && row.matchState === 'MATCHED')
        .sort(ascending(placeOf))
        .slice(0, 1000),
    openSettlementLines: async (accountId, afterBatchId, afterPosition, limit) =>
      (await open()).settlementLines
        .filter((row) => row.accountId === accountId)
        .filter(
          ({ matchState, flag }) =>
            matchState === 'NOT_MATCHED' || matchState === 'MULTIPLE_MATCHES' || flag !== null,
        )
        .filter((row) => compare(placeOf(row), [afterBatchId, afterPosition]) > 0)
        .sort(ascending(placeOf))
        .slice(0, listLimit(limit)),
  }
}

type Place = readonly (string | number)[]

function compare(one: Place, other: Place): number {
  for (const [at, value] of one.entries()) {
    const than = other[at] as string | number
    if (value !== than) return value < than ? -1 : 1
  }
  return 0
}

export function ascending<Row>(placeOf: (row: Row) => Place) {
  return (one: Row, other: Row) => compare(placeOf(one), placeOf(other))
}
