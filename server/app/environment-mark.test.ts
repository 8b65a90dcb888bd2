import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { readConfig } from '../kernel/settings/read-config.ts'
import { migrations } from '../store/migrations/migrations.ts'
import { connect } from '../store/postgres/connection.ts'
import { POSTGRES_LIMITS } from '../store/postgres/limits.ts'
import { migrate as migratePostgres } from '../store/postgres/migrate.ts'
import { postgresMigrations } from '../store/postgres/migrations/migrations.ts'
import { migrate } from '../store/sqlite/migrate.ts'
import { databaseFiles } from '../store/testing/database-files.ts'
import { usePostgres } from '../store/testing/postgres.ts'
import { LIVE_VAULT_KEY } from '../testing/live-key.ts'
import { keepRehearsalApart, markLive } from './environment-mark.ts'
import { startSystem } from './start.ts'

const newFile = databaseFiles()
const postgres = usePostgres()

/** The first version whose databases have a mark. */
const EARLIER = 5
const MARK = `INSERT INTO installation (id, environment, clock_seen_at_ms, version) VALUES ('1', 'live', 1, 1)`
const REHEARSAL = MARK.replace("'1'", "'rehearsal'")
const LIVE = {
  TILLGATE_ENV: 'live',
  TILLGATE_BASE_URL: 'https://pay.shop.example',
  TILLGATE_VAULT_KEY: LIVE_VAULT_KEY,
  TILLGATE_TRUST_PROXY: '10.0.0.1',
}
const DEMO = `INSERT INTO entity (id, kind, name, active, settings, created_at_ms, version)
  VALUES ('${'1'.repeat(32)}', 'psp', 'Tillgate demo', true, '{}', 1, 1)`

interface Engine {
  readonly name: string
  /** The address of a database of an earlier version, with a row. */
  readonly make: (row: string) => Promise<string>
  /** How many migrations it has had. */
  readonly schema: (address: string) => Promise<number>
}

const pathOf = (address: string) => address.slice('sqlite:'.length)

const ENGINES: readonly Engine[] = [
  {
    name: 'SQLite',
    make: async (row) => {
      const file = newFile()
      const database = new Database(file)
      migrate(database, migrations.slice(0, EARLIER))
      database.exec(row)
      database.close()
      return `sqlite:${file}`
    },
    schema: async (address) => {
      const database = new Database(pathOf(address))
      const count = database.prepare('SELECT count(*) FROM migration').pluck().get()
      database.close()
      return Number(count)
    },
  },
  {
    name: 'PostgreSQL',
    make: async (row) => {
      const url = await postgres.freshDatabase()
      const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: true })
      await migratePostgres(connection, postgresMigrations.slice(0, EARLIER))
      await connection.run({ text: row })
      await connection.end()
      return url
    },
    schema: async (url) => {
      const [row] = await postgres.run('SELECT count(*)::int AS count FROM migration', url)
      return Number(row?.count)
    },
  },
]

describe.each(ENGINES)('a database of an earlier version, on $name', (engine) => {
  it.each([
    ['test', MARK, {}, /^A live gateway has served this database, and TILLGATE_ENV/],
    [
      'live',
      DEMO,
      LIVE,
      /^The test environment has made this database. Set TILLGATE_ALLOW_TEST_DATABASE/,
    ],
    [
      'live, without the setting of its rehearsal',
      REHEARSAL,
      LIVE,
      /^This database is that of a rehearsal/,
    ],
    ['test, though a rehearsal has served it', REHEARSAL, {}, /^A live gateway has served/],
    [
      'a rehearsal of live',
      MARK,
      { ...LIVE, TILLGATE_REHEARSAL: 'true' },
      /^A live gateway has served this database: a rehearsal/,
    ],
  ])(
    'is refused in %s before its schema is changed where it is of the other environment',
    async (_, row, env, refusal) => {
      const address = await engine.make(row)
      const config = readConfig({
        TILLGATE_DATABASE_URL: address,
        TILLGATE_DATA_DIR: `${newFile()}-data`,
        TILLGATE_SHOP_PORT: '0',
        ...env,
      })
      if ('faults' in config) throw new Error(config.faults.join())
      const started = startSystem(config, new URL('../../dist/', import.meta.url))
      await expect(started).rejects.toThrow(refusal)
      expect(await engine.schema(address)).toBe(EARLIER)
    },
  )
})

describe('the mark of a rehearsal', () => {
  const clock = { now: () => 1 }

  it('keeps live away, also where both start on a new database at once', async () => {
    const store = openMemoryStore()
    await markLive(store, clock, { rehearsal: true })
    await markLive(store, clock, { rehearsal: true })
    await expect(markLive(store, clock, { rehearsal: false })).rejects.toThrow('of a rehearsal')
    const live = { environment: 'live', rehearsal: false } as const
    await expect(keepRehearsalApart(store, live)).rejects.toThrow('of a rehearsal')
    await keepRehearsalApart(store, { ...live, rehearsal: true })
    const other = openMemoryStore()
    await markLive(other, clock, { rehearsal: false })
    await expect(markLive(other, clock, { rehearsal: true })).rejects.toThrow('one of its own')
  })
})
