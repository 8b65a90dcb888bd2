/** Kills the gateway under load, in the middle of challenges, deliveries and runs of schedules, on every engine: `node run.mjs test:kill --times 50`. */

import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const { values } = parseArgs({ options: { times: { type: 'string', default: '50' } } })
if (!/^[1-9]\d{0,3}$/.test(values.times)) throw new Error('--times takes a number from 1 to 9999')

const NAMES = [
  'kill',
  'kill-challenges',
  'kill-deliveries',
  'kill-finance',
  'kill-schedules',
  'released/next-version',
]
const FILES = NAMES.map((name) => `server/app/${name}.test.ts`)

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...FILES],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TILLGATE_KILL_ROUNDS: values.times } },
)
process.exitCode = status ?? 1
