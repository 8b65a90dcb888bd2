/**
 * Checks the licences of all packages of all lock files: `node scripts/licences.mjs`. Those that a release hands on may
 * have fewer than tools. Fails where one is not in the list (`scripts/package/licences.mjs`), or says none.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenceFaults } from './package/licences.mjs'
import { ROOT } from './prepare/root.mjs'

const TOOLS = ['bench', 'scripts/mutants', 'scripts/openapi']

const locks = ['', ...TOOLS].map((folder) => {
  const file = join(folder, 'package-lock.json')
  return {
    file,
    onlyTools: folder !== '',
    lock: JSON.parse(readFileSync(join(ROOT, file), 'utf8')),
  }
})
const faults = locks.flatMap(({ file, onlyTools, lock }) =>
  licenceFaults(lock, { onlyTools }).map((fault) => `${file}: ${fault}`),
)
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
