import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from './command.mjs'

const POLL_MS = 200

/**
 * One process at a time prepares: `npm start` and `npm test` may be called side by side. The lock is
 * a folder, which only one can make, with the process number of its holder. The lock of a process
 * that is gone is taken over.
 *
 * @param {string} folder
 * @returns {() => void} gives the lock back
 */
export function takeLock(folder) {
  for (let tries = 0; !tryTake(folder); tries++) {
    if (tries === 1) say('Waiting for another command to finish preparing')
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true })
    else sleep(POLL_MS)
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return () => {
    // Not at the exit any more: somebody else may hold it by then.
    process.off('exit', remove)
    remove()
  }
}

/** @param {string} folder */
function tryTake(folder) {
  mkdirSync(join(folder, '..'), { recursive: true })
  try {
    mkdirSync(folder)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(folder, 'pid'), String(process.pid))
  return true
}

/** @param {string} folder */
function isAbandoned(folder) {
  let pid = 0
  try {
    pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  } catch {
    // Between making the folder and writing the number.
    return false
  }
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
