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
    return { answer: await answerFrom(reads, asked) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

function answerFrom(reads: LongReads, asked: AskedRead): Promise<unknown> {
  switch (asked.name) {
    case 'findTransactions':
      return reads.findTransactions(...asked.values)
    case 'paymentsOfFamilies':
      return reads.paymentsOfFamilies(...asked.values)
    case 'paymentSums':
      return reads.paymentSums(...asked.values)
    case 'keptSums':
      return reads.keptSums(...asked.values)
    case 'cardSums':
      return reads.cardSums(...asked.values)
    case 'keptCardSums':
      return reads.keptCardSums(...asked.values)
    case 'checkoutsOfEntities':
      return reads.checkoutsOfEntities(...asked.values)
  }
}

if (parentPort === null) throw new Error('sqlite-reader.js only runs as a worker thread')
serveReads(parentPort, (workerData as { readonly file: string }).file)
