import type { Database } from 'better-sqlite3'
import { StoreError } from '../errors.ts'
import {
  type AppliedMigration,
  checksumOf,
  missingMigrations,
} from '../migrations/applied-migrations.ts'
import type { Migration } from '../migrations/migrations.ts'
import { createMigrationProgress, type MigrationProgress } from '../migrations/progress.ts'

/**
 * Brings a database to the last of `migrations`, all missing ones in one transaction, or leaves it
 * as it was. Foreign keys are off during this, because a table that others refer to has to be
 * dropped and rebuilt; all references are checked before the end. Throws `incompatible` when the
 * database has migrations that are unknown here or that read differently here (only the version
 * that made it, or a newer one, may open it), and when rows refer to missing rows.
 */
export function migrate(
  database: Database,
  migrations: readonly Migration[],
  onProgress: (message: string) => void = () => {},
): void {
  database.exec(BOOKKEEPING)
  // Within a transaction the engine takes no notice of it.
  database.pragma('foreign_keys = OFF')
  try {
    database.transaction(() => applyMissing(database, migrations, onProgress)).immediate()
  } finally {
    database.pragma('foreign_keys = ON')
  }
}

function applyMissing(
  database: Database,
  migrations: readonly Migration[],
  onProgress: (message: string) => void,
): void {
  const applied = database.prepare(APPLIED).all() as AppliedMigration[]
  const missing = missingMigrations(applied, migrations)
  // A new database has no rows to wait for.
  const progress = createMigrationProgress(applied.length > 0 ? onProgress : () => {})
  registerNotes(database, progress)
  for (const migration of missing) {
    progress.begin(migration)
    database.exec(migration.sql)
    database.prepare(RECORD).run(migration.number, migration.name, checksumOf(migration))
  }
  if (missing.length === 0) return
  assertReferences(database, progress)
}

/**
 * What migrations call to say how far they are: `note_row(table, count)` once for each row that they
 * copy, as a condition, because one statement may take minutes; `note_step(what)` between statements.
 */
function registerNotes(database: Database, progress: MigrationProgress): void {
  let rows = 0
  let table: unknown
  database.function('note_row', (copied: unknown, count: unknown) => {
    rows = copied === table ? rows + 1 : 1
    table = copied
    if (rows % ROWS_BETWEEN_LOOKS === 0) {
      progress.note(() => `${copied}, ${rows} of ${count} rows`)
    }
    return 1
  })
  database.function('note_step', (what: unknown) => {
    progress.note(() => String(what))
    return 1
  })
}

/** Looking at the time costs as much as the rest of a row's note. */
const ROWS_BETWEEN_LOOKS = 256

function assertReferences(database: Database, progress: MigrationProgress): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck()
  for (const table of tables.all() as string[]) {
    progress.note(() => `the references of ${table} are checked`)
    if (database.prepare(`PRAGMA foreign_key_check(${table})`).get() === undefined) continue
    throw new StoreError(
      'incompatible',
      `Rows of ${table} refer to ones that are not there: the schema was left as it was. ` +
        'Run tillgate check with the version that made the database.',
    )
  }
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
