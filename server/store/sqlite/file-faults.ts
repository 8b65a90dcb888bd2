import Database from 'better-sqlite3'
import { StoreError } from '../errors.ts'

const DAMAGED =
  'is damaged: stop the gateway, keep a copy of the file, and put a backup in its place (tillgate restore FILE); without one, the .recover command of sqlite3 saves what can still be read'

/** What an operator does about a database file that is damaged. */
export function damageSentence(file: string): string {
  return `file ${file} ${DAMAGED}`
}

/**
 * What SQLite says of a file as a whole, in a sentence that names the file and the way out; anything
 * else as it is. Values of rows never stand in what SQLite says.
 */
export function fileFault(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const what = fileFaultText(error.code)
  if (what === undefined) return error
  const message = `the database file ${file} ${what} (SQLite: ${error.message})`
  return new StoreError('broken', message, { cause: error })
}

function fileFaultText(code: string): string | undefined {
  const [, kind] = code.split('_')
  switch (kind) {
    case 'CORRUPT':
      return DAMAGED
    case 'NOTADB':
      return 'is no SQLite database, or its first page is damaged: see that TILLGATE_DATABASE_URL or TILLGATE_DATA_DIR names the right one, or put a backup in its place (tillgate restore FILE)'
    case 'CANTOPEN':
    case 'PERM':
    case 'AUTH':
      return "cannot be opened: let the gateway's user read and write it and its directory (TILLGATE_DATABASE_URL or TILLGATE_DATA_DIR)"
    case 'READONLY':
      return "cannot be written: let the gateway's user write it and its directory (TILLGATE_DATABASE_URL or TILLGATE_DATA_DIR)"
    case 'IOERR':
    case 'FULL':
      return 'cannot be read or written: look at the disk, which may be full or broken'
    default:
      return undefined
  }
}
