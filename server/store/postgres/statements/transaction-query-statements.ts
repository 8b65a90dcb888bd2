import { FARTHEST_ROW } from '../../list-limit.ts'
import type { TransactionQuery } from '../../port.ts'
import {
  registrationsAs,
  type WantedTransactions,
  wantedTransactions,
} from '../../wanted-transactions.ts'
import type { Query } from '../connection.ts'
import { candidates, NEWEST_FIRST, wayOf } from './payment-query-statements.ts'
import { paymentColumns } from './payment-statements.ts'
import { registrationColumns } from './registration-statements.ts'
import { selected } from './write-statement.ts'

/**
 * The types and ids of one page. $10: how many are left out at the beginning, $11: how many are
 * answered. Nothing when no table can hold what is wanted.
 */
export function findTransactions(query: TransactionQuery): Query | undefined {
  const walk = `${NEWEST_FIRST} LIMIT $10::bigint + $11::bigint`
  const found = foundIn(query, walk)
  return (
    found && {
      name: `find_transactions_${found.name}`,
      // A deletion stands before its storing where both are of one moment.
      text: `
        SELECT payment_type AS "paymentType", id FROM (${found.text}) AS found
        ${NEWEST_FIRST}, payment_type OFFSET $10::bigint LIMIT $11::bigint`,
    }
  )
}

export function countTransactions(query: TransactionQuery): Query | undefined {
  const farthest = `LIMIT ${FARTHEST_ROW}`
  const found = foundIn(query, farthest)
  return (
    found && {
      name: `count_transactions_${found.name}`,
      text: `SELECT count(*) AS count FROM (${found.text} ${farthest}) AS found`,
    }
  )
}

/** Of every table in which something can fit; the name tells these statements apart. */
function foundIn(query: TransactionQuery, walk: string): Query | undefined {
  const way = wayOf(query)
  const sources = sourcesOf(wantedTransactions(query))
  if (sources.length === 0) return undefined
  const found = sources.map((source) => `(${candidates(way, walk, source)})`)
  const name = [way, ...sources.map((source) => source.name)].join('_')
  return { name, text: found.join(' UNION ALL ') }
}

function sourcesOf({ payments, registrationTypes }: WantedTransactions) {
  const sources = registrationTypes.map((type) => ({
    name: type,
    table: registrationsAs(type),
    columns: 'payment_type, id, created_at_ms',
  }))
  // The type of a payment is in no index, and not needed to know it from the others.
  const columns = "'' AS payment_type, id, created_at_ms"
  return payments === undefined
    ? sources
    : [...sources, { name: 'payments', table: 'payment', columns }]
}

export const transactionRows = {
  payments: {
    name: 'payments_by_id',
    text: `SELECT ${selected(paymentColumns)} FROM payment WHERE id = ANY ($1::text[])`,
  },
  registrations: {
    name: 'registrations_by_id',
    text: `SELECT ${selected(registrationColumns)} FROM registration WHERE id = ANY ($1::text[])`,
  },
} as const satisfies Record<string, Query>
