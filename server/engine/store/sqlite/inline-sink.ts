import type { Database } from 'better-sqlite3'
import type { BatchSink } from './batch.ts'
import { createBatchWriter } from './batch-writer.ts'

/** Writes on the calling thread. For tests and tools; the connection is closed with the sink. */
export function createInlineSink(database: Database): BatchSink {
  const writeBatch = createBatchWriter(database)
  return {
    write: async (batch) => writeBatch(batch),
    close: async () => {
      database.close()
    },
  }
}
