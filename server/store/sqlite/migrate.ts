import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { StoreError } from '../errors.ts'
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
      applied.forEach((row, index) => {
        assertKnown(row, migrations[index], migrations.length)
      })
      for (const migration of migrations.slice(applied.length)) {
        database.exec(migration.sql)
        database.prepare(RECORD).run(migration.number, migration.name, checksumOf(migration))
      }
    })
    .immediate()
}

interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

function assertKnown(
  applied: AppliedMigration,
  known: Migration | undefined,
  knownCount: number,
): void {
  if (known === undefined) {
    throw new StoreError(
      'incompatible',
      `The database is newer than this program: it has migration ${applied.number} ` +
        `(${applied.name}), this program knows ${knownCount}. Start the newer version.`,
    )
  }
  if (known.number !== applied.number || checksumOf(known) !== applied.checksum) {
    throw new StoreError(
      'incompatible',
      `Migration ${applied.number} (${applied.name}) of the database is not the one that this ` +
        'program knows: its checksum differs. Start the version that made the database.',
    )
  }
}

/** Line ends are made equal first: a checkout under Windows must open the same database. */
function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
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
