import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { createBatchWriter } from './batch-writer.ts'
import { createCheckpoints, serveCheckpoints } from './checkpoints.ts'
import { openWriter } from './connection.ts'

interface WorkerData {
  readonly file: string
  /** The thread that copies the log, which the one that writes starts; absent: the one that writes. */
  readonly copiesLog?: true
}

const { file, copiesLog } = workerData as WorkerData

/**
 * The thread that writes, built as `sqlite-worker.js`. Messages are texts: `''` from here once it is
 * ready, then a batch in and its answer out, and `''` to here as the request to close.
 */
function serveBatches(port: MessagePort): void {
  const database = openWriter(file)
  const writeBatch = createBatchWriter(database)
  const copier: WorkerData = { file, copiesLog: true }
  const checkpoints = createCheckpoints(
    database,
    () => new Worker(new URL(import.meta.url), { workerData: copier }),
  )
  port.on('message', async (batch: string) => {
    if (batch !== '') {
      port.postMessage(writeBatch(batch))
      checkpoints.committed(batch)
      return
    }
    await checkpoints.close()
    database.close()
    port.close()
  })
  port.postMessage('')
}

if (parentPort === null) throw new Error('sqlite-worker.js only runs as a worker thread')
if (copiesLog) serveCheckpoints(parentPort, file)
else serveBatches(parentPort)
