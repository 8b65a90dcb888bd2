import { StoreError } from '../errors.ts'

/** What has to be known about a server and about the session that was opened on it. */
export interface ServerFacts {
  /** Process of the session, and when it began: together they are never used again. */
  readonly backendId: number
  readonly backendStart: string
  readonly versionNumber: number
  readonly versionName: string
  readonly encoding: string
  readonly synchronousCommit: string
  readonly fsync: string
  readonly readOnly: string
}

export const SERVER_FACTS = `
  SELECT pid AS "backendId", extract(epoch FROM backend_start)::text AS "backendStart",
    current_setting('server_version_num')::int AS "versionNumber",
    current_setting('server_version') AS "versionName",
    current_setting('server_encoding') AS encoding,
    current_setting('synchronous_commit') AS "synchronousCommit",
    current_setting('fsync') AS fsync,
    current_setting('transaction_read_only') AS "readOnly"
  FROM pg_stat_activity WHERE pid = pg_backend_pid()`

/** Of a primary; its control file still has the old one for a while after a promotion. */
export const TIMELINE = `
  SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline`

/** The first with `pg_terminate_backend` that waits, which the way out of a lost COMMIT needs. */
const OLDEST_VERSION = 140_000

/**
 * Throws `incompatible` for a server that cannot hold the tables or forgets what it acknowledged
 * (R-DUR-4), and an Error for a standby, which may be promoted in a moment.
 */
export function assertUsable(facts: ServerFacts, allowUnsafeCommit: boolean): void {
  if (facts.versionNumber < OLDEST_VERSION) {
    throw incompatible(`The server is PostgreSQL ${facts.versionName}; 14 or later is needed.`)
  }
  if (facts.encoding !== 'UTF8') {
    throw incompatible(
      `The database has the encoding ${facts.encoding}; make one with ENCODING 'UTF8'.`,
    )
  }
  if (facts.readOnly !== 'off') throw new Error('The database is a standby or read only')
  if (allowUnsafeCommit) return
  for (const [setting, value] of [
    ['synchronous_commit', facts.synchronousCommit],
    ['fsync', facts.fsync],
  ] as const) {
    if (value === 'off') throw incompatible(unsafe(setting))
  }
}

function unsafe(setting: string): string {
  return (
    `The database runs with ${setting}=off: a power cut would lose payments that were ` +
    `acknowledged. Set ${setting}=on in postgresql.conf or for the role; ` +
    'TILLGATE_ALLOW_UNSAFE_COMMIT=true takes the risk.'
  )
}

function incompatible(message: string): StoreError {
  return new StoreError('incompatible', message)
}
