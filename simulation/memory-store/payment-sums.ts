import { listedEntities, listLimit } from '../../server/store/list-limit.ts'
import { checkedKeptQuery, checkedSumQuery } from '../../server/store/payment-sums.ts'
import type {
  CardSums,
  KeptCardSum,
  KeptSumQuery,
  PaymentRow,
  PaymentSum,
  PaymentSumChangeRow,
  PaymentSumQuery,
  PaymentSumRow,
  PaymentSums,
} from '../../server/store/port.ts'
import type { Tables } from './tables.ts'

/** `StoreReads.paymentSums`. */
export function paymentSums(tables: Tables, query: PaymentSumQuery): PaymentSums {
  const { rows, ...cut } = lookedAt(tables, query)
  const authenticationOf = ({ authenticationId }: PaymentRow) =>
    query.byAuthentication === true && authenticationId !== null
      ? (tables.authentications.get(authenticationId)?.state ?? '')
      : ''
  return { sums: sumsOf(rows, query.stepMs, authenticationOf), ...cut }
}

/** The newest payments of a query. */
function lookedAt(tables: Tables, query: PaymentSumQuery) {
  const { entityIds, fromMs, toMs, maxRows } = checkedSumQuery(query)
  const inTime = tables.payments
    .filter(({ entityId, createdAtMs }) => {
      return entityIds.includes(entityId) && createdAtMs >= fromMs && createdAtMs < toMs
    })
    .sort((one, other) => other.createdAtMs - one.createdAtMs)
  const beyond = inTime[maxRows]
  if (beyond === undefined) return { rows: inTime }
  const cutAtMs = beyond.createdAtMs + 1
  return { rows: inTime.filter(({ createdAtMs }) => createdAtMs >= cutAtMs), cutAtMs }
}

const OF_SHOPPERS = ['PA', 'DB', 'RB']

/** `StoreReads.cardSums`. */
export function cardSums(tables: Tables, query: PaymentSumQuery): CardSums {
  const { rows, ...cut } = lookedAt(tables, query)
  const paid = rows.filter(
    ({ paymentType, operation }) =>
      OF_SHOPPERS.includes(paymentType) && (operation === 'first' || operation === 'rebill'),
  )
  const groups = paid.map(({ createdAtMs, details, currency, state, resultCode }) => {
    const [members = ''] = details.split('\n')
    const { card = {} } = JSON.parse(members) as { readonly card?: StoredCard }
    return {
      spanMs: createdAtMs - (createdAtMs % query.stepMs),
      country: card.country ?? '',
      issuer: card.issuer?.bank || (card.bin ?? ''),
      ...{ currency, state, resultCode },
      count: 1,
    }
  })
  return { sums: alikeTogether(groups), ...cut }
}

interface StoredCard {
  readonly bin?: string
  readonly country?: string
  readonly issuer?: { readonly bank?: string }
}

/** `StoreReads.keptCardSums`. */
export function keptCardSums(tables: Tables, query: KeptSumQuery): readonly KeptCardSum[] {
  const found = partsWith(tables.cardSums, query).map(({ row, atMs }) => {
    const { kind, value, currency, state, resultCode, paymentCount: count } = row
    return { spanMs: atMs, kind, value, currency, state, resultCode, count }
  })
  return alikeTogether(found).filter(({ count }) => count > 0)
}

/** The rows of sums that are in a part, with the begin of its span. */
function partsWith<Row extends Pick<PaymentSumRow, 'entityId' | 'span' | 'spanMs'>>(
  rows: { filter(isWanted: (row: Row) => boolean): readonly Row[] },
  query: KeptSumQuery,
): readonly { readonly row: Row; readonly atMs: number }[] {
  const { entityIds, parts } = checkedKeptQuery(query)
  return parts.flatMap(({ span, fromMs, toMs, atMs }) =>
    rows
      .filter(
        (row) =>
          entityIds.includes(row.entityId) &&
          row.span === span &&
          row.spanMs >= fromMs &&
          row.spanMs < toMs,
      )
      .map((row) => ({ row, atMs })),
  )
}

function alikeTogether<Sum extends { readonly count: number }>(sums: readonly Sum[]): Sum[] {
  const all = new Map<string, Sum>()
  for (const sum of sums) {
    const key = JSON.stringify({ ...sum, count: 0 })
    all.set(key, { ...sum, count: (all.get(key)?.count ?? 0) + sum.count })
  }
  return [...all.values()]
}

/** `StoreReads.keptSums`. */
export function keptSums(tables: Tables, query: KeptSumQuery): readonly PaymentSum[] {
  const sums = new Map<string, PaymentSum>()
  for (const { row: found, atMs } of partsWith(tables.paymentSums, query)) {
    const { id: _id, entityId: _entity, version: _version, span: _span, ...row } = found
    const { paymentCount, amountMinor, ...rest } = row
    const group = { ...rest, spanMs: atMs }
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
