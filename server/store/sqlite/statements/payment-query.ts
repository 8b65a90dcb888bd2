import type { Database } from 'better-sqlite3'
import { FARTHEST_ROW, listedEntities, listLimit, listOffset } from '../../list-limit.ts'
import type { PaymentQuery, PaymentRow } from '../../port.ts'
import { PAYMENT_COLUMNS, paymentOf, type StoredPayment } from './payment-statements.ts'

/** Queries over payment. They are put together when they are asked: there are many, and few asked. */
export interface PaymentQueries {
  findPayments(query: PaymentQuery, offset: number, limit: number): PaymentRow[]
  countPayments(query: PaymentQuery): number
}

export function preparePaymentQueries(database: Database): PaymentQueries {
  return {
    findPayments: (query, offset, limit) => {
      const bound = { ...boundTo(query), limit: listLimit(limit), offset: listOffset(offset) }
      const rows = database.prepare<[object], StoredPayment>(findSql(query)).raw().all(bound)
      return rows.map(paymentOf)
    },
    countPayments: (query) => {
      const count = database.prepare<[object], number>(countSql(query)).pluck()
      return count.get(boundTo(query)) ?? 0
    },
  }
}

/**
 * Rows are chosen within an index and only those of the page are read whole (measured for 300,000
 * payments of 100 channels: the first page 1 ms, the last one at offset 50,000 0.1 s).
 */
function findSql(query: PaymentQuery): string {
  const order = 'ORDER BY created_at_ms DESC, id DESC'
  return `SELECT ${PAYMENT_COLUMNS} FROM payment WHERE rowid IN (
    SELECT rowid FROM payment WHERE ${conditionsOf(query)} ${order} LIMIT @limit OFFSET @offset
  ) ${order}`
}

function countSql(query: PaymentQuery): string {
  const found = `SELECT 1 FROM payment WHERE ${conditionsOf(query)} LIMIT ${FARTHEST_ROW}`
  return `SELECT count(*) FROM (${found})`
}

/** What is bound, by its name in the conditions. Throws a RangeError for no or too many channels. */
export function boundTo(query: PaymentQuery): Record<string, string | number | undefined> {
  return {
    ...query,
    entityIds: JSON.stringify(listedEntities(query.entityIds)),
    paymentTypes: JSON.stringify(query.paymentTypes),
    paymentBrands: JSON.stringify(query.paymentBrands),
    typesOfAnyBrand: JSON.stringify(query.typesOfAnyBrand ?? []),
  }
}

const CONDITIONS: readonly (readonly [name: keyof PaymentQuery, sql: string])[] = [
  ['merchantTransactionId', 'merchant_transaction_id = @merchantTransactionId'],
  ['createdFromMs', 'created_at_ms >= @createdFromMs'],
  ['createdToMs', 'created_at_ms <= @createdToMs'],
  ['idFrom', 'id >= @idFrom'],
  ['idBefore', 'id < @idBefore'],
  ['paymentTypes', 'payment_type IN (SELECT value FROM json_each(@paymentTypes))'],
  [
    'paymentBrands',
    `(payment_brand IN (SELECT value FROM json_each(@paymentBrands))
      OR payment_type IN (SELECT value FROM json_each(@typesOfAnyBrand)))`,
  ],
]

/** Over payments, or a table of their shape. */
export function conditionsOf(query: PaymentQuery): string {
  const given = CONDITIONS.filter(([name]) => query[name] !== undefined).map(([, sql]) => sql)
  return [channelsOf(query), ...given].join(' AND ')
}

/**
 * The plus keeps the index of channels out: a range of ids, or one reference, holds fewer payments
 * than a channel.
 */
function channelsOf({ idFrom, idBefore, merchantTransactionId }: PaymentQuery): string {
  const isRange = idFrom !== undefined && idBefore !== undefined
  const isNarrow = isRange || merchantTransactionId !== undefined
  return `${isNarrow ? '+' : ''}entity_id IN (SELECT value FROM json_each(@entityIds))`
}
