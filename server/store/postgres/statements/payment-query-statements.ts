import { FARTHEST_ROW, listedEntities } from '../../list-limit.ts'
import type { TransactionQuery } from '../../port.ts'
import type { Query } from '../connection.ts'
import { paymentColumns } from './payment-statements.ts'
import { selected } from './write-statement.ts'

/** How payments are found: each way goes by another index, and what else was asked for filters. */
type Way = 'reference' | 'id' | 'time'

/** Which way a query goes: by what leaves the fewest payments to be looked at. */
export function wayOf(query: TransactionQuery): Way {
  if (query.merchantTransactionId !== undefined) return 'reference'
  const hasTime = query.createdFromMs !== undefined || query.createdToMs !== undefined
  return query.idFrom !== undefined && query.idBefore !== undefined && !hasTime ? 'id' : 'time'
}

/**
 * Values for $1 to $9; what is not asked for is null. Throws a RangeError unless there are 1 to 1000
 * channels.
 */
export function queryValues(query: TransactionQuery) {
  return [
    listedEntities(query.entityIds),
    query.merchantTransactionId ?? null,
    query.createdFromMs ?? null,
    query.createdToMs ?? null,
    query.idFrom ?? null,
    query.idBefore ?? null,
    query.paymentTypes ?? null,
    query.paymentBrands ?? null,
    query.typesOfAnyBrand ?? null,
  ] as const
}

/**
 * Every condition, so that one prepared statement serves every combination of them. Written like this
 * none is looked for in an index: each way names the index's part of them once more.
 */
const FITS = `
  ($2::text IS NULL OR merchant_transaction_id = $2::text)
  AND ($3::bigint IS NULL OR created_at_ms >= $3::bigint)
  AND ($4::bigint IS NULL OR created_at_ms <= $4::bigint)
  AND ($5::text IS NULL OR id >= $5::text)
  AND ($6::text IS NULL OR id < $6::text)
  AND ($7::text[] IS NULL OR payment_type = ANY ($7::text[]))
  AND ($8::text[] IS NULL OR payment_brand = ANY ($8::text[]) OR payment_type = ANY ($9::text[]))`

export const NEWEST_FIRST = 'ORDER BY created_at_ms DESC, id DESC'

/** What is looked through, and what is chosen of it: no more than an index holds. */
const PAYMENTS = { table: 'payment', columns: 'id, created_at_ms' }

/**
 * `walk`: how far each channel is looked through, and in which order. By time every channel is walked
 * by itself: an index has several of them together in no order. By id the channel is an expression,
 * which keeps the planner from its index: a range of ids is shorter than the history of a channel.
 */
export function candidates(way: Way, walk: string, { table, columns } = PAYMENTS): string {
  const channels = 'ANY ($1::text[])'
  switch (way) {
    case 'reference':
      return `
        SELECT ${columns} FROM ${table}
        WHERE entity_id = ${channels} AND merchant_transaction_id = $2::text AND ${FITS}`
    case 'id':
      return `
        SELECT ${columns} FROM ${table}
        WHERE id >= $5::text AND id < $6::text AND entity_id || '' = ${channels} AND ${FITS}`
    case 'time':
      return `
        SELECT walked.*
        FROM (SELECT DISTINCT unnest($1::text[]) AS channel_id) AS channel
        CROSS JOIN LATERAL (
          SELECT ${columns} FROM ${table}
          WHERE entity_id = channel_id
            AND created_at_ms >= coalesce($3::bigint, 0)
            AND created_at_ms <= coalesce($4::bigint, ${Number.MAX_SAFE_INTEGER})
            AND ${FITS} ${walk}
        ) AS walked`
  }
}

/** $10: how many are left out at the beginning, $11: how many are answered. */
function findStatement(way: Way): Query {
  const walk = `${NEWEST_FIRST} LIMIT $10::bigint + $11::bigint`
  const page = `
    SELECT id FROM (${candidates(way, walk)}) AS found
    ${NEWEST_FIRST} OFFSET $10::bigint LIMIT $11::bigint`
  return {
    name: `find_payments_by_${way}`,
    text: `
      SELECT ${selected(paymentColumns)} FROM payment
      WHERE id = ANY (ARRAY(${page})) ${NEWEST_FIRST}`,
  }
}

function countStatement(way: Way): Query {
  const farthest = `LIMIT ${FARTHEST_ROW}`
  const found = `${candidates(way, farthest)} ${farthest}`
  const text = `SELECT count(*) AS count FROM (${found}) AS found`
  return { name: `count_payments_by_${way}`, text }
}

function eachWay(statementOf: (way: Way) => Query): Readonly<Record<Way, Query>> {
  return { reference: statementOf('reference'), id: statementOf('id'), time: statementOf('time') }
}

export const paymentQueries = {
  find: eachWay(findStatement),
  count: eachWay(countStatement),
} as const
