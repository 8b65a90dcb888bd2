import { parentPort } from 'node:worker_threads'

/** A thread that works on its first read for ever; it ends when it is asked to. */
parentPort?.on('message', (asked: unknown) => {
  if (asked === null) parentPort?.close()
})
