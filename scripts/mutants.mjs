/**
 * Changes the rules of the gateway in small ways, one at a time, and looks whether a test notices:
 *
 *   node run.mjs test:mutants                    all groups (scripts/mutants/groups.mjs); hours on two processors
 *   node run.mjs test:mutants gift-cards      one of them; two minutes
 *   node run.mjs test:mutants payments --share 2/6        the second sixth of its functions
 *
 * Prints what lived, and fails where less than nine of ten were noticed. The report of each group is written to
 * test-results/mutants/<group>.json. Stryker, which does it, is installed when it is first needed.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { GROUPS } from './mutants/groups.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

/** The share of mutants that tests must notice. */
const WANTED = 0.9
const FOLDER = join(ROOT, 'scripts/mutants')
const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js'

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '1/1' } },
})
const unknown = asked.find((name) => !Object.hasOwn(GROUPS, name))
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is no group: ${Object.keys(GROUPS).join(', ')}\n`)
  process.exit(2)
}
if (!existsSync(join(FOLDER, STRYKER))) installStryker()
const results = (asked.length === 0 ? Object.keys(GROUPS) : asked).map(measured)
for (const { name, noticed, all } of results) {
  process.stdout.write(`${name}: ${noticed} of ${all} noticed, ${share(noticed, all)}\n`)
}
process.exitCode = results.every(({ noticed, all }) => noticed / all >= WANTED) ? 0 : 1

function installStryker() {
  const { status } = spawnSync('npm', ['ci'], { cwd: FOLDER, stdio: 'inherit' })
  if (status === 0) return
  process.stderr.write('npm ci in scripts/mutants failed: is the package registry within reach?\n')
  process.exit(1)
}

/** @param {string} name */
function measured(name) {
  const config = join(FOLDER, 'mutation.mjs')
  const { status } = spawnSync(process.execPath, [join(FOLDER, STRYKER), 'run', config], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TILLGATE_MUTANTS: name, TILLGATE_MUTANTS_SHARE: values.share },
  })
  if (status !== 0) throw new Error(`The mutants of ${name} could not be run`)
  const report = JSON.parse(readFileSync(join(ROOT, `test-results/mutants/${name}.json`), 'utf8'))
  const mutants = Object.entries(report.files).flatMap(([file, { source, mutants: found }]) =>
    found.map((/** @type {Mutant} */ mutant) => ({ ...mutant, file, source })),
  )
  const noticed = mutants.filter(({ status: end }) => end === 'Killed' || end === 'Timeout')
  const lived = mutants.filter(({ status: end }) => end === 'Survived' || end === 'NoCoverage')
  for (const mutant of lived) process.stdout.write(`${described(mutant)}\n`)
  return { name, noticed: noticed.length, all: noticed.length + lived.length }
}

/**
 * @typedef {object} Mutant
 * @property {string} status
 * @property {string} replacement
 * @property {{ start: { line: number, column: number }, end: { line: number, column: number } }} location
 */

/** @param {Mutant & { file: string, source: string }} mutant */
function described({ file, source, replacement, location: { start, end } }) {
  const line = source.split('\n')[start.line - 1] ?? ''
  const before = line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined)
  return `lives: ${file}:${start.line}  ${before.trim()}  =>  ${replacement.replaceAll(/\s+/g, ' ')}`
}

/** @param {number} part @param {number} whole */
function share(part, whole) {
  return (part / whole).toFixed(2)
}
