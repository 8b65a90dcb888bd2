/**
 * Puts faults into the connectors to acquirers, one at a time, and looks whether their tests find each:
 *
 *   node run.mjs test:planted                   all of them (scripts/planted-faults/planted-faults.mjs); 20 minutes
 *   node run.mjs test:planted stripe            those of one connector
 *   node run.mjs test:planted --only refund-of  one of them
 *
 * Prints a line for each, and fails where one is not found, or where the tests fail without any. No file is changed.
 */

import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { PLANTED_FAULTS } from './planted-faults/planted-faults.mjs'
import { ROOT } from './prepare/root.mjs'
import { assertBugsFit } from './sim/bundle.mjs'

helpIfAsked(import.meta.url)

/** How many are looked for at once: most machines have two processors. */
const AT_ONCE = 2

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
})
const unknown = positionals.find((name) => !Object.hasOwn(PLANTED_FAULTS, name))
if (unknown !== undefined) {
  process.stderr.write(`${unknown} has no faults: ${Object.keys(PLANTED_FAULTS).join(', ')}\n`)
  process.exit(2)
}
const connectors = positionals.length === 0 ? Object.keys(PLANTED_FAULTS) : positionals
let isGood = true
for (const connector of connectors) isGood = (await isWatched(connector)) && isGood
process.exitCode = isGood ? 0 : 1

/** @param {string} connector */
async function isWatched(connector) {
  const all = PLANTED_FAULTS[connector] ?? []
  const faults = all.filter(({ name }) => values.only === undefined || name === values.only)
  assertBugsFit(faults)
  if (!(await passes(connector))) {
    process.stderr.write(`the tests of ${connector} fail without a fault\n`)
    return false
  }
  let found = 0
  const waiting = faults.values()
  const work = async () => {
    for (const { name, says } of waiting) {
      const isFound = !(await passes(`${connector}/${name}`))
      if (isFound) found += 1
      process.stdout.write(`${isFound ? 'found    ' : 'NOT FOUND'} ${name}: ${says}\n`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  process.stdout.write(`${connector}: ${found} of ${faults.length} planted faults found\n`)
  return found === faults.length
}

/** Whether the tests pass with a fault. @param {string} fault @returns {Promise<boolean>} */
function passes(fault) {
  const words = [
    'vitest',
    'run',
    '--config',
    'scripts/planted-faults/faulty-tests.ts',
    '--root',
    '.',
  ]
  const env = { ...process.env, TILLGATE_PLANTED_FAULT: fault }
  const tests = spawn('npx', words, { cwd: ROOT, env, stdio: 'ignore' })
  return new Promise((resolve, reject) => {
    tests.on('error', reject)
    tests.on('close', (code) => resolve(code === 0))
  })
}
