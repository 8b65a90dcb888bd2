/**
 * Runs a task of the project, after what it needs: `node run.mjs TASK`, with the options of the task behind
 * it. Without a task it lists them all; `--help` behind a task says what it does.
 *
 * Needs nothing that is installed: what a task needs is installed and built before it.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { TASKS } from './scripts/tasks.mjs'

const [name = '', ...options] = process.argv.slice(2)
const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined
if (task === undefined) listTasks(name)
else await run(task)

/** @param {import('./scripts/tasks.mjs').Task} task */
async function run({ needs, file, options: own = [] }) {
  const asksForHelp = options.includes('--help') || options.includes('-h')
  if (needs.length > 0 && !asksForHelp) prepare(needs)
  const path = fileURLToPath(new URL(file, import.meta.url))
  // The task reads its options as if it had been started itself.
  process.argv.splice(1, process.argv.length, path, ...own, ...options)
  await import(new URL(file, import.meta.url).href)
}

/** Ends the process where something could not be made ready; the reason is said there. @param {readonly string[]} needs */
function prepare(needs) {
  const script = fileURLToPath(new URL('scripts/prepare.mjs', import.meta.url))
  const { status } = spawnSync(process.execPath, [script, ...needs], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** @param {string} unknown */
function listTasks(unknown) {
  const isUnknown = unknown !== '' && unknown !== '--help' && unknown !== '-h'
  const out = isUnknown ? process.stderr : process.stdout
  if (isUnknown) out.write(`There is no task ${unknown}. Tasks:\n\n`)
  const width = Math.max(...Object.keys(TASKS).map((each) => each.length)) + 2
  for (const [each, { does }] of Object.entries(TASKS))
    out.write(`  ${each.padEnd(width)}${does}\n`)
  out.write('\n`node run.mjs TASK --help` says more of one.\n')
  process.exitCode = isUnknown ? 2 : 0
}
