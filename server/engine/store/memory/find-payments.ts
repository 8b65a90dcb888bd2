import { listedEntities } from '../list-limit.ts'
import type { PaymentQuery, PaymentRow } from '../port.ts'
import type { Tables } from './tables.ts'

/** Payments that fit, in no order. Throws a RangeError for no or too many channels. */
export function matchingPayments(tables: Tables, query: PaymentQuery): PaymentRow[] {
  const channels = new Set(listedEntities(query.entityIds))
  return tables.payments.filter((row) => channels.has(row.entityId) && fits(row, query))
}

function fits(row: PaymentRow, query: PaymentQuery): boolean {
  const { merchantTransactionId = row.merchantTransactionId } = query
  return (
    row.merchantTransactionId === merchantTransactionId &&
    isWithin(row, query) &&
    (query.paymentTypes?.includes(row.paymentType) ?? true) &&
    (query.typesOfAnyBrand?.includes(row.paymentType) ||
      (query.paymentBrands?.includes(row.paymentBrand) ?? true))
  )
}

function isWithin({ id, createdAtMs }: PaymentRow, query: PaymentQuery): boolean {
  const { createdFromMs = createdAtMs, createdToMs = createdAtMs, idFrom = id, idBefore } = query
  const isInTime = createdAtMs >= createdFromMs && createdAtMs <= createdToMs
  return isInTime && id >= idFrom && (idBefore === undefined || id < idBefore)
}
