import type { Database } from 'better-sqlite3'

// Taken when the module loads, so that tests with fake timers do not stop the store.
const immediately = setImmediate

/** Answers reads of one connection together. */
export interface SharedReads {
  /** Resolves with what `read` answers, at the end of this turn of the event loop. */
  ask<Answer>(read: () => Answer): Promise<Answer>
  /** Answers all waiting reads at once. */
  answer(): void
}

/**
 * Answers all reads that are asked in one turn of the event loop at its end, in one read transaction.
 * Alone each one locks and unlocks the log with system calls, and finds SQLite's code and pages pushed
 * out of the processor's caches: under load the main thread needs 0.10 ms for a GET of a payment with
 * a transaction for each read, 0.06 ms so. A read sees all that was committed when it was asked.
 */
export function shareReads(database: Database): SharedReads {
  const begin = database.prepare('BEGIN')
  const commit = database.prepare('COMMIT')
  let asked: (() => void)[] = []

  function answer(): void {
    const reads = asked
    asked = []
    const isShared = reads.length > 1 && database.open
    if (isShared) begin.run()
    for (const read of reads) read()
    // A read that fails for the disk may have ended the transaction.
    if (isShared && database.inTransaction) commit.run()
  }

  return {
    ask: (read) =>
      new Promise((resolve, reject) => {
        if (asked.length === 0) immediately(answer)
        asked.push(() => {
          try {
            resolve(read())
          } catch (error) {
            reject(error)
          }
        })
      }),
    answer,
  }
}
