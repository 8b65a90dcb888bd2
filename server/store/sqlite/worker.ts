import { parentPort, workerData } from 'node:worker_threads'
import { createBatchWriter } from './batch-writer.ts'
import { openWriter } from './connection.ts'

/**
 * The thread that writes, built as `sqlite-worker.js`. Messages are texts: `''` from here once it is
 * ready, then a batch in and its answer out, and `''` to here as the request to close.
 */
const port = parentPort
if (port === null) throw new Error('sqlite-worker.js only runs as a worker thread')

const database = openWriter((workerData as { file: string }).file)
const writeBatch = createBatchWriter(database)

port.on('message', (batch: string) => {
  if (batch !== '') return port.postMessage(writeBatch(batch))
  database.close()
  port.close()
})
port.postMessage('')
