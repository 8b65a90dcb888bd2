/**
 * Traces what one request enters of the gateway's code:
 *
 *   npm run walk -- payment       a card payment of a merchant's server
 *   npm run walk -- submit        a submit of the widget with 3-D Secure
 *   npm run walk -- webhook       a payment, until its webhook has heard of it
 *   npm run walk -- schedule      a run of a schedule
 *
 * Prints each file in the order in which it was entered, with the number of its calls, and the sum. Without a
 * name: the sums of all. The engine of the store is behind the port and is not counted; neither is what runs on
 * other threads.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'
import { CALLED, instrumented } from './walk/instrument.mjs'

helpIfAsked(import.meta.url)

const BEHIND_THE_PORT = /^server\/store\//

const asked = process.argv[2]
const folder = mkdtempSync(join(ROOT, 'node_modules/.tillgate-walk-'))
try {
  const { run, SCENARIOS } = await built()
  const names = Object.keys(SCENARIOS)
  if (asked !== undefined && !names.includes(asked)) {
    process.stderr.write(`${asked} is no walk: ${names.join(', ')}\n`)
    process.exitCode = 2
  } else {
    for (const name of asked === undefined ? names : [asked]) {
      const files = await walked(name, run)
      if (asked !== undefined) process.stdout.write(listed(files))
      process.stdout.write(`${name}: ${sumOf(files)}\n`)
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

/** @returns {Promise<typeof import('./walk/scenarios.ts')>} */
async function built() {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [instrumented()],
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: folder,
      rollupOptions: {
        input: join(ROOT, 'scripts/walk/scenarios.ts'),
        output: { entryFileNames: 'walk.mjs' },
      },
    },
  })
  return import(join(folder, 'walk.mjs'))
}

/**
 * The files of all calls of a scenario, one entry for each call.
 *
 * @param {string} name
 * @param {typeof import('./walk/scenarios.ts').run} run
 */
async function walked(name, run) {
  /** @type {string[]} */
  const files = []
  await run(name, async (work) => {
    Object.assign(globalThis, {
      [CALLED]: (/** @type {string} */ file) => BEHIND_THE_PORT.test(file) || files.push(file),
    })
    await work()
    Object.assign(globalThis, { [CALLED]: undefined })
  })
  return files
}

/** @param {readonly string[]} files */
function listed(files) {
  /** @type {Map<string, number>} */
  const calls = new Map()
  for (const file of files) calls.set(file, (calls.get(file) ?? 0) + 1)
  return [...calls].map(([file, times]) => `${String(times).padStart(4)}  ${file}\n`).join('')
}

/** @param {readonly string[]} files */
function sumOf(files) {
  const changes = files.filter(
    (file, place) => place > 0 && dirname(file) !== dirname(files[place - 1] ?? ''),
  )
  return `${new Set(files).size} files, ${files.length} calls, ${changes.length} changes of folder`
}
