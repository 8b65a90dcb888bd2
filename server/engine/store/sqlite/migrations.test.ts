import type { Database } from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { insertPayment, partOf } from '../contract/open-store.ts'
import { migrations } from '../migrations/migrations.ts'
import type { Change } from '../port.ts'
import { columnName } from '../tables/table.ts'
import { databaseFiles } from '../testing/database-files.ts'
import {
  authorised,
  checkout,
  entity,
  event,
  idempotency,
  nextId,
  payment,
  posting,
  registration,
  succeeded,
  timeAt,
  timer,
  token,
  vaultKey,
  vaultRecord,
} from '../testing/sample-rows.ts'
import { prepareWrites } from './batch-writer.ts'
import { pack } from './change-statements.ts'
import { openWriter } from './connection.ts'
import { migrate } from './migrate.ts'
import { createReads } from './reads.ts'

const newFile = databaseFiles()

function databaseOfMigration(number: number): Database {
  const database = openWriter(newFile())
  migrate(database, migrations.slice(0, number))
  return database
}

/** Inserts rows as an older version wrote them: columns that there are not yet are left out. */
function insert(database: Database, table: string, ...rows: readonly object[]): void {
  const columns = database.pragma(`table_info(${table})`) as readonly { name: string }[]
  const known = new Set(columns.map(({ name }) => name))
  for (const row of rows) {
    const older = 'finalisedBy' in row ? { ...row, finalised: row.finalisedBy !== null } : row
    const cells = Object.entries(older).filter(([name]) => known.has(columnName(name)))
    const names = cells.map(([name]) => columnName(name))
    const values = cells.map(([, value]) => (typeof value === 'boolean' ? Number(value) : value))
    const marks = cells.map(() => '?').join(', ')
    database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`).run(...values)
  }
}

function expectSound(database: Database): void {
  expect(database.pragma('foreign_key_check')).toEqual([])
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_keys', { simple: true })).toBe(1)
}

describe('migration 2 on a database that has rows', () => {
  it('keeps every checkout and every payment as it was', async () => {
    const database = databaseOfMigration(1)
    const states = ['open', 'processing', 'pending', 'done', 'deleted'] as const
    const checkouts = states.map((state, index) =>
      checkout({ state, paymentId: index > 2 ? 'p1' : null, integrity: 'sha384-x', version: 7 }),
    )
    const paid = succeeded({ checkoutId: checkouts[3]?.id ?? null })
    insert(database, 'checkout', ...checkouts)
    insert(database, 'payment', paid)
    migrate(database, migrations)
    const read = createReads(database)
    for (const row of checkouts) expect(await read.checkout(row.id)).toEqual(row)
    expect(await read.payment(paid.id)).toEqual(paid)
    expectSound(database)
    database.close()
  })

  it('gives an old checkout an expiry timer', async () => {
    const database = databaseOfMigration(1)
    const row = checkout()
    insert(database, 'checkout', row)
    migrate(database, migrations)
    const set = { state: 'expired', updatedAtMs: timeAt(1) } as const
    const step: Change = { kind: 'stepCheckout', id: row.id, expectedVersion: 1, set }
    expect(prepareWrites(database).apply(...pack(step))).toBe(true)
    database.close()
  })

  it('gives a timer only to open checkouts and pending payments', async () => {
    const database = databaseOfMigration(1)
    const open = checkout({ createdAtMs: timeAt(1), expiresAtMs: timeAt(20) })
    const asked = payment({ createdAtMs: timeAt(2), updatedAtMs: timeAt(10) })
    insert(database, 'checkout', open, checkout({ state: 'done' }), checkout({ state: 'deleted' }))
    insert(database, 'payment', asked, succeeded(), payment({ state: 'failed' }))
    migrate(database, migrations)
    expect(await createReads(database).dueTimers(Number.MAX_SAFE_INTEGER, 1000)).toEqual([
      timer({ subjectId: asked.id, dueAtMs: timeAt(10), createdAtMs: timeAt(2) }),
      timer({
        kind: 'checkoutExpiry',
        subjectId: open.id,
        dueAtMs: timeAt(20),
        createdAtMs: timeAt(1),
      }),
    ])
    database.close()
  })
})

/** A database of schema 2 with a row in every table, payments that refer to others among them. */
function filledDatabase() {
  const database = databaseOfMigration(2)
  const [merchant, key] = [entity(), vaultKey()]
  const record = vaultRecord(key.id)
  const bearer = token(merchant.id)
  const open = checkout({ version: 3 })
  const hold = authorised({
    checkoutId: open.id,
    vaultRecordId: record.id,
    capturedMinor: 4_000_000_000,
    captureCount: 1,
    maximumCaptures: 2,
    details: '{"request":{"merchantTransactionId":"order \\"1\\""}}',
    merchantTransactionId: 'order "1"',
  })
  const refundId = nextId()
  const capture = succeeded({
    paymentType: 'CP',
    referencedId: hold.id,
    amountMinor: 4_000_000_000,
    refundedMinor: 1_000_000_000,
    finalisedBy: refundId,
  })
  const refund = succeeded({
    id: refundId,
    paymentType: 'RF',
    operation: 'refund',
    details: '{"request":{},"isFinal":true}',
    referencedId: capture.id,
    familyId: hold.id,
    amountMinor: 1_000_000_000,
  })
  const payments = [hold, capture, refund, payment({ state: 'intent', details: 'no JSON' })]
  const events = payments.map(({ id }) => event(id))
  const legs = [
    posting(hold, { account: 'shopper', amountMinor: -10_000_000_000 }),
    posting(hold, { account: 'authorised' }),
  ]
  const due = [timer({ attempts: 2, version: 3 }), timer({ kind: 'checkoutExpiry' })]
  const once = idempotency({ answer: '{}' })
  insert(database, 'entity', merchant)
  insert(database, 'access_token', bearer)
  insert(database, 'vault_key', key)
  insert(database, 'vault_record', record)
  insert(database, 'checkout', open)
  insert(database, 'payment', ...payments)
  insert(database, 'payment_event', ...events)
  insert(database, 'posting', ...legs)
  insert(database, 'timer', ...due)
  insert(database, 'idempotency', once)
  return { database, merchant, bearer, record, open, hold, capture, payments, events, legs, due }
}

describe('migration 3 on a database that has rows', () => {
  it('keeps every row, and finds payments by the reference that their answers show', async () => {
    const filled = filledDatabase()
    const { database, merchant, bearer, record, open, hold, payments, events, legs, due } = filled
    migrate(database, migrations)
    const read = createReads(database)
    expect(await read.entity(merchant.id)).toEqual(merchant)
    expect(await read.token(bearer.hash)).toEqual(bearer)
    expect(await read.vaultRecord(record.id)).toEqual(record)
    expect(await read.checkout(open.id)).toEqual(open)
    for (const row of payments) expect(await read.payment(row.id)).toEqual(row)
    expect(await read.events(hold.id)).toEqual(events.slice(0, 1))
    expect(await read.postingsOfFamily(hold.id)).toEqual(legs)
    const timers = await read.dueTimers(Number.MAX_SAFE_INTEGER, 10)
    const ofRows = timers.filter(({ kind }) => kind !== 'numberRetention')
    expect(ofRows.map(({ subjectId }) => subjectId).sort()).toEqual(
      due.map(({ subjectId }) => subjectId).sort(),
    )
    expect(await read.timer('paymentRecovery', due[0]?.subjectId ?? '')).toEqual(due[0])
    const { entityId, merchantTransactionId } = hold
    const query = { entityIds: [entityId], merchantTransactionId: merchantTransactionId ?? '' }
    const { transactions } = await read.findTransactions(query, partOf())
    expect(transactions).toEqual([{ kind: 'payment', row: hold }])
    expectSound(database)
    database.close()
  })

  it('keeps references, limits, guards and the one success of a checkout enforced', () => {
    const { database, hold, capture, open } = filledDatabase()
    migrate(database, migrations)
    const { apply } = prepareWrites(database)
    const again = insertPayment(succeeded({ checkoutId: open.id }))
    const nobody = insertPayment(payment({ paymentType: 'CP', referencedId: 'nobody' }))
    expect(() => apply(...pack(nobody))).toThrow('FOREIGN KEY')
    expect(() => apply(...pack(again))).toThrow('payment.checkout_id')
    const refused = [
      [`UPDATE payment SET captured_minor = 10000000001 WHERE id = '${hold.id}'`, 'limit_captured'],
      [`UPDATE payment SET reversed_minor = 1 WHERE id = '${hold.id}'`, 'limit_reversal'],
      [
        `UPDATE payment SET refunded_minor = 4000000000 WHERE id = '${capture.id}'`,
        'limit_finalised',
      ],
      [`DELETE FROM payment WHERE id = '${hold.id}'`, 'FOREIGN KEY'],
      ['DELETE FROM posting', 'append only'],
      ['UPDATE payment_event SET at_ms = 1', 'append only'],
    ] as const
    for (const [sql, message] of refused) {
      expect(() => database.exec(sql)).toThrow(message)
    }
    expectSound(database)
    database.close()
  })

  it('has the same schema as a new database', () => {
    const { database } = filledDatabase()
    migrate(database, migrations)
    const other = openWriter(newFile())
    migrate(other, migrations)
    const objects = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'
    expect(database.prepare(objects).all()).toEqual(other.prepare(objects).all())
    other.close()
    database.close()
  })

  it('does not change a database with dangling references', async () => {
    const { database, payments } = filledDatabase()
    database.pragma('foreign_keys = OFF')
    insert(database, 'payment', payment({ paymentType: 'CP', referencedId: 'nobody' }))
    const before = database.prepare('SELECT sql FROM sqlite_schema').all()
    expect(() => migrate(database, migrations)).toThrow(
      'Rows of payment refer to ones that are not there',
    )
    expect(database.prepare('SELECT sql FROM sqlite_schema').all()).toEqual(before)
    const ids = database.prepare('SELECT count(*) FROM payment').pluck().get()
    expect(ids).toBe(payments.length + 1)
    expect(database.prepare('SELECT max(number) FROM migration').pluck().get()).toBe(2)
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1)
    database.close()
  })
})

describe('migration 5 on a database that has rows', () => {
  it('keeps a number that was stored more than once, and stores it once from then on', async () => {
    const database = databaseOfMigration(4)
    const before = [registration({ fingerprint: 'f' }), registration({ fingerprint: 'f' })]
    insert(database, 'registration', ...before)
    migrate(database, migrations)
    const read = createReads(database)
    for (const row of before) expect(await read.registration(row.id)).toEqual(row)
    const sole = () => registration({ fingerprint: 'f', deduplicated: true })
    insert(database, 'registration', sole())
    expect(() => insert(database, 'registration', sole())).toThrow('UNIQUE')
    expectSound(database)
    database.close()
  })
})

describe('migration 4 on a database that has rows', () => {
  it('finds registrations by the reference that their answers show', async () => {
    const database = databaseOfMigration(3)
    const merchantTransactionId = 'order "1"'
    const details = JSON.stringify({ request: { merchantTransactionId } })
    const stored = registration({ details, merchantTransactionId })
    const others = [registration(), registration({ details: 'no JSON' })]
    insert(database, 'registration', stored, ...others)
    migrate(database, migrations)
    const read = createReads(database)
    for (const row of [stored, ...others]) expect(await read.registration(row.id)).toEqual(row)
    const query = { entityIds: [stored.entityId], merchantTransactionId }
    const { transactions } = await read.findTransactions(query, partOf())
    expect(transactions).toEqual([{ kind: 'registration', type: 'RG', row: stored }])
    expectSound(database)
    database.close()
  })
})
