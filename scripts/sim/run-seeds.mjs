/** Runs many seeds in as many threads as the machine has processors. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** @typedef {import('../../simulation/run.ts').RunReport} RunReport */

/** A seed that does not end would else take the memory of the whole machine. */
const MAX_HEAP_MB = 2_048

/** More threads than this do not help: a seed is short. */
const MAX_THREADS = 8

/** Memory outside the heap is freed late: a thread ends after so many seeds, and another one goes on. */
const SEEDS_OF_THREAD = 10

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

  const next = () => (isOver ? undefined : waiting.shift())
  /** @param {RunReport} report */
  const take = (report) => {
    reports.push(report)
    isOver ||= isEnough(report)
  }
  const work = async () => {
    while (!isOver && waiting.length > 0) await runThread({ bundlePath, operations, next, take })
  }
  const threads = Math.min(availableParallelism(), MAX_THREADS, seeds.length)
  await Promise.all(Array.from({ length: threads }, work))
  return reports.sort((one, other) => one.seed - other.seed)
}

/**
 * Runs seeds in one thread, one after the other.
 *
 * @param {object} parts
 * @param {string} parts.bundlePath
 * @param {number} parts.operations
 * @param {() => number | undefined} parts.next
 * @param {(report: RunReport) => void} parts.take
 */
async function runThread({ bundlePath, operations, next, take }) {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
    workerData: { bundlePath, operations },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  try {
    await new Promise((resolve, reject) => {
      /** @type {number | undefined} */
      let seed
      let begun = 0
      worker.on('error', (error) => reject(new Error(`seed ${seed}: ${error.message}`)))
      worker.on('message', (/** @type {RunReport | 'ready'} */ message) => {
        if (message !== 'ready') take(message)
        seed = begun < SEEDS_OF_THREAD ? next() : undefined
        begun += 1
        if (seed === undefined) resolve(undefined)
        else worker.postMessage(seed)
      })
    })
  } finally {
    await worker.terminate()
  }
}
