import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../kernel/settings/read-config.ts'
import { migrations } from '../store/migrations/migrations.ts'
import { connect } from '../store/postgres/connection.ts'
import { POSTGRES_LIMITS } from '../store/postgres/limits.ts'
import { migrate as migratePostgres } from '../store/postgres/migrate.ts'
import { postgresMigrations } from '../store/postgres/migrations/migrations.ts'
import { migrate } from '../store/sqlite/migrate.ts'
import { databaseFiles } from '../store/testing/database-files.ts'
import { usePostgres } from '../store/testing/postgres.ts'
import { startSystem } from './start.ts'

const newFile = databaseFiles()
const postgres = usePostgres()

/** The first version whose databases have a mark. */
const EARLIER = 5
const MARK = `INSERT INTO installation (id, environment, clock_seen_at_ms, version) VALUES ('1', 'live', 1, 1)`

interface Engine {
  readonly name: string
  /** The address of a database of an earlier version that a live gateway has served. */
  readonly make: () => Promise<string>
  /** How many migrations it has had. */
  readonly schema: (address: string) => Promise<number>
}

const pathOf = (address: string) => address.slice('sqlite:'.length)

const ENGINES: readonly Engine[] = [
  {
    name: 'SQLite',
    make: async () => {
      const file = newFile()
      const database = new Database(file)
      migrate(database, migrations.slice(0, EARLIER))
      database.exec(MARK)
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
    make: async () => {
      const url = await postgres.freshDatabase()
      const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: true })
      await migratePostgres(connection, postgresMigrations.slice(0, EARLIER))
      await connection.run({ text: MARK })
      await connection.end()
      return url
    },
    schema: async (url) => {
      const [row] = await postgres.run('SELECT count(*)::int AS count FROM migration', url)
      return Number(row?.count)
    },
  },
]

describe.each(ENGINES)('a database of a live gateway of an earlier version, on $name', (engine) => {
  it('is refused in test before its schema is changed', async () => {
    const address = await engine.make()
    const config = readConfig({
      TILLGATE_DATABASE_URL: address,
      TILLGATE_DATA_DIR: `${newFile()}-data`,
      TILLGATE_SHOP_PORT: '0',
    })
    if ('faults' in config) throw new Error(config.faults.join())
    const started = startSystem(config, new URL('../../dist/', import.meta.url))
    await expect(started).rejects.toThrow(
      /^A live gateway has served this database, and TILLGATE_ENV/,
    )
    expect(await engine.schema(address)).toBe(EARLIER)
  })
})
