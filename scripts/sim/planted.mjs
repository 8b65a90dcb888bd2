/** Plants every deliberate bug, one at a time, and looks for the first seed that finds it. */
import { bundle } from './bundle.mjs'
import { PLANTED_BUGS } from './planted-bugs.mjs'
import { runSeeds } from './run-seeds.mjs'

/** A bug that so many seeds do not find is not found. */
const MOST_SEEDS = 600

/**
 * @typedef {object} Finding
 * @property {import('./planted-bugs.mjs').PlantedBug} bug
 * @property {import('../../server/simulation/run.ts').RunReport} [found] The first run that broke a promise.
 */

/**
 * @param {string} folder Where bundles may be written.
 * @param {number} operations
 * @param {(finding: Finding) => void} tell Hears each finding as it is made.
 * @returns {Promise<Finding[]>}
 */
export async function findPlantedBugs(folder, operations, tell) {
  const asItIs = await bundle(folder)
  const findings = []
  for (const bug of PLANTED_BUGS) {
    const found = await firstFailure(await bundle(folder, bug), operations)
    const finding =
      found && (await holds(asItIs, found.seed, operations)) ? { bug, found } : { bug }
    tell(finding)
    findings.push(finding)
  }
  return findings
}

/**
 * @param {string} bundlePath
 * @param {number} operations
 */
async function firstFailure(bundlePath, operations) {
  const seeds = Array.from({ length: MOST_SEEDS }, (_, index) => index + 1)
  // Seeds are handed out in order and finish once begun: the first failure is the first seed's.
  const reports = await runSeeds(bundlePath, seeds, {
    operations,
    isEnough: ({ failure }) => failure !== undefined,
  })
  return reports.find(({ failure }) => failure !== undefined)
}

/**
 * A seed that fails without the bug as well proves nothing.
 *
 * @param {string} bundlePath
 * @param {number} seed
 * @param {number} operations
 */
async function holds(bundlePath, seed, operations) {
  const [report] = await runSeeds(bundlePath, [seed], { operations })
  return report?.failure === undefined
}
