import type { Database } from 'better-sqlite3'

/** The statements around a batch and around each change set in it. */
export interface Transaction {
  begin(): void
  commit(): void
  /** Ends what is left of a transaction that failed; the engine may have rolled it back itself. */
  abandon(): void
  /** Marks the place to which `undo` goes back; `release` forgets it, after `undo` as well. */
  mark(): void
  undo(): void
  release(): void
}

export function prepareTransaction(database: Database): Transaction {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const mark = database.prepare('SAVEPOINT change_set')
  const undo = database.prepare('ROLLBACK TO change_set')
  const release = database.prepare('RELEASE change_set')
  return {
    begin: () => void begin.run(),
    commit: () => void commit.run(),
    abandon: () => {
      if (database.inTransaction) rollback.run()
    },
    mark: () => void mark.run(),
    undo: () => void undo.run(),
    release: () => void release.run(),
  }
}
