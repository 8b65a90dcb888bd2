import { parentPort, workerData } from 'node:worker_threads'
import { findDamage } from './integrity.ts'

/** The thread that looks for damage while another one runs the rules, built as `sqlite-integrity.js`. */
parentPort?.postMessage(findDamage((workerData as { file: string }).file))
