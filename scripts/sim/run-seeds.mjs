/** Runs many seeds in as many threads as the machine has processors. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** @typedef {import('../../simulation/run.ts').RunReport} RunReport */

/** A seed that does not end would else take the memory of the whole machine. */
const MAX_HEAP_MB = 2_048

/** More threads than this do not help: a seed is short. */
const MAX_THREADS = 8

/**
 * Runs the seeds in order and answers their reports; stops early when `isEnough` says so.
 *
 * @param {string} bundlePath
 * @param {readonly number[]} seeds
 * @param {{ readonly operations: number, readonly isEnough?: (report: RunReport) => boolean }} options
 * @returns {Promise<RunReport[]>}
 */
export async function runSeeds(bundlePath, seeds, { operations, isEnough = () => false }) {
  const waiting = [...seeds]
  /** @type {RunReport[]} */
  const reports = []
  let isOver = false

  /** @param {Worker} worker */
  const work = (worker) =>
    new Promise((resolve, reject) => {
      /** @type {number | undefined} */
      let seed
      worker.on('error', (error) => reject(new Error(`seed ${seed}: ${error.message}`)))
      worker.on('message', (/** @type {RunReport | 'ready'} */ message) => {
        if (message !== 'ready') {
          reports.push(message)
          isOver ||= isEnough(message)
        }
        seed = isOver ? undefined : waiting.shift()
        if (seed === undefined) resolve(undefined)
        else worker.postMessage(seed)
      })
    })

  const threads = Math.min(availableParallelism(), MAX_THREADS, seeds.length)
  const workers = Array.from(
    { length: threads },
    () =>
      new Worker(new URL('./worker.mjs', import.meta.url), {
        workerData: { bundlePath, operations },
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      }),
  )
  try {
    await Promise.all(workers.map(work))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return reports.sort((one, other) => one.seed - other.seed)
}
