import type { Database } from 'better-sqlite3'
import {
  type AppliedMigration,
  checksumOf,
  missingMigrations,
} from '../migrations/applied-migrations.ts'
import type { Migration } from '../migrations/migrations.ts'

/**
 * Brings a database to the last of `migrations`, all missing ones in one transaction.
 * Throws `incompatible` when the database has migrations that are unknown here or that read
 * differently here: only the version that made it, or a newer one, may open it.
 */
export function migrate(database: Database, migrations: readonly Migration[]): void {
  database.exec(BOOKKEEPING)
  database
    .transaction(() => {
      const applied = database.prepare(APPLIED).all() as AppliedMigration[]
      for (const migration of missingMigrations(applied, migrations)) {
        database.exec(migration.sql)
        database.prepare(RECORD).run(migration.number, migration.name, checksumOf(migration))
      }
    })
    .immediate()
}

const BOOKKEEPING = `
  CREATE TABLE IF NOT EXISTS migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at_ms INTEGER NOT NULL
  ) STRICT`

const APPLIED = 'SELECT number, name, checksum FROM migration ORDER BY number'

const RECORD = `
  INSERT INTO migration (number, name, checksum, applied_at_ms)
  VALUES (?, ?, ?, unixepoch() * 1000)`
