import { type EventEmitter, once } from 'node:events'
import type { MessagePort, Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import { openWriter } from './connection.ts'

/**
 * After about so many pages the log is copied into the database (R-DUR-5): before the connection does
 * it itself within a commit, which is left for where the thread is gone.
 */
const PAGES_BETWEEN = 7000
/**
 * What a batch writes at most: the ends of all trees, and two pages for each payment of 1.7 kB of text.
 * Measured under load, the log has three quarters of that.
 */
const PAGES_OF_BATCH = 10
const CHARS_PER_PAGE = 850

/**
 * So long after a deletion of card numbers the log is emptied, which still has them: with all that was deleted
 * until then, and again where a long read keeps it from being empty. In milliseconds.
 */
const EMPTY_AFTER_MS = 10_000

/** How long emptying waits for a read, and commits for it, in milliseconds. */
const EMPTYING_WAITS_MS = 50

/** As they stand in the text of a batch. */
const DELETIONS = [
  '["wipeVaultRecord",',
  '["deleteVaultRecord",',
  '["maskSettlementLine",',
  '["maskSettlementBatch",',
]

/** Whether a batch deletes card numbers. */
export function deletesNumbers(batch: string): boolean {
  return DELETIONS.some((kind) => batch.includes(kind))
}

/**
 * Copies the whole log into the database and cuts its file to nothing; answers whether that was possible beside
 * the reads of others (R-GONE-1).
 */
export function emptyLog(database: Pick<Database, 'pragma'>): boolean {
  database.pragma(`busy_timeout = ${EMPTYING_WAITS_MS}`)
  // Most of it is copied before commits have to wait.
  database.pragma('wal_checkpoint(PASSIVE)')
  const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
  return result?.busy === 0
}

/** The part of a thread that is asked for checkpoints: a text to it, one back when it has done it. */
export type CheckpointThread = EventEmitter & Pick<Worker, 'postMessage' | 'unref'>

export interface Checkpoints {
  /** Takes note of a batch that was committed. */
  committed(batch: string): void
  /** Resolves when no copy is running: the connection may be closed. */
  close(): Promise<void>
}

/**
 * Has the log copied by a thread of its own. Within a commit the copy takes 50 to 100 ms, in which
 * no request is answered: a tenth of what a busy gateway can do. The writer itself only copies what
 * was written meanwhile, so that the log can start again from its beginning. The thread starts when
 * it is first needed; if it fails, commits copy the log themselves.
 */
export function createCheckpoints(
  database: Pick<Database, 'pragma'>,
  start: () => CheckpointThread,
): Checkpoints {
  let pages = 0
  let isCopying = false
  let isGone = false
  let thread: CheckpointThread | undefined
  let emptying: NodeJS.Timeout | undefined

  function started(): CheckpointThread {
    const fresh = start()
    fresh.on('message', (done: string) => {
      if (done === 'emptied') return
      if (done === 'busy') {
        emptySoon()
        return
      }
      isCopying = false
      database.pragma('wal_checkpoint(PASSIVE)')
    })
    fresh.on('error', () => {
      isGone = true
    })
    fresh.unref()
    return fresh
  }

  function emptySoon(): void {
    emptying ??= setTimeout(() => {
      emptying = undefined
      if (isGone) return
      thread ??= started()
      thread.postMessage('empty')
    }, EMPTY_AFTER_MS).unref()
  }

  return {
    committed(batch) {
      if (deletesNumbers(batch)) emptySoon()
      pages += PAGES_OF_BATCH + Math.ceil(batch.length / CHARS_PER_PAGE)
      if (pages < PAGES_BETWEEN || isCopying || isGone) return
      pages = 0
      isCopying = true
      thread ??= started()
      thread.postMessage('copy')
    },
    async close() {
      clearTimeout(emptying)
      if (thread === undefined || isGone) return
      const ended = once(thread, 'exit')
      thread.postMessage('')
      await ended
    },
  }
}

/** The other side: copies or empties the log when it is asked to, and ends with `''`. */
export function serveCheckpoints(port: MessagePort, file: string): void {
  const database = openWriter(file)
  port.on('message', (asked: string) => {
    if (asked === '') {
      database.close()
      port.close()
      return
    }
    if (asked === 'empty') {
      port.postMessage(emptyLog(database) ? 'emptied' : 'busy')
      return
    }
    database.pragma('wal_checkpoint(PASSIVE)')
    port.postMessage('copied')
  })
}
