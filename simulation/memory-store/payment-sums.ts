import { listedEntities, listLimit } from '../../server/store/list-limit.ts'
import { checkedKeptQuery, checkedSumQuery } from '../../server/store/payment-sums.ts'
import type {
  KeptSumQuery,
  PaymentRow,
  PaymentSum,
  PaymentSumChangeRow,
  PaymentSumQuery,
  PaymentSums,
} from '../../server/store/port.ts'
import type { Tables } from './tables.ts'

/** `StoreReads.paymentSums`. */
export function paymentSums(tables: Tables, query: PaymentSumQuery): PaymentSums {
  const { entityIds, fromMs, toMs, stepMs, maxRows } = checkedSumQuery(query)
  const authenticationOf = ({ authenticationId }: PaymentRow) =>
    query.byAuthentication === true && authenticationId !== null
      ? (tables.authentications.get(authenticationId)?.state ?? '')
      : ''
  const inTime = tables.payments
    .filter(({ entityId, createdAtMs }) => {
      return entityIds.includes(entityId) && createdAtMs >= fromMs && createdAtMs < toMs
    })
    .sort((one, other) => other.createdAtMs - one.createdAtMs)
  const beyond = inTime[maxRows]
  if (beyond === undefined) return { sums: sumsOf(inTime, stepMs, authenticationOf) }
  const cutAtMs = beyond.createdAtMs + 1
  const looked = inTime.filter(({ createdAtMs }) => createdAtMs >= cutAtMs)
  return { sums: sumsOf(looked, stepMs, authenticationOf), cutAtMs }
}

/** `StoreReads.keptSums`. */
export function keptSums(tables: Tables, query: KeptSumQuery): readonly PaymentSum[] {
  const { entityIds, fromMs, toMs, span } = checkedKeptQuery(query)
  const rows = tables.paymentSums.filter(
    (row) =>
      entityIds.includes(row.entityId) &&
      row.span === span &&
      row.spanMs >= fromMs &&
      row.spanMs < toMs,
  )
  const sums = new Map<string, PaymentSum>()
  for (const { id: _id, entityId: _entity, version: _version, ...row } of rows) {
    const { span: _span, paymentCount, amountMinor, ...group } = row
    const key = JSON.stringify(group)
    const before = sums.get(key) ?? { count: 0, amountMinor: 0 }
    const count = before.count + paymentCount
    sums.set(key, { ...group, count, amountMinor: before.amountMinor + amountMinor })
  }
  return [...sums.values()].filter(({ count }) => count > 0)
}

/** `StoreReads.nextPaymentSumChange`. */
export function nextPaymentSumChange(tables: Tables, entityId: string, spanMs: number) {
  return tables.paymentSumChanges
    .filter((row) => row.entityId > entityId || (row.entityId === entityId && row.spanMs > spanMs))
    .sort(inOrder)[0]
}

/** `StoreReads.paymentSumChangesOf`. */
export function paymentSumChangesOf(
  tables: Tables,
  entityId: string,
  spanMs: number,
  limit: number,
) {
  return tables.paymentSumChanges
    .filter((row) => row.entityId === entityId && row.spanMs === spanMs)
    .sort(inOrder)
    .slice(0, listLimit(limit))
}

/** `StoreReads.oldestPaymentSumChange`. */
export function oldestPaymentSumChange(
  tables: Tables,
  entityIds: readonly string[],
  fromMs: number,
  toMs: number,
) {
  const wanted = listedEntities(entityIds)
  return tables.paymentSumChanges
    .filter(
      ({ entityId, spanMs }) => wanted.includes(entityId) && spanMs >= fromMs && spanMs < toMs,
    )
    .sort((one, other) => (one.id < other.id ? -1 : 1))[0]
}

function inOrder(one: PaymentSumChangeRow, other: PaymentSumChangeRow): number {
  if (one.entityId !== other.entityId) return one.entityId < other.entityId ? -1 : 1
  return one.spanMs - other.spanMs || (one.id < other.id ? -1 : 1)
}

function sumsOf(
  rows: readonly PaymentRow[],
  stepMs: number,
  authenticationOf: (row: PaymentRow) => PaymentSum['authentication'],
): readonly PaymentSum[] {
  const sums = new Map<string, PaymentSum>()
  for (const row of rows) {
    const { paymentType, operation, state, resultCode, paymentBrand, currency } = row
    const spanMs = row.createdAtMs - (row.createdAtMs % stepMs)
    const authentication = authenticationOf(row)
    const alike = { paymentType, operation, state, resultCode, paymentBrand, currency }
    const group = { spanMs, ...alike, authentication }
    const key = JSON.stringify(group)
    const { count = 0, amountMinor = 0 } = sums.get(key) ?? {}
    sums.set(key, { ...group, count: count + 1, amountMinor: amountMinor + row.amountMinor })
  }
  return [...sums.values()]
}
