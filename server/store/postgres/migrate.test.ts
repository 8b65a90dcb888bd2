import { describe, expect, it, vi } from 'vitest'
import type { Migration } from '../migrations/migrations.ts'
import { usePostgres } from '../testing/postgres.ts'
import { payment } from '../testing/sample-rows.ts'
import { connect } from './connection.ts'
import { POSTGRES_LIMITS } from './limits.ts'
import { migrate } from './migrate.ts'
import { postgresMigrations } from './migrations/migrations.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const postgres = usePostgres()
const one: Migration = { number: 1, name: 'teas', sql: 'CREATE TABLE tea (name TEXT)' }
const two: Migration = { number: 2, name: 'cups', sql: 'CREATE TABLE cup (size TEXT)' }

async function migrateTo(url: string, ...runs: (readonly Migration[])[]): Promise<void> {
  for (const run of runs) {
    const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: false })
    try {
      await migrate(connection, run)
    } finally {
      await connection.end()
    }
  }
}

async function tablesIn(url: string): Promise<unknown[]> {
  const rows = await postgres.run(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() ORDER BY name`,
    url,
  )
  return rows.map(({ name }) => name)
}

describe('migrations of PostgreSQL', () => {
  it('run once each, on a new and on an older database', async () => {
    const url = await postgres.freshDatabase()
    await migrateTo(url, [one], [one, two], [one, two])
    expect(await tablesIn(url)).toEqual(['cup', 'migration', 'tea'])
  })

  it('run once when several processes start at the same time', async () => {
    const url = await postgres.freshDatabase()
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore({ url })))
    const row = payment()
    await stores[0]?.commit([{ kind: 'insertPayment', row }])
    for (const store of stores) {
      expect(await store.read.payment(row.id)).toEqual(row)
      await store.close()
    }
    const applied = await postgres.run('SELECT number FROM migration', url)
    expect(applied).toHaveLength(postgresMigrations.length)
  })

  it('report their progress', async () => {
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      nowMs += 2000
      return nowMs
    })
    const said: string[] = []
    const sql = `
      DO $$ BEGIN RAISE NOTICE USING MESSAGE = 'half', ERRCODE = 'TG001'; END $$;
      DO $$ BEGIN RAISE NOTICE 'words of the server itself'; END $$`
    const url = await postgres.freshDatabase()
    const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: false })
    await migrate(connection, [one], (message) => said.push(message))
    await migrate(connection, [one, { ...two, sql }], (message) => said.push(message))
    await connection.end()
    vi.restoreAllMocks()
    expect(said).toEqual(['schema 2 (cups) begins', 'schema 2 (cups): half'])
  })

  it('refuse a database that is newer than the program', async () => {
    const url = await postgres.freshDatabase()
    await migrateTo(url, [one, two])
    await expect(migrateTo(url, [one])).rejects.toMatchObject({
      code: 'incompatible',
      message: expect.stringContaining('it has migration 2 (cups), this program knows 1'),
    })
  })

  it('refuse a database whose migration reads differently', async () => {
    const url = await postgres.freshDatabase()
    await migrateTo(url, [one])
    await expect(migrateTo(url, [{ ...one, sql: 'CREATE TABLE tea ()' }])).rejects.toThrow(
      'its checksum differs',
    )
  })

  it('leave the database as it was when one of them fails', async () => {
    const url = await postgres.freshDatabase()
    const broken = { number: 2, name: 'broken', sql: 'CREATE TABLE cup (size TEXT); NONSENSE' }
    await expect(migrateTo(url, [one, broken])).rejects.toThrow('syntax error')
    expect(await tablesIn(url)).toEqual([])
  })

  it('are numbered without a gap', () => {
    const numbers = postgresMigrations.map(({ number }) => number)
    expect(numbers).toEqual(postgresMigrations.map((_, index) => index + 1))
  })
})

describe('the tables of PostgreSQL', () => {
  it('refuse changes of events and postings', async () => {
    const url = await postgres.freshDatabase()
    await (await openPostgresStore({ url })).close()
    for (const table of ['payment_event', 'posting']) {
      const change = postgres.run(`UPDATE ${table} SET at_ms = 0`, url)
      await expect(change).rejects.toThrow(`rows of ${table} are not to be changed or deleted`)
    }
  })

  it.each(['payment', 'payment_event', 'posting', 'vault_key'])(
    'refuse the deletion of a %s',
    async (table) => {
      const url = await postgres.freshDatabase()
      await (await openPostgresStore({ url })).close()
      for (const change of [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
        await expect(postgres.run(change, url)).rejects.toThrow('not to be changed or deleted')
      }
    },
  )
})
