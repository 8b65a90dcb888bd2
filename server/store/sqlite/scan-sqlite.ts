import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import { type AppliedMigration, missingMigrations } from '../migrations/applied-migrations.ts'
import { migrations } from '../migrations/migrations.ts'
import { pageSql, type Scan, type ScanTable, type ScanValue, scannedRow } from '../scan.ts'
import { openReader } from './connection.ts'
import { fileFault } from './file-faults.ts'
import { findDamage } from './integrity.ts'
import { openAlone } from './open-alone.ts'

export interface SqliteScanOptions {
  readonly file: string
  /** Lets no other process open the database meanwhile; see `openAlone`. */
  readonly alone?: boolean
  /** The built `integrity-worker.ts`, which looks for damage on a thread of its own; else on this one. */
  readonly integrityWorker?: URL
}

/**
 * Reads a whole database file, which must be there, in one transaction. What the engine
 * throws names the file and what to do where the file is the cause.
 */
export function openSqliteScan(options: SqliteScanOptions): Scan {
  const database = options.alone ? openAlone(options.file) : openReader(options.file)
  try {
    database.pragma(`cache_size = -${CACHE_KIB}`)
    database.exec('BEGIN')
    return createScan(database, options)
  } catch (error) {
    database.close()
    throw fileFault(error, options.file)
  }
}

function createScan(database: Database, { file, integrityWorker }: SqliteScanOptions): Scan {
  const named = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw fileFault(error, file)
    }
  }
  return {
    sessions: 1,
    schema: () =>
      named(() => {
        const applied = appliedMigrations(database)
        missingMigrations(applied, migrations)
        return { applied: applied.length, known: migrations.length }
      }),
    page: (table, after, limit) =>
      named(() => readPage(database, table, [...(after ?? []), limit])),
    select: (sql) => named(() => database.prepare<[], Record<string, ScanValue>>(sql).all()),
    damage: () =>
      named(() =>
        integrityWorker === undefined ? findDamage(file) : damageFoundBy(integrityWorker, file),
      ),
    close: async () => {
      database.close()
    },
  }
}

/** A fifth less time for a million payments. */
const CACHE_KIB = 64 * 1024

function readPage(database: Database, table: ScanTable, bound: readonly ScanValue[]) {
  const sql = pageSql(table, bound.length === 1, () => '?')
  const rows = database
    .prepare<unknown[], ScanValue[]>(sql)
    .raw()
    .all(...bound)
  return rows.map((row) => scannedRow(table, row))
}

function appliedMigrations(database: Database): AppliedMigration[] {
  const table = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'migration'`).get()
  if (table === undefined) return []
  return database
    .prepare<[], AppliedMigration>('SELECT number, name, checksum FROM migration ORDER BY number')
    .all()
}

async function damageFoundBy(url: URL, file: string): Promise<readonly string[]> {
  const [found] = await once(new Worker(url, { workerData: { file } }), 'message')
  return found as readonly string[]
}
