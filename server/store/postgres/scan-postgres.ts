import pg from 'pg'
import { serversIn } from '../../../common/database-servers.ts'
import { StoreError } from '../errors.ts'
import { type AppliedMigration, missingMigrations } from '../migrations/applied-migrations.ts'
import { pageSql, type Scan, type ScanTable, type ScanValue, scannedRow } from '../scan.ts'
import { restoredText, storedText } from './cells.ts'
import { connect } from './connection.ts'
import { descriptionOf } from './faults.ts'
import { POSTGRES_LIMITS } from './limits.ts'
import { postgresMigrations } from './migrations/migrations.ts'

/**
 * Reads a whole database in one transaction, which sees one moment; a second session sees the same one
 * when two queries are asked together. Rejects with a `StoreError` `unavailable` when the database
 * cannot be reached.
 */
export async function openPostgresScan(url: string): Promise<Scan> {
  try {
    const primary = await primaryOf(url)
    const first = await openSession(primary)
    const { rows } = await first.query<{ name: string }>('SELECT pg_export_snapshot() AS name')
    return createScan(primary, first, rows[0]?.name ?? '')
  } catch (cause) {
    const message = `The database cannot be opened: ${descriptionOf(cause)}`
    throw new StoreError('unavailable', message, { cause })
  }
}

async function primaryOf(url: string): Promise<string> {
  if (serversIn(url).length < 2) return url
  const connection = await connect({ url, limits: POSTGRES_LIMITS, allowUnsafeCommit: true })
  await connection.end()
  return connection.url
}

/** A connection within a transaction that sees what it sees now, or what another session saw. */
async function openSession(url: string, snapshot?: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: SCANNER,
    connectionTimeoutMillis: POSTGRES_LIMITS.connectMs,
    keepAlive: true,
    types: { getTypeParser },
  })
  // The call that waits for an answer is rejected when the connection is lost.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(SESSION)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    if (snapshot !== undefined) {
      await client.query(`SET TRANSACTION SNAPSHOT ${client.escapeLiteral(snapshot)}`)
    }
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
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
const SESSION = `SET work_mem = '64MB'; SET jit = off`

function createScan(url: string, first: pg.Client, snapshot: string): Scan {
  const run = async (sql: string) => (await first.query(sql)).rows
  const sessions = createSessions(first, () => openSession(url, snapshot))
  return {
    sessions: MAX_SESSIONS,
    schema: async () => {
      const [table] = await run(`SELECT to_regclass('migration') IS NOT NULL AS "isThere"`)
      const applied: AppliedMigration[] = table?.isThere
        ? await run('SELECT number, name, checksum FROM migration ORDER BY number')
        : []
      missingMigrations(applied, postgresMigrations)
      return { applied: applied.length, known: postgresMigrations.length }
    },
    page: (table, after, limit) => readPage(first, table, [...(after ?? []), limit]),
    select: sessions.select,
    damage: async () => undefined,
    close: sessions.close,
  }
}

/** As many as a small server has cores: the other queries wait. */
const MAX_SESSIONS = 2

/**
 * Gives each query to the session with the fewest waiting queries; opens another session when all
 * are busy.
 */
function createSessions(first: pg.Client, openAnother: () => Promise<pg.Client>) {
  const queues = [createQueue(first)]
  let opening: Promise<unknown> | undefined

  async function openAll(): Promise<void> {
    while (queues.length < MAX_SESSIONS) queues.push(createQueue(await openAnother()))
  }

  return {
    async select(sql: string) {
      if (queues.every(({ waiting }) => waiting() > 0)) {
        // If the server has no free connection, the first session does all the work.
        opening ??= openAll().catch(() => {})
        await opening
      }
      return queues
        .reduce((least, queue) => (queue.waiting() < least.waiting() ? queue : least))
        .ask(sql)
    },

    async close(): Promise<void> {
      await opening
      await Promise.all(queues.map(({ end }) => end()))
    },
  }
}

/** One query after the other on one connection. */
function createQueue(client: pg.Client) {
  let count = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    waiting: () => count,
    async ask(sql: string) {
      count += 1
      const answer = last.then(() => client.query(sql))
      last = answer.catch(() => {})
      try {
        return (await answer).rows
      } finally {
        count -= 1
      }
    },
    end: () => client.end(),
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
