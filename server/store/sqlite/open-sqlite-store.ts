import type { Database } from 'better-sqlite3'
import { assertBalanced } from '../balance.ts'
import { claimBySteps } from '../claim-by-steps.ts'
import { GroupCommitter } from '../group-committer.ts'
import { migrations } from '../migrations/migrations.ts'
import { createNumberKeyFolder, numberKeyFolder } from '../number-key-folder.ts'
import type { AskDatabase, Store } from '../port.ts'
import type { BatchSink } from './batch.ts'
import { createBatchWriter } from './batch-writer.ts'
import { deletesNumbers, emptyLog } from './checkpoints.ts'
import { openReader, openWriter } from './connection.ts'
import { fileFault } from './file-faults.ts'
import { watchLog } from './log-watch.ts'
import { migrate } from './migrate.ts'
import { createReaderThread, type ReaderThread } from './reader-thread.ts'
import { createReads } from './reads.ts'
import { shareReads } from './shared-reads.ts'
import { createShortLivedKeyFile, shortLivedKeyFile } from './short-lived-key-file.ts'
import { textBatches } from './text-batches.ts'
import { startWorkerSink } from './worker-sink.ts'

export interface SqliteStoreOptions {
  /** Path of the database file; its directory must exist. */
  readonly file: string
  /** `worker`: the built `worker.ts` at `url`, for production. `inline`: for tests and tools. */
  readonly committer: { readonly kind: 'inline' } | { readonly kind: 'worker'; readonly url: URL }
  /** The built `reader-worker.ts`, for production; absent: long reads run on the calling thread. */
  readonly readerUrl?: URL
  /**
   * Called with a sentence that an operator should know: the write-ahead log is too large
   * (R-DUR-5).
   */
  readonly onAlarm?: (message: string) => void
  /** Called every few seconds with the progress of a schema change. */
  readonly onProgress?: (message: string) => void
  /** Called before the schema is changed; rejects with a `StoreError` to refuse. */
  readonly assertMayChange?: (ask: AskDatabase) => Promise<void>
  /** Size of the write-ahead log that is an alarm; 256 MiB unless it is given. */
  readonly logAlarmBytes?: number
}

/**
 * Opens the database, makes it if it is not there, brings its schema up to date and starts the
 * committer. Rejects with a `StoreError`: `incompatible` for a database of another version, `broken`
 * for a file that is damaged or cannot be used.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  try {
    return await open(options)
  } catch (error) {
    throw fileFault(error, options.file)
  }
}

async function open(options: SqliteStoreOptions): Promise<Store> {
  const writer = openWriter(options.file)
  let reader: Database | undefined
  try {
    await options.assertMayChange?.(async (table, sql) => countRows(writer, table, sql))
    migrate(writer, migrations, options.onProgress)
    reader = openReader(options.file)
    return createStore(
      options.file,
      reader,
      watched(options, await startSink(options, writer)),
      threadOf(options),
    )
  } catch (error) {
    reader?.close()
    writer.close()
    throw error
  }
}

function countRows(database: Database, table: string, sql: string): number {
  const found = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table)
  return found === undefined ? 0 : database.prepare(sql).all().length
}

async function startSink(options: SqliteStoreOptions, writer: Database): Promise<BatchSink> {
  if (options.committer.kind === 'inline') return createInlineSink(writer)
  const sink = await startWorkerSink(options.committer.url, options.file)
  writer.close()
  return sink
}

/** Writes on the calling thread. For tests and tools; the connection is closed with the sink. */
function createInlineSink(database: Database): BatchSink {
  const writeBatch = createBatchWriter(database)
  let hasDeleted = false
  return {
    write: async (batch) => {
      hasDeleted ||= deletesNumbers(batch)
      return writeBatch(batch)
    },
    close: async () => {
      // A gateway may run beside a command: the last connection that closes empties the log by itself.
      if (hasDeleted) emptyLog(database)
      database.close()
    },
  }
}

function threadOf({ readerUrl, file }: SqliteStoreOptions): ReaderThread | undefined {
  return readerUrl && createReaderThread(readerUrl, file)
}

function watched({ file, onAlarm, logAlarmBytes }: SqliteStoreOptions, sink: BatchSink): BatchSink {
  if (onAlarm === undefined) return sink
  return watchLog(sink, {
    file,
    onAlarm,
    ...(logAlarmBytes === undefined ? {} : { limitBytes: logAlarmBytes }),
  })
}

function createStore(
  file: string,
  reader: Database,
  sink: BatchSink,
  thread: ReaderThread | undefined,
): Store {
  const committer = new GroupCommitter(textBatches(sink))
  const shared = shareReads(reader)
  let closed: Promise<void> | undefined

  async function close(): Promise<void> {
    await committer.stop()
    await thread?.close()
    // The connection that writes is closed last: the last one empties the log into the database.
    shared.answer()
    reader.close()
    await sink.close()
  }

  const commit: Store['commit'] = async (changes) => {
    assertBalanced(changes)
    return committer.commit(changes)
  }
  const read = { ...createReads(reader, shared), ...thread?.reads }
  return {
    commit,
    claimTimers: (claim) => claimBySteps({ commit, read }, claim),
    read,
    shortLivedKeys: createShortLivedKeyFile(shortLivedKeyFile(file)),
    numberKeys: createNumberKeyFolder(numberKeyFolder(file)),
    ping: async () => {
      await committer.commit([])
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}
