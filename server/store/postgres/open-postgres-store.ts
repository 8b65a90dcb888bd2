import { assertBalanced } from '../balance.ts'
import { StoreError } from '../errors.ts'
import { GroupCommitter } from '../group-committer.ts'
import type { AskDatabase, Store } from '../port.ts'
import { COMMIT_MARKS, DELETE_OLD_MARKS } from './commit-mark.ts'
import { type Connection, type ConnectionOptions, connect } from './connection.ts'
import { descriptionOf, lacksRight } from './faults.ts'
import {
  LONG_READERS,
  MAX_READ_MS,
  POSTGRES_LIMITS,
  type PostgresLimits,
  READERS,
} from './limits.ts'
import { Link } from './link.ts'
import { migrate } from './migrate.ts'
import { postgresMigrations } from './migrations/migrations.ts'
import { createNumberKeyTable, KEPT_NUMBER_KEYS } from './number-key-table.ts'
import { Outage } from './outage.ts'
import { Readers } from './readers.ts'
import { createReads } from './reads.ts'
import { DatabaseServers } from './servers.ts'
import { openWriter } from './sessions.ts'
import { createShortLivedKeyTable, SHORT_LIVED_KEYS } from './short-lived-keys.ts'
import { createTimerClaims } from './timer-claims.ts'
import { WaveWriter } from './wave-writer.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port,host:port/database`; it appears in no message. */
  readonly url: string
  /** Accepts a server that may lose acknowledged commits. */
  readonly allowUnsafeCommit?: boolean
  readonly limits?: Partial<PostgresLimits>
  /** Called every few seconds with the progress of a schema change. */
  readonly onProgress?: (message: string) => void
  /** Called before the schema is changed; rejects with a `StoreError` to refuse. */
  readonly assertMayChange?: (ask: AskDatabase) => Promise<void>
  /** Called when a database that could not be reached is reached again, with how long that was, in milliseconds. */
  readonly onBack?: (lastedMs: number) => void
  /** Called for each connection by TLS with the end of the server's certificate, in milliseconds since 1970. */
  readonly onServerCertificate?: (endsAtMs: number) => void
}

/**
 * Opens the database and brings its schema up to date; any number of processes may have it open.
 * Rejects with a `StoreError`: `unavailable` when it cannot be reached, `incompatible` for a database
 * of another version and for a server that cannot be trusted with money.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const limits = { ...POSTGRES_LIMITS, ...options.limits }
  const { url, allowUnsafeCommit = false, onServerCertificate } = options
  const servers = new DatabaseServers(url)
  const connection = { url, servers, limits, allowUnsafeCommit, onServerCertificate }
  await prepareSchema(connection, options)
  return createStore(connection, options.onBack)
}

async function prepareSchema(
  options: ConnectionOptions,
  { onProgress, assertMayChange }: PostgresStoreOptions,
): Promise<void> {
  try {
    const limits = { ...options.limits, answerMs: NO_LIMIT }
    const connection = await connect({ ...options, limits })
    try {
      await assertMayChange?.((table, sql) => countRows(connection, table, sql))
      await migrate(connection, postgresMigrations, onProgress)
      await createOwnTables(connection)
    } finally {
      await connection.end()
    }
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    const advice = lacksRight(cause) ? `. ${RIGHTS}` : ''
    const message = `The database cannot be opened: ${descriptionOf(cause)}${advice}`
    throw new StoreError('unavailable', message, { cause })
  }
}

async function countRows(connection: Connection, table: string, sql: string): Promise<number> {
  const found = await connection.run(
    { text: 'SELECT 1 FROM pg_class WHERE oid = to_regclass($1::text)' },
    [table],
  )
  return found.rows.length === 0 ? 0 : (await connection.run({ text: sql })).rows.length
}

const RIGHTS =
  'The role in TILLGATE_DATABASE_URL must own the database, or own the tables in it and have CONNECT on it ' +
  'and USAGE and CREATE on its schema public, which PostgreSQL gives to the owner alone from version 15 on: ' +
  'docs/operations.md has the statements'

/** Two processes that start at once may both find one missing: the second one finds it when it tries again. */
async function createOwnTables(connection: Connection): Promise<void> {
  for (const text of [SHORT_LIVED_KEYS, KEPT_NUMBER_KEYS, COMMIT_MARKS]) {
    const create = () => connection.run({ text })
    await create().catch(create)
  }
  await connection.run(DELETE_OLD_MARKS)
}

/** Not that of the transaction: the one of this moment. */
const TIME = {
  name: 'time',
  text: `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`,
}

/** A change of the schema may take as long as the tables are large. */
const NO_LIMIT = 0

function createStore(options: ConnectionOptions, onBack: PostgresStoreOptions['onBack']): Store {
  const { pauseMs } = options.limits
  const outage = new Outage(options.limits, onBack)
  const writer = new Link({ open: (lost) => openWriter(options, lost), outage, pauseMs })
  const readers = new Readers(READERS, { open: () => connect(options), outage, pauseMs })
  const longReaders = new Readers(LONG_READERS, {
    open: () => connect({ ...options, statementMs: MAX_READ_MS }),
    outage,
    pauseMs,
  })
  const committer = new GroupCommitter(new WaveWriter(writer))
  let closed: Promise<void> | undefined

  async function close(): Promise<void> {
    await committer.stop()
    await Promise.all([writer.close(), readers.close(), longReaders.close()])
  }

  return {
    commit: async (changes) => {
      assertBalanced(changes)
      return committer.commit(changes)
    },
    claimTimers: createTimerClaims(readers),
    read: createReads(readers, longReaders),
    shortLivedKeys: createShortLivedKeyTable(readers),
    numberKeys: createNumberKeyTable(readers),
    time: async () => {
      const [row] = await readers.rows<{ readonly nowMs: number }>(TIME)
      if (row === undefined) throw new StoreError('broken', 'The database does not tell its time')
      return row.nowMs
    },
    ping: async () => {
      await outage.withoutWaiting(() => committer.commit([]))
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}
