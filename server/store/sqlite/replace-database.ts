import { existsSync } from 'node:fs'
import { link, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { syncFile } from './backup.ts'
import { openAlone } from './open-alone.ts'

/** The database cannot be read, so it is unknown whether it is open elsewhere. */
export class UnreadableError extends Error {}

export interface Replacement {
  readonly database: string
  /** A whole database in one file, in the same directory. It is renamed. */
  readonly by: string
  /** Where the old database is kept. */
  readonly keptAs: string
  /** Also when the old one cannot be read; see `UnreadableError`. */
  readonly evenUnreadable: boolean
}

/**
 * Replaces a database that is not open anywhere by another one, and keeps the old one. After a
 * power cut one of the two is in place, complete: the name is never free, because a gateway that
 * starts would make an empty database. Throws `InUseError` and `UnreadableError` before anything is
 * changed.
 */
export async function replaceDatabase(replacement: Replacement): Promise<void> {
  const { database, by, keptAs } = replacement
  if (!existsSync(database)) {
    await link(by, database)
  } else {
    const lock = await lockOf(replacement)
    try {
      if (lock === undefined) await moveLog(database, keptAs)
      await link(database, keptAs)
      await rename(by, database)
    } finally {
      lock?.close()
    }
  }
  await syncFile(dirname(database))
}

/**
 * Held until the new database is in place; an old log next to it would be read as the new one's.
 */
async function lockOf(replacement: Replacement): Promise<Database.Database | undefined> {
  const { database, evenUnreadable } = replacement
  let lock: Database.Database | undefined
  try {
    // The engine would throw the log of such a file away.
    if (!(await hasHeader(database))) throw new UnreadableError('This is no database')
    lock = openAlone(database)
    lock.pragma('journal_mode = DELETE')
    return lock
  } catch (cause) {
    lock?.close()
    if (!isUnreadable(cause)) throw cause
    if (evenUnreadable) return undefined
    throw new UnreadableError('The database cannot be read', { cause })
  }
}

async function hasHeader(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
    return buffer.toString('latin1') === HEADER
  } finally {
    await handle.close()
  }
}

/** How every database file begins. */
const HEADER = 'SQLite format 3\0'

function isUnreadable(error: unknown): boolean {
  if (error instanceof UnreadableError) return true
  return error instanceof Database.SqliteError && UNREADABLE.test(error.code)
}

const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN)/

async function moveLog(database: string, keptAs: string): Promise<void> {
  for (const ending of ['-wal', '-shm']) {
    if (existsSync(database + ending)) await rename(database + ending, keptAs + ending)
  }
}
