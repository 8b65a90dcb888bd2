/**
 * Makes ready what a command needs, and only what is missing or stale:
 * `node scripts/prepare.mjs install build browser`. `npm run build` installs and builds, for a start by
 * `node dist/server/main.js`.
 *
 * Runs before anything is installed, so that it imports nothing but Node.
 */
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

/** Each stage is loaded when it is asked for: a warm start spends its time on nothing else. */
const STAGES = {
  install: async () => (await import('./prepare/install.mjs')).install,
  build: async () => (await import('./prepare/build.mjs')).build,
  browser: async () => (await import('./prepare/browser.mjs')).browser,
}

const names = /** @type {(keyof typeof STAGES)[]} */ (process.argv.slice(2))
const stages = await Promise.all(names.map((name) => STAGES[name]()))

if (!stages.every((stage) => stage.isFresh())) await prepareStale()

async function prepareStale() {
  const { takeLock } = await import('./prepare/lock.mjs')
  const { PrepareError } = await import('./prepare/command.mjs')
  const giveBack = takeLock(join(ROOT, 'dist/.prepare-lock'))
  try {
    // Looked at again: the process that had the lock has perhaps done the work.
    for (const stage of stages) if (!stage.isFresh()) stage.run()
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error
    process.stderr.write(`${error.message.trim()}\n`)
    process.exitCode = 1
  } finally {
    giveBack()
  }
}
