/** Looks for traces of one machine in all files: `node scripts/hygiene.mjs`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare/root.mjs'
import { filesUnder } from './prepare/stamp.mjs'
import { tracesIn } from './traces.mjs'

/** What .gitignore keeps out as well. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results', 'coverage'])

const top = readdirSync(ROOT).filter((name) => !LEFT_OUT.has(name))
const files = filesUnder(top).filter((file) => !file.includes('/node_modules/'))
const faults = files.flatMap((file) => {
  const content = readFileSync(join(ROOT, file))
  return content.includes(0) ? [] : tracesIn(file, content.toString('utf8'))
})
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
