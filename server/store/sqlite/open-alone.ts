import Database from 'better-sqlite3'

/** The database is open elsewhere: a gateway runs on it, or a tool. */
export class InUseError extends Error {}

/**
 * Opens a database that no other connection has open, and keeps all others out until it is closed.
 * A connection in WAL mode holds a shared lock for as long as it is open, also while it is idle, so
 * the exclusive lock is refused while a gateway runs. Throws `InUseError` then.
 */
export function openAlone(file: string): Database.Database {
  const database = new Database(file, { fileMustExist: true, timeout: 0 })
  try {
    database.pragma('trusted_schema = OFF')
    database.pragma('locking_mode = EXCLUSIVE')
    // The lock is taken by the first write, and by the first read of a database in WAL mode.
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new InUseError('The database is in use', { cause: error })
    }
    throw error
  }
}
