/** Runs the seeds that it is given, one after the other, and reports each. */
import { parentPort, workerData } from 'node:worker_threads'

const { bundlePath, operations } = workerData
const { run } = await import(bundlePath)

/** @type {unknown} */
let forgotten
process.on('unhandledRejection', (reason) => {
  forgotten ??= reason
})

parentPort?.on('message', async (seed) => {
  forgotten = undefined
  const report = await run({ seed, operations })
  if (forgotten !== undefined) report.failure ??= failureOf(forgotten)
  parentPort?.postMessage(report)
})
parentPort?.postMessage('ready')

/**
 * A rejected promise without a handler is a bug, whatever it rejects with.
 *
 * @param {unknown} reason
 */
function failureOf(reason) {
  const message = reason instanceof Error ? reason.stack : String(reason)
  return { invariant: 'unbroken', message: `an unhandled rejection: ${message}`, lastSteps: [] }
}
