import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { partOf } from '../contract/open-store.ts'
import { migrations } from '../migrations/migrations.ts'
import type { TransactionQuery } from '../port.ts'
import { SQL_READS } from '../sql-reads.ts'
import { timeAt } from '../testing/sample-rows.ts'
import { migrate } from './migrate.ts'
import { prepareTransactionQueries } from './transaction-query.ts'

const NAMES = [
  ...['entityIds', 'entityId', 'paymentTypes', 'paymentType', 'paymentBrands', 'typesOfAnyBrand'],
  ...['merchantTransactionId', 'createdFromMs', 'createdToMs', 'idFrom', 'idBefore', 'most'],
  ...['offset', 'limit', 'afterMs', 'afterId', 'endMs', 'endId'],
]

/** How SQLite goes about the statements of a query, as far as they read payments by more than their id. */
function plansOf(query: TransactionQuery): readonly string[] {
  const database = new Database(':memory:')
  migrate(database, migrations)
  const prepared: string[] = []
  const prepare = database.prepare.bind(database)
  database.prepare = ((sql: string) => {
    prepared.push(sql)
    return prepare(sql)
  }) as typeof database.prepare
  const queries = prepareTransactionQueries(database)
  prepared.splice(0)
  const after = { atMs: timeAt(0), id: 'a', rank: 0 } as const
  queries.findTransactions(query, partOf({ after, counts: true }))
  queries.findTransactions(query, partOf({ limit: 100 }))
  const bound = Object.fromEntries(NAMES.map((name) => [name, null]))
  const plans = prepared.flatMap((sql) =>
    prepare(`EXPLAIN QUERY PLAN ${sql}`).all({ ...bound, limit: 1, offset: 0, most: 1 }),
  ) as { readonly detail: string }[]
  database.close()
  return plans.map(({ detail }) => detail).filter((detail) => / payment\b/.test(detail))
}

const frame = {
  entityIds: ['e1', 'e2'],
  createdFromMs: timeAt(0),
  createdToMs: timeAt(86_400_000),
}

/** How SQLite looks for payments by a later booking. */
function planOfLateBookings(): string {
  const database = new Database(':memory:')
  migrate(database, migrations)
  const sql = SQL_READS.paymentsBookedLater.sql.replaceAll(/\$(\d)::\w+/g, '@v$1')
  const rows = database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all({ v1: 'e', v2: 0, v3: '', v4: 1, v5: 10 })
  database.close()
  return (rows as { readonly detail: string }[]).map(({ detail }) => detail).join('; ')
}

describe('payments of a later booking on SQLite', () => {
  it('are found and sorted by their index', () => {
    expect(planOfLateBookings()).toMatch(
      /^SEARCH payment USING INDEX payment_by_late_booking \(entity_id=\? AND [^;]*$/,
    )
  })
})

describe('a query on SQLite', () => {
  it.each<[string, TransactionQuery, string]>([
    ['for a time frame', frame, 'payment_by_time'],
    ['for types', { ...frame, paymentTypes: ['RF', 'CP'] }, 'payment_by_type'],
    [
      'for types and brands',
      { ...frame, paymentTypes: ['RF'], paymentBrands: ['VISA'] },
      'payment_by_type',
    ],
    [
      'for a reference',
      { entityIds: ['e1'], merchantTransactionId: 'order', paymentTypes: ['DB'] },
      'payment_by_merchant_reference',
    ],
  ])('%s uses its index', (_name, query, index) => {
    const plans = plansOf(query)
    expect(plans.length).toBeGreaterThan(1)
    expect(plans.filter((plan) => !plan.includes(`INDEX ${index} `))).toEqual([])
  })
})
