import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { partOf } from '../contract/open-store.ts'
import { migrations } from '../migrations/migrations.ts'
import type { TransactionQuery } from '../port.ts'
import { SQL_READS } from '../sql-reads.ts'
import { timeAt } from '../testing/sample-rows.ts'
import { migrate } from './migrate.ts'
import { SCHEDULES_OF_ENTITIES } from './reads.ts'
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

/** How SQLite goes about a read with these values; a list is one in JSON. */
function planOf({ sql }: { readonly sql: string }, values: readonly unknown[]): string {
  const database = new Database(':memory:')
  migrate(database, migrations)
  const text = sql
    .replaceAll(/= ANY \(\$(\d)::text\[\]\)/g, 'IN (SELECT value FROM json_each(@v$1))')
    .replaceAll(/\$(\d)::\w+/g, '@v$1')
  const bound = Object.fromEntries(values.map((value, at) => [`v${at + 1}`, value]))
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(bound)
  database.close()
  return (rows as { readonly detail: string }[]).map(({ detail }) => detail).join('; ')
}

describe('payments of a later booking on SQLite', () => {
  it('are found and sorted by their index', () => {
    expect(planOf(SQL_READS.paymentsBookedLater, ['e', 0, '', 1, 10])).toMatch(
      /^SEARCH payment USING INDEX payment_by_late_booking \(entity_id=\? AND [^;]*$/,
    )
  })

  it('are found by their late failures in the same way', () => {
    expect(planOf(SQL_READS.paymentsFailedLater, ['e', 0, '', 1, 10])).toMatch(
      /^SEARCH payment USING INDEX payment_by_late_failure \(entity_id=\? AND [^;]*$/,
    )
  })
})

describe('what the back office reads of customers and requests on SQLite', () => {
  it.each([
    ['links', SQL_READS.linkedTo, ['[]', '[]', 'payment', 'g', 9], 'sqlite_autoindex|PRIMARY KEY'],
    ['refused requests', SQL_READS.refusedRequestsOf, ['[]', 'g', 9], 'refused_request_of_entity'],
    ['a refused request', SQL_READS.refusedRequestsOfNdc, ['n', 9], 'refused_request_of_ndc'],
    ['notes', SQL_READS.notesAbout, ['[]', '[]', 'g', 9], 'note_about'],
    ['schedules of a chain', SQL_READS.schedulesOfChain, ['c', 9], 'schedule_by_chain'],
    [
      'registrations of a number',
      SQL_READS.registrationsOfNumber,
      ['[]', 'f', 9],
      'registration_of_number',
    ],
  ])('finds %s by an index', (_name, read, values, index) => {
    const plan = planOf(read, values)
    expect(plan).toMatch(new RegExp(index))
    expect(plan).not.toMatch(/SCAN (?:customer_link|note|refused_request|schedule|registration)/)
  })
})

describe('the schedules of channels on SQLite', () => {
  it('are looked up for each channel by how they stand, and in their order', () => {
    const database = new Database(':memory:')
    migrate(database, migrations)
    const values = ['[]', 'paused', 'g', 9, 9]
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${SCHEDULES_OF_ENTITIES}`).all(...values)
    database.close()
    const details = (plan as { readonly detail: string }[]).map(({ detail }) => detail)
    expect(details.join('; ')).toMatch(
      /SEARCH schedule USING (?:COVERING )?INDEX schedule_by_standing \(entity_id=\? AND <expr>=\? AND id<\?\)/,
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
