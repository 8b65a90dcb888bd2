/**
 * The deterministic simulation (docs/simulation.md).
 *
 *   npm run sim -- --seeds 1000        runs the seeds 1 to 1000; the last line is the sum
 *   npm run sim -- --seed 42           repeats one seed and prints its last steps when it fails
 *   npm run sim -- --seeds 20 --digests        also says what each seed's run hashes to
 *   npm run sim -- --planted           puts in deliberate bugs, one at a time, and finds each, trying
 *                                      the seed of the table in docs/simulation.md first; --write
 *                                      writes the table
 *   npm run sim -- --planted --share 2/4       the second fourth of these bugs
 *   npm run sim -- --planted --new --write     those that the table does not have, and writes them into it
 *
 * In a run of a thousand seeds or more, a fault that none of them met is a failure, too.
 */

import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { bundle, bundleFolder } from './sim/bundle.mjs'
import { findPlantedBugs } from './sim/planted.mjs'
import { PLANTED_BUGS } from './sim/planted-bugs.mjs'
import {
  describeFailure,
  findingLine,
  reportOf,
  seedsOfTable,
  tableOf,
  unmetFaults,
  writeTable,
} from './sim/report.mjs'
import { runSeeds } from './sim/run-seeds.mjs'

helpIfAsked(import.meta.url)

/** R-SIM-1. */
const SEEDS = 1000
const OPERATIONS = 200
/** How many failures are printed in full. */
const MAX_SHOWN_RUNS = 3

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: String(SEEDS) },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    operations: { type: 'string', default: String(OPERATIONS) },
    digests: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    share: { type: 'string', default: '1/1' },
    new: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

const operations = Number(values.operations)
const folder = bundleFolder()
try {
  const holds = values.planted ? await findBugs() : await runAll()
  process.exitCode = holds ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function runAll() {
  const bundlePath = await bundle(folder)
  const from = Number(values.seed ?? values.from)
  const length = values.seed === undefined ? Number(values.seeds) : 1
  const seeds = Array.from({ length }, (_, index) => from + index)
  const reports = await runSeeds(bundlePath, seeds, { operations })
  if (values.digests) for (const { seed, digest } of reports) say(`seed ${seed} ${digest}`)
  const failed = reports.filter(({ failure }) => failure !== undefined)
  for (const report of failed.slice(0, MAX_SHOWN_RUNS)) say(`${describeFailure(report)}\n`)
  say(reportOf(reports))
  const unmet = seeds.length < SEEDS ? [] : unmetFaults(reports)
  if (unmet.length > 0) say(`Never met: ${unmet.join(', ')}`)
  return failed.length === 0 && unmet.length === 0
}

async function findBugs() {
  const tell = (/** @type {import('./sim/planted.mjs').Finding} */ finding) =>
    say(findingLine(finding))
  const known = seedsOfTable()
  const { share, of } = partAsked()
  const bugs = PLANTED_BUGS.filter(
    ({ name }, index) => index % of === share - 1 && !(values.new && known.has(name)),
  )
  const findings = await findPlantedBugs(folder, operations, { bugs, known, tell })
  const table = tableOf(findings)
  if (values.write) writeTable(findings)
  say(`\n${table}\n`)
  const found = findings.filter((finding) => finding.found !== undefined).length
  say(`${found} of ${findings.length} planted bugs found`)
  return found === findings.length
}

/** Which bugs are asked for, of `--share 2/4`. */
function partAsked() {
  const [share = 0, of = 0] = values.share.split('/').map(Number)
  if (!(Number.isInteger(of) && Number.isInteger(share) && share >= 1 && share <= of)) {
    throw new Error(`--share ${values.share} is none: the second of four is --share 2/4`)
  }
  return { share, of }
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`)
}
