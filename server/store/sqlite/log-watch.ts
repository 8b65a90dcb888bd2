import { statSync } from 'node:fs'
import type { BatchSink } from './batch.ts'

export interface LogWatch {
  /** Path of the database file; the log is next to it. */
  readonly file: string
  /** Called once each time that the log grows past the limit, with a sentence for the operator. */
  readonly onAlarm: (message: string) => void
  /** `LOG_ALARM_BYTES` unless a test says otherwise. */
  readonly limitBytes?: number
}

/** R-DUR-5: far above a checkpoint, so that only a reader that starves checkpoints gets there. */
const LOG_ALARM_BYTES = 256 * 1024 * 1024

/** The size is asked for (about 10 µs) with the first batch and with every so many after it. */
const BATCHES_BETWEEN_LOOKS = 64

/** A sink that also checks the size of the write-ahead log. */
export function watchLog(sink: BatchSink, watch: LogWatch): BatchSink {
  let batches = 0
  const look = createSearch(watch)
  return {
    write: async (batch) => {
      const answer = await sink.write(batch)
      if (batches % BATCHES_BETWEEN_LOOKS === 0) look()
      batches += 1
      return answer
    },
    close: () => sink.close(),
  }
}

function createSearch({ file, onAlarm, limitBytes = LOG_ALARM_BYTES }: LogWatch): () => void {
  const log = `${file}-wal`
  let tooLarge = false
  return () => {
    const bytes = sizeOf(log)
    const wasTooLarge = tooLarge
    tooLarge = bytes > limitBytes
    // Not within the write: a listener that throws must not fail what is committed.
    if (tooLarge && !wasTooLarge) queueMicrotask(() => onAlarm(alarm(log, bytes, limitBytes)))
  }
}

/**
 * The batch is committed already: an error while reading the size must not turn it into a failure.
 */
function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

function alarm(log: string, bytes: number, limitBytes: number): string {
  return (
    `The write-ahead log ${log} has grown to ${bytes} bytes, more than ${limitBytes}: something ` +
    'has been reading the database for a long time and keeps the log from being emptied. ' +
    'End other programs that have the database open.'
  )
}
