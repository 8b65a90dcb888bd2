import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openReader } from './connection.ts'
import { createLongReads, type LongReads } from './long-reads.ts'

/** A read that is asked for: its name and what it is given. */
export type AskedRead = {
  [Name in keyof LongReads]: {
    readonly name: Name
    readonly values: Parameters<LongReads[Name]>
  }
}[keyof LongReads]

/** Its answer, or what went wrong. */
export type ReadAnswer = { readonly answer: unknown } | { readonly failure: string }

/**
 * The thread that reads what may take long, built as `sqlite-reader.js`: one read after the other,
 * answered in their order. The request to close is `null`.
 */
function serveReads(port: MessagePort, file: string): void {
  const database = openReader(file)
  const reads = createLongReads(database)
  port.on('message', async (asked: AskedRead | null) => {
    if (asked !== null) return port.postMessage(await answerOf(reads, asked))
    database.close()
    port.close()
  })
}

async function answerOf(reads: LongReads, asked: AskedRead): Promise<ReadAnswer> {
  try {
    const answer =
      asked.name === 'findTransactions'
        ? await reads.findTransactions(...asked.values)
        : await reads.paymentsOfFamilies(...asked.values)
    return { answer }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

if (parentPort === null) throw new Error('sqlite-reader.js only runs as a worker thread')
serveReads(parentPort, (workerData as { readonly file: string }).file)
