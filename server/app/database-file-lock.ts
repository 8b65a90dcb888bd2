import { realpath } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { fileFault } from '../store/sqlite/file-faults.ts'

/** How long a start waits for a gateway that is stopping, or for another start; in milliseconds. */
const LOCK_WAIT_MS = 500

/** The lock on one SQLite file, until it is released or the process ends, also by a kill. */
export interface DatabaseFileLock {
  release(): void
}

/**
 * Makes this process the only gateway on a SQLite file; throws a sentence for the operator when
 * another gateway runs on it. Locks an empty database next to the file, so that `tillgate` commands can
 * still use the file itself. The operating system ends the lock with the process, also after a kill; a
 * lock file that remains has no effect.
 */
export async function lockDatabaseFile(file: string): Promise<DatabaseFileLock> {
  // A link and its target are the same database.
  const path = await realpath(file).catch(() => file)
  const lock = openLock(`${path}.gateway`)
  try {
    // An empty database gets its first page with the lock: its journal would outlive a killed process.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) {
      throw error
    }
    throw new Error(
      `another gateway runs on ${file}, and a SQLite file serves one: end that one, set TILLGATE_DATA_DIR to another directory, or let both share a PostgreSQL (TILLGATE_DATABASE_URL)`,
      { cause: error },
    )
  }
  return { release: () => void lock.close() }
}

function openLock(file: string): Database.Database {
  try {
    return new Database(file, { timeout: LOCK_WAIT_MS })
  } catch (error) {
    throw fileFault(error, file)
  }
}
