import { FARTHEST_ROW, listedEntities, listLimit, listOffset } from '../list-limit.ts'
import type { RegistrationRow, RegistrationType, Transaction, TransactionQuery } from '../port.ts'
import { wantedTransactions } from '../wanted-transactions.ts'
import { matchingPayments } from './find-payments.ts'
import type { Tables } from './tables.ts'

/** `StoreReads.findTransactions`. Throws a RangeError for a limit, an offset or channels out of range. */
export function findTransactions(
  tables: Tables,
  query: TransactionQuery,
  offset: number,
  limit: number,
): Transaction[] {
  const from = listOffset(offset)
  const end = from + listLimit(limit)
  return matching(tables, query).sort(newestFirst).slice(from, end)
}

/** `StoreReads.countTransactions`. Throws a RangeError for no or too many channels. */
export function countTransactions(tables: Tables, query: TransactionQuery): number {
  return Math.min(matching(tables, query).length, FARTHEST_ROW)
}

function matching(tables: Tables, query: TransactionQuery): Transaction[] {
  const channels = new Set(listedEntities(query.entityIds))
  const { payments, registrationTypes } = wantedTransactions(query)
  const found: Transaction[] =
    payments === undefined
      ? []
      : matchingPayments(tables, payments).map((row) => ({ kind: 'payment', row }))
  for (const type of registrationTypes) {
    const rows = tables.registrations.filter(
      (row) => channels.has(row.entityId) && fits(row, type, query),
    )
    found.push(...rows.map((row) => ({ kind: 'registration' as const, type, row })))
  }
  return found
}

function fits(row: RegistrationRow, type: RegistrationType, query: TransactionQuery): boolean {
  const { id, merchantTransactionId, paymentBrand } = row
  const atMs = timeOf({ kind: 'registration', type, row })
  const { createdFromMs = atMs, createdToMs = atMs, idFrom = id, idBefore } = query
  const { merchantTransactionId: reference = merchantTransactionId } = query
  return (
    (type === 'RG' || row.state === 'deleted') &&
    merchantTransactionId === reference &&
    atMs >= createdFromMs &&
    atMs <= createdToMs &&
    id >= idFrom &&
    (idBefore === undefined || id < idBefore) &&
    (query.paymentBrands?.includes(paymentBrand) ?? true)
  )
}

function timeOf(transaction: Transaction): number {
  if (transaction.kind === 'payment' || transaction.type === 'RG') {
    return transaction.row.createdAtMs
  }
  return transaction.row.updatedAtMs
}

function newestFirst(one: Transaction, other: Transaction): number {
  const later = timeOf(other) - timeOf(one)
  if (later !== 0) return later
  if (one.row.id !== other.row.id) return one.row.id < other.row.id ? 1 : -1
  // Both are of one registration, stored and deleted in one moment.
  return one.kind === 'registration' && one.type === 'DR' ? -1 : 1
}
