import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { endOfLinks } from './end-of-links.ts'

/**
 * Opens the connection that writes, with the settings of R-DUR-1 and R-DUR-5. The library is built
 * with `synchronous=NORMAL` as its default in WAL mode, so FULL is set here and read back by a test.
 * A file that is not there yet is made readable by its owner alone, as are the files beside it, which
 * SQLite gives its mode.
 */
export function openWriter(file: string): Database.Database {
  createPrivate(file)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('trusted_schema = OFF')
  // What is deleted is overwritten in its page: the key of the vault opens card numbers (R-GONE-1).
  database.pragma('secure_delete = ON')
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  database.pragma(`journal_size_limit = ${JOURNAL_LIMIT_BYTES}`)
  return database
}

/**
 * What is there is not even opened: closing it again would end the locks that connections of this
 * process have on it (POSIX).
 */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(endOfLinks(file), 'wx', OWNER_ONLY))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Of a link that leads nowhere SQLite itself says that it cannot be opened.
    if (!['EEXIST', 'ENOENT', 'ELOOP'].includes(code)) throw error
  }
}

/** The files contain customers' data. */
const OWNER_ONLY = 0o600

/** Opens a connection that can only read, beside the one that writes. The file must be there. */
export function openReader(file: string): Database.Database {
  const database = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
  database.pragma('trusted_schema = OFF')
  return database
}

const BUSY_TIMEOUT_MS = 5000
/** About 32 MB of log before a passive checkpoint (R-DUR-5). */
const CHECKPOINT_PAGES = 8000
/** What a burst may leave of the log's file once it has been checkpointed. */
const JOURNAL_LIMIT_BYTES = 64 * 1024 * 1024
