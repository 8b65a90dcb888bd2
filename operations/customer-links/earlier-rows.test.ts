import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { readDetails } from '../../server/payments/index.ts'
import { migrations } from '../../server/store/migrations/migrations.ts'
import type { Change, PaymentRow, Store } from '../../server/store/port.ts'
import { postgresMigrations } from '../../server/store/postgres/migrations/migrations.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../server/store/testing/database-files.ts'
import { usePostgres } from '../../server/store/testing/postgres.ts'
import { payment, registration } from '../../server/store/testing/sample-rows.ts'
import { linksOf } from './links.ts'

const newFile = databaseFiles()
const postgres = usePostgres()

const result = { code: '000.100.110', description: '' }

function paid(members: object, beside?: object, columns: Partial<PaymentRow> = {}): PaymentRow {
  const shown = JSON.stringify({ result, ...members })
  const details = beside === undefined ? shown : `${shown}\n${JSON.stringify(beside)}`
  return payment({ details, ...columns })
}

/** Rows as versions before the links have left them. */
function earlierRows(): readonly Change[] {
  const customer = { merchantCustomerId: 'K-17', email: 'Jane@Shop.Example' }
  const first = paid({ customer })
  const payments = [
    first,
    paid({}),
    paid({ customer: { givenName: 'Jane' } }, { registrationId: 'r1' }),
    paid({ scheduleId: 's1', source: 'SCHEDULER' }, { registrationId: 'r1' }),
    paid({ customer: { email: 'jörg@shop.example' } }),
    paid({ customer }, undefined, {
      referencedId: first.id,
      familyId: first.id,
      operation: 'refund',
      paymentType: 'RF',
    }),
  ]
  const request = { 'customer.email': 'JANE@shop.example', 'customer.merchantCustomerId': 'K-17' }
  const stored = [
    registration({ details: JSON.stringify({ account: 'card', request }) }),
    registration({ details: JSON.stringify({ account: 'card', request: {} }) }),
  ]
  return [
    ...payments.map((row): Change => ({ kind: 'insertPayment', row })),
    ...stored.map((row): Change => ({ kind: 'insertRegistration', row })),
  ]
}

/** What the migration writes of rows that are there. */
function fillOf(all: readonly { readonly sql: string }[]): string {
  const { sql = '' } = all.find((one) => one.sql.includes('CREATE TABLE customer_link')) ?? {}
  return sql.slice(sql.indexOf('INSERT INTO customer_link'))
}

const SELECT = `SELECT name || ' ' || linked || ' ' || linked_id AS link FROM customer_link`

function expectedOf(changes: readonly Change[]): readonly string[] {
  const links = linksOf(changes) ?? []
  return links
    .flatMap((change) => (change.kind === 'insertCustomerLink' ? [change.row] : []))
    .map(({ name, linked, linkedId }) => `${name} ${linked} ${linkedId}`)
    .sort()
}

async function given(store: Store, changes: readonly Change[]): Promise<void> {
  for (const change of changes) expect(await store.commit([change])).toEqual({ applied: true })
  await store.close()
}

describe('payments and stored details of before there were links', () => {
  it('have those that new ones have, on SQLite', async () => {
    const file = newFile()
    const changes = earlierRows()
    await given(await openSqliteStore({ file, committer: { kind: 'inline' } }), changes)
    const database = new Database(file)
    database.exec(fillOf(migrations))
    const links = database.prepare(SELECT).pluck().all() as string[]
    database.close()
    expect(links.sort()).toEqual(expectedOf(changes))
    expect(links).toHaveLength(8)
  })

  it('have those that new ones have, on PostgreSQL', async () => {
    const url = await postgres.freshDatabase()
    const changes = earlierRows()
    await given(await openPostgresStore({ url }), changes)
    await postgres.run(fillOf(postgresMigrations), url)
    const rows = await postgres.run(SELECT, url)
    expect(rows.map(({ link }) => String(link)).sort()).toEqual(expectedOf(changes))
  })

  it('are read as the migration reads them', () => {
    const row = paid({ customer: { email: 'a@b.example' } }, { registrationId: 'r1' })
    expect(readDetails(row)).toMatchObject({
      request: { 'customer.email': 'a@b.example' },
      registrationId: 'r1',
    })
  })
})
