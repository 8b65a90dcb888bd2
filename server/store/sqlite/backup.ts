import { open } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { openReader } from './connection.ts'

/** Pages copied before the event loop turns once: 4 MB. */
const PAGES_AT_ONCE = 1000

/**
 * Copies a database into a new file while other connections write to it. The copy is the database
 * of the moment at which it began: a read transaction keeps that moment, otherwise each commit of
 * another connection would restart the copy. The copy is one complete file, readable by its owner
 * alone, and synced.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const draft = await open(to, 'wx', 0o600)
  await draft.close()
  const source = openReader(from)
  try {
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await source.backup(to, { progress: () => PAGES_AT_ONCE })
  } finally {
    source.close()
  }
  leaveWalMode(to)
  await syncFile(to)
}

/** A database in WAL mode is three files, of which a copy of one may be an old state. */
export function leaveWalMode(file: string): void {
  const database = new Database(file, { fileMustExist: true })
  try {
    database.pragma('journal_mode = DELETE')
  } finally {
    database.close()
  }
}

/** Makes a file, or the names in a directory, durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
