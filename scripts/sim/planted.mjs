/** Plants every deliberate bug, one at a time, and looks for a seed that finds it. */
import { assertBugsFit, bundle } from './bundle.mjs'
import { PLANTED_BUGS } from './planted-bugs.mjs'
import { runSeeds } from './run-seeds.mjs'

/** A bug that so many seeds do not find is not found. */
const MAX_SEEDS = 400
/** How many bugs are looked for at once: a known seed takes one processor, most machines have two. */
const AT_ONCE = 2
const ALL_SEEDS = Array.from({ length: MAX_SEEDS }, (_, index) => index + 1)

/**
 * @typedef {object} Finding
 * @property {import('./planted-bugs.mjs').PlantedBug} bug
 * @property {import('../../simulation/run.ts').RunReport} [found] The first run that broke an invariant.
 */

/**
 * @param {string} folder Where bundles may be written.
 * @param {number} operations
 * @param {object} parts
 * @param {readonly import('./planted-bugs.mjs').PlantedBug[]} parts.bugs
 * @param {ReadonlyMap<string, number>} parts.known By the bug's name: a seed to try before all others.
 * @param {(finding: Finding) => void} parts.tell Hears each finding as it is made.
 * @returns {Promise<Finding[]>}
 */
export async function findPlantedBugs(folder, operations, { bugs, known, tell }) {
  assertBugsFit(PLANTED_BUGS)
  const asItIs = await bundle(folder)
  /** @type {Map<number, Promise<boolean>>} */
  const held = new Map()
  /** @param {number} seed */
  const holdsOnce = (seed) => {
    const asked = held.get(seed) ?? holds(asItIs, seed, operations)
    held.set(seed, asked)
    return asked
  }
  /** @type {Finding[]} */
  const findings = []
  const waiting = bugs.entries()
  const work = async () => {
    for (const [index, bug] of waiting) {
      const path = await bundle(folder, bug)
      const seed = known.get(bug.name)
      const found =
        (seed && (await firstFailure(path, [seed], operations))) ??
        (await firstFailure(path, ALL_SEEDS, operations))
      const finding = found && (await holdsOnce(found.seed)) ? { bug, found } : { bug }
      tell(finding)
      findings[index] = finding
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return findings
}

/**
 * @param {string} bundlePath
 * @param {readonly number[]} seeds
 * @param {number} operations
 */
async function firstFailure(bundlePath, seeds, operations) {
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
