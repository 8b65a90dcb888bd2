import { parentPort } from 'node:worker_threads'

/** A thread that dies of the first read. */
parentPort?.on('message', () => process.exit(1))
