import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/open-sqlite-store.ts'
import { cardPayment, vaultKey } from '../../server/store/testing/sample-rows.ts'
import { seedPayments } from './seed.ts'
import { seededPaymentId } from './seeded-ids.ts'
import { openSqliteSeed } from './sqlite-seed.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate-seed-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const COUNT = 40

/** A database of the gateway's own schema with one payment, and `COUNT` copies of it. */
async function seededFile(): Promise<string> {
  const file = join(directory, 'tillgate.db')
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  const key = vaultKey()
  await store.commit([{ kind: 'insertVaultKey', row: key }, ...cardPayment(key.id)])
  await store.close()
  const database = openSqliteSeed(file)
  await seedPayments(database, COUNT)
  await database.settle()
  await database.close()
  return file
}

describe('a seeded database', () => {
  it('holds whole payments under the ids that the load generator reads', async () => {
    const file = await seededFile()
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    for (let number = 1; number <= COUNT; number++) {
      const id = seededPaymentId(number)
      const payment = await store.read.payment(id)
      expect(payment).toMatchObject({ id, familyId: id, state: 'succeeded', version: 1 })
      expect(await store.read.vaultRecord(payment?.vaultRecordId ?? '')).toBeDefined()
      expect(await store.read.events(id)).toHaveLength(1)
      const amounts = (await store.read.postingsOfFamily(id)).map(({ amountMinor }) => amountMinor)
      expect(amounts).toEqual([-10_000_000_000, 10_000_000_000])
    }
    await store.close()
  })

  it('breaks no constraint and no reference', async () => {
    const database = new Database(await seededFile(), { readonly: true })
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.pragma('foreign_key_check')).toEqual([])
    expect(database.prepare('SELECT count(*) FROM payment').pluck().get()).toBe(COUNT + 1)
    database.close()
  })
})

describe('seeded ids', () => {
  it('have the form of the gateway and ascend', () => {
    const ids = Array.from({ length: 1000 }, (_, index) => seededPaymentId(index + 1))
    expect(ids.every((id) => /^8ac7a4[0-9a-f]{26}$/.test(id))).toBe(true)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids.map((id) => id.slice(-7))).size).toBe(ids.length)
  })
})
