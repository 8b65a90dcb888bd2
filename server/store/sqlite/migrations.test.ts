import type { Database } from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { migrations } from '../migrations/migrations.ts'
import { databaseFiles } from '../testing/database-files.ts'
import { checkout, payment, succeeded, timer } from '../testing/sample-rows.ts'
import { openWriter } from './connection.ts'
import { migrate } from './migrate.ts'
import { createReads } from './reads.ts'
import { prepareCheckoutWrites } from './statements/checkout-statements.ts'
import { preparePaymentWrites } from './statements/payment-statements.ts'

const newFile = databaseFiles()

function databaseOfFirstMigration(): Database {
  const database = openWriter(newFile())
  migrate(database, migrations.slice(0, 1))
  return database
}

describe('migration 2 on a database that has rows', () => {
  it('keeps every checkout and every payment as it was', async () => {
    const database = databaseOfFirstMigration()
    const states = ['open', 'processing', 'pending', 'done', 'deleted'] as const
    const checkouts = states.map((state, index) =>
      checkout({ state, paymentId: index > 2 ? 'p1' : null, integrity: 'sha384-x', version: 7 }),
    )
    const paid = succeeded({ checkoutId: checkouts[3]?.id ?? null })
    for (const row of checkouts) prepareCheckoutWrites(database).insertCheckout(row)
    preparePaymentWrites(database).insertPayment(paid)
    migrate(database, migrations)
    const read = createReads(database)
    for (const row of checkouts) expect(await read.checkout(row.id)).toEqual(row)
    expect(await read.payment(paid.id)).toEqual(paid)
    expect(database.pragma('foreign_key_check')).toEqual([])
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
  })

  it('lets an old checkout expire, and still refuses a state that there is not', async () => {
    const database = databaseOfFirstMigration()
    const row = checkout()
    prepareCheckoutWrites(database).insertCheckout(row)
    migrate(database, migrations)
    const writes = prepareCheckoutWrites(database)
    expect(writes.stepCheckout(row.id, 1, { state: 'expired', updatedAtMs: 1 })).toBe(true)
    expect(() => database.exec("UPDATE checkout SET state = 'lost'")).toThrow('valid_state')
    database.close()
  })

  it('gives a timer to what is under way, and to nothing else', async () => {
    const database = databaseOfFirstMigration()
    const open = checkout({ createdAtMs: 1, expiresAtMs: 20 })
    const asked = payment({ createdAtMs: 2, updatedAtMs: 10 })
    const writes = { ...prepareCheckoutWrites(database), ...preparePaymentWrites(database) }
    for (const row of [open, checkout({ state: 'done' }), checkout({ state: 'deleted' })]) {
      writes.insertCheckout(row)
    }
    for (const row of [asked, succeeded(), payment({ state: 'failed' })]) writes.insertPayment(row)
    migrate(database, migrations)
    expect(await createReads(database).dueTimers(Number.MAX_SAFE_INTEGER, 1000)).toEqual([
      timer({ subjectId: asked.id, dueAtMs: 10, createdAtMs: 2 }),
      timer({ kind: 'checkoutExpiry', subjectId: open.id, dueAtMs: 20, createdAtMs: 1 }),
    ])
    database.close()
  })
})
