import {
  type AppliedMigration,
  checksumOf,
  missingMigrations,
} from '../migrations/applied-migrations.ts'
import type { Migration } from '../migrations/migrations.ts'
import { createMigrationProgress } from '../migrations/progress.ts'
import type { Connection } from './connection.ts'

/**
 * Brings a database to the last of `migrations`, all missing ones in one transaction, while every
 * other process that starts waits. Rejects with `incompatible`, see `missingMigrations`. The
 * connection must have no limit to how long an answer may take.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  onProgress: (message: string) => void = () => {},
): Promise<void> {
  await connection.run({ text: BEGIN })
  const { rows } = await connection.run({ text: APPLIED })
  const applied = rows as readonly unknown[] as readonly AppliedMigration[]
  // A new database has no rows to wait for.
  const progress = createMigrationProgress(applied.length > 0 ? onProgress : () => {})
  connection.onProgress((message) => progress.note(() => message))
  for (const migration of missingMigrations(applied, migrations)) {
    const { number, name } = migration
    progress.begin(migration)
    await connection.run({ text: migration.sql })
    await connection.run({ text: RECORD }, [number, name, checksumOf(migration)])
  }
  await connection.run({ text: 'COMMIT' })
}

/** The key of the lock is "till" in ASCII. */
const BEGIN = `
  BEGIN;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SELECT pg_advisory_xact_lock(1953066092);
  CREATE TABLE IF NOT EXISTS migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at_ms BIGINT NOT NULL
  )`

const APPLIED = 'SELECT number, name, checksum FROM migration ORDER BY number'

const RECORD = `
  INSERT INTO migration (number, name, checksum, applied_at_ms)
  VALUES ($1::integer, $2::text, $3::text, floor(extract(epoch FROM clock_timestamp()) * 1000))`
