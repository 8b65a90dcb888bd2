import type { Database } from 'better-sqlite3'
import { assertBalanced } from '../balance.ts'
import { migrations } from '../migrations/migrations.ts'
import type { Store } from '../port.ts'
import type { BatchSink } from './batch.ts'
import { openReader, openWriter } from './connection.ts'
import { GroupCommitter } from './group-committer.ts'
import { createInlineSink } from './inline-sink.ts'
import { migrate } from './migrate.ts'
import { createReads } from './reads.ts'
import { startWorkerSink } from './worker-sink.ts'

export interface SqliteStoreOptions {
  /** Path of the database file; its directory must exist. */
  readonly file: string
  /** `worker`: the built `worker.ts` at `url`, for production. `inline`: for tests and tools. */
  readonly committer: { readonly kind: 'inline' } | { readonly kind: 'worker'; readonly url: URL }
}

/**
 * Opens the database, makes it if it is not there, brings its schema up to date and starts the
 * committer. Rejects with a `StoreError` `incompatible` for a database of another version.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const writer = openWriter(options.file)
  let reader: Database | undefined
  try {
    migrate(writer, migrations)
    reader = openReader(options.file)
    return createStore(reader, await startSink(options, writer))
  } catch (error) {
    reader?.close()
    writer.close()
    throw error
  }
}

async function startSink(options: SqliteStoreOptions, writer: Database): Promise<BatchSink> {
  if (options.committer.kind === 'inline') return createInlineSink(writer)
  const sink = await startWorkerSink(options.committer.url, options.file)
  writer.close()
  return sink
}

function createStore(reader: Database, sink: BatchSink): Store {
  const committer = new GroupCommitter(sink)
  let closed: Promise<void> | undefined

  async function close(): Promise<void> {
    await committer.stop()
    // The connection that writes goes last: the last one empties the log into the database.
    reader.close()
    await sink.close()
  }

  return {
    commit: async (changes) => {
      assertBalanced(changes)
      return committer.commit(changes)
    },
    read: createReads(reader),
    ping: async () => {
      await committer.commit([])
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}
