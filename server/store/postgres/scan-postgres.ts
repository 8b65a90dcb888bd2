import pg from 'pg'
import { StoreError } from '../errors.ts'
import { type AppliedMigration, missingMigrations } from '../migrations/applied-migrations.ts'
import { pageSql, type Scan, type ScanTable, type ScanValue, scannedRow } from '../scan.ts'
import { restoredText, storedText } from './cells.ts'
import { descriptionOf } from './faults.ts'
import { POSTGRES_LIMITS } from './limits.ts'
import { postgresMigrations } from './migrations/migrations.ts'

/**
 * Reads a whole database in one transaction, which sees one moment. Rejects with a `StoreError`
 * `unavailable` when the database cannot be reached.
 */
export async function openPostgresScan(url: string): Promise<Scan> {
  const client = new pg.Client({
    connectionString: url,
    application_name: SCANNER,
    connectionTimeoutMillis: POSTGRES_LIMITS.connectMs,
    keepAlive: true,
    types: { getTypeParser },
  })
  // A lost connection is heard by whoever waits for an answer.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(SESSION)
    // Not READ ONLY, which would forbid the temporary tables of `keep` as well.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  } catch (cause) {
    await client.end().catch(() => {})
    const message = `The database cannot be opened: ${descriptionOf(cause)}`
    throw new StoreError('unavailable', message, { cause })
  }
  return createScan(client)
}

/** How many sessions of gateways the database has. */
export async function countGateways(scan: Scan): Promise<number> {
  const [row] = await scan.select(`
    SELECT count(*) AS gateways FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'tillgate'`)
  return Number(row?.gateways ?? 0)
}

const SCANNER = 'tillgate-scan'

/** Joins and sorts of a whole database, on a connection that nobody else uses. */
const SESSION = `SET work_mem = '64MB'; SET temp_buffers = '64MB'; SET jit = off`

function createScan(client: pg.Client): Scan {
  const run = async (sql: string) => (await client.query(sql)).rows
  return {
    schema: async () => {
      const [table] = await run(`SELECT to_regclass('migration') IS NOT NULL AS "isThere"`)
      const applied: AppliedMigration[] = table?.isThere
        ? await run('SELECT number, name, checksum FROM migration ORDER BY number')
        : []
      missingMigrations(applied, postgresMigrations)
      return { applied: applied.length, known: postgresMigrations.length }
    },
    page: (table, after, limit) => readPage(client, table, [...(after ?? []), limit]),
    select: run,
    keep: async (name, columns, from) => {
      const selected = Object.entries(columns).map(([column, value]) => `${value} AS ${column}`)
      await run(`CREATE TEMP TABLE ${name} AS SELECT ${selected.join(', ')} FROM ${from}`)
      // No index: joins with it are hashed as long as its size is known.
      await run(`ANALYZE ${name}`)
    },
    damage: async () => undefined,
    close: () => client.end(),
  }
}

async function readPage(client: pg.Client, table: ScanTable, bound: readonly ScanValue[]) {
  const text = pageSql(table, bound.length === 1, (position) => `$${position}`)
  const { rows } = await client.query<ScanValue[]>({
    text,
    values: bound.map((value) => (typeof value === 'string' ? storedText(value) : value)),
    rowMode: 'array',
  })
  return rows.map((row) => scannedRow(table, row))
}

/** Amounts and times are safe integers by the tables' checks, sums by the rules about them. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  if (type === pg.types.builtins.INT8 || type === pg.types.builtins.NUMERIC) return Number
  if (type === pg.types.builtins.TEXT) return restoredText
  return pg.types.getTypeParser(type, format)
}
