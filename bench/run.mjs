/**
 * Builds the benchmark's programs, which run as processes of their own, and starts the one that
 * measures (docs/performance.md). The gateway must have been built before.
 *
 *   npm run bench                      the gateway beside its floor; --quick is shorter, --json for machines
 *   npm run bench -- --only pay --engine sqlite --connections 64 --rounds 9 --seconds 3
 *   npm run bench -- --million --payments 1000000 --directory /var/tmp
 *                                      --payments 1000000 --engine sqlite,postgres --directory /var/tmp
 *   node run.mjs bench:schedules            schedules that come due in one minute; --long: 100,000 of them
 *   node run.mjs bench:settlement           a million payments settled by a file; --payments 100000
 *   node run.mjs bench:hostile                 one address with 10,000 connections that do nothing; --seconds 20,
 *                                      --connections 10000
 *   node run.mjs bench:widget --quick    the card form beside another one, --rounds 9, --json
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { helpIfAsked } from '../scripts/help.mjs'

helpIfAsked(import.meta.url)

const [which, ...options] = process.argv.slice(2)
const outDir = here('../dist/bench')

/** @type {Record<string, Record<string, string>>} */
const programs = {
  server: {
    'server-bench': here('server-bench.ts'),
    'load-generator': here('load/generator.ts'),
    'floor-server': here('floor/server.ts'),
    'floor-worker': here('floor/worker.ts'),
    'webhook-receiver': here('webhooks/receiver.ts'),
  },
  widget: { 'widget-bench': here('widget/widget-bench.ts') },
  settlement: { 'settlement-bench': here('settlement-bench.ts') },
  schedules: { 'schedules-bench': here('schedules-bench.ts') },
  hostile: {
    'hostile-bench': here('hostile/hostile-bench.ts'),
    'hostile-client': here('hostile/hostile-client.ts'),
  },
}

const input = programs[which ?? '']
if (input === undefined)
  throw new Error('Say which benchmark: server, settlement, schedules, widget or hostile')
if (which === 'widget') installAdyen()

await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir,
    target: 'node20',
    emptyOutDir: true,
    minify: false,
    rollupOptions: { input, output: { entryFileNames: '[name].js' } },
  },
})
const measuring = spawn(process.execPath, [`${outDir}/${which}-bench.js`, ...options], {
  stdio: 'inherit',
})
measuring.on('exit', (code) => {
  process.exitCode = code ?? 1
})

/** Kept out of the main install: only the comparison of the widget needs it. */
function installAdyen() {
  if (existsSync(here('node_modules/@adyen/adyen-web'))) return
  const { status } = spawnSync('npm', ['ci'], {
    cwd: here('.'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error('npm ci in bench/ failed: is the package registry within reach?')
}

/** @param {string} path */
function here(path) {
  return fileURLToPath(new URL(path, import.meta.url))
}
