import type { Database } from 'better-sqlite3'
import { StoreError } from '../errors.ts'
import {
  type AppliedMigration,
  checksumOf,
  missingMigrations,
} from '../migrations/applied-migrations.ts'
import type { Migration } from '../migrations/migrations.ts'

/**
 * Brings a database to the last of `migrations`, all missing ones in one transaction, or leaves it as
 * it was. Foreign keys are off meanwhile, as a table that others refer to has to be dropped to be
 * built anew; all references are checked before the end. Throws `incompatible` when the database has
 * migrations that are unknown here or that read differently here (only the version that made it, or a
 * newer one, may open it), and when rows refer to ones that are not there.
 */
export function migrate(
  database: Database,
  migrations: readonly Migration[],
  onProgress: (message: string) => void = () => {},
): void {
  database.exec(BOOKKEEPING)
  database.function('note_row', rowNoter(onProgress))
  // Within a transaction the engine takes no notice of it.
  database.pragma('foreign_keys = OFF')
  try {
    database.transaction(() => applyMissing(database, migrations)).immediate()
  } finally {
    database.pragma('foreign_keys = ON')
  }
}

function applyMissing(database: Database, migrations: readonly Migration[]): void {
  const applied = database.prepare(APPLIED).all() as AppliedMigration[]
  const missing = missingMigrations(applied, migrations)
  for (const migration of missing) {
    database.exec(migration.sql)
    database.prepare(RECORD).run(migration.number, migration.name, checksumOf(migration))
  }
  if (missing.length > 0) assertReferences(database)
}

/**
 * What migrations call once for each row that they copy: says how far it is, as one statement may take
 * minutes. Answers 1, so that it can be a condition.
 */
function rowNoter(onProgress: (message: string) => void) {
  let rows = 0
  let table = ''
  let saidAtMs = performance.now()
  return (copied: unknown, total: unknown): 1 => {
    rows = copied === table ? rows + 1 : 1
    table = String(copied)
    if (rows % ROWS_BETWEEN_LOOKS === 0 && performance.now() - saidAtMs > PROGRESS_PACE_MS) {
      saidAtMs = performance.now()
      onProgress(`${table}: ${rows} of ${String(total)} rows`)
    }
    return 1
  }
}

/** An operator who waits should hear something every few seconds. */
const PROGRESS_PACE_MS = 2_000

/** The time is read for every so many rows: reading it costs as much as the rest of a row's note. */
const ROWS_BETWEEN_LOOKS = 256

function assertReferences(database: Database): void {
  const broken = database.prepare<[], { table: string }>('PRAGMA foreign_key_check').get()
  if (broken === undefined) return
  throw new StoreError(
    'incompatible',
    `Rows of ${broken.table} refer to ones that are not there: the schema was left as it was. ` +
      'Run tillgate check with the version that made the database.',
  )
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
