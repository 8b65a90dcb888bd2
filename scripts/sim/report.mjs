/** What the simulation says about its runs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../prepare/root.mjs'
import { PLANTED_BUGS } from './planted-bugs.mjs'

/** @typedef {import('../../simulation/run.ts').RunReport} RunReport */
/** @typedef {import('./planted.mjs').Finding} Finding */

const DOCUMENT = join(ROOT, 'docs/simulation.md')
const TABLE_BEGINS = '<!-- planted bugs: written by `npm run sim -- --planted --write` -->'
const TABLE_ENDS = '<!-- end of planted bugs -->'

/**
 * How often each fault was met in all runs, by its name.
 *
 * @param {readonly RunReport[]} reports
 */
function faultsOf(reports) {
  /** @type {Map<string, number>} */
  const faults = new Map()
  for (const report of reports) {
    for (const [name, count] of Object.entries(report.faults)) {
      faults.set(name, (faults.get(name) ?? 0) + count)
    }
  }
  return faults
}

/**
 * The faults that no run met.
 *
 * @param {readonly RunReport[]} reports
 */
export function unmetFaults(reports) {
  return [...faultsOf(reports)].filter(([, count]) => count === 0).map(([name]) => name)
}

/**
 * Faults that were met, and the sum in the last line.
 *
 * @param {readonly RunReport[]} reports
 */
export function reportOf(reports) {
  const lines = [...faultsOf(reports)].map(
    ([name, count]) => `${String(count).padStart(9)}  ${name}`,
  )
  /** @param {(report: RunReport) => number} count */
  const sum = (count) => reports.reduce((total, report) => total + count(report), 0)
  const failures = sum(({ failure }) => (failure === undefined ? 0 : 1))
  const total = `${reports.length} seeds, ${sum(({ operations }) => operations)} operations, ${sum(({ steps }) => steps)} steps, ${sum(({ crashes }) => crashes)} crashes, ${failures} failures`
  return ['Faults met:', ...lines, total].join('\n')
}

/**
 * How a run failed: its last steps, the broken invariant, and the command that repeats it.
 *
 * @param {RunReport} report
 */
export function describeFailure({ seed, operations, failure }) {
  if (failure === undefined) return `Seed ${seed} holds.`
  return [
    `Seed ${seed} fails after ${operations} operations. Its last steps:`,
    ...failure.lastSteps.map((line) => `  ${line}`),
    `Broken: ${failure.invariant}`,
    `  ${failure.message}`,
    `Repeat it: npm run sim -- --seed ${seed}`,
  ].join('\n')
}

/**
 * One planted bug, as soon as it is found or is not.
 *
 * @param {Finding} finding
 */
export function findingLine({ bug, found }) {
  if (found?.failure === undefined) return `${bug.name}: NOT FOUND`
  return `${bug.name}: seed ${found.seed}, ${found.failure.invariant}: ${found.failure.message.split('\n', 1)}`
}

/**
 * The planted bugs with the seed that finds each, as a table of Markdown.
 *
 * @param {readonly Finding[]} findings
 */
export function tableOf(findings) {
  return [...HEAD, ...findings.map(rowOf)].join('\n')
}

const HEAD = ['| Bug | What is done wrong | Seed | Broken invariant |', '|---|---|---|---|']

/** @param {Finding} finding */
function rowOf({ bug, found }) {
  const cells = [bug.name, bug.says, found?.seed ?? 'not found', found?.failure?.invariant ?? '']
  return `| ${cells.join(' | ')} |`
}

/** The seeds of the table as it was written last, by the bug's name. */
export function seedsOfTable() {
  const table = readFileSync(DOCUMENT, 'utf8').split(TABLE_BEGINS)[1]?.split(TABLE_ENDS)[0] ?? ''
  const rows = table.matchAll(/^\| ([a-z-]+) \|.*\| (\d+) \| [a-z]+ \|$/gm)
  return new Map(Array.from(rows, ([, name = '', seed]) => [name, Number(seed)]))
}

/**
 * Writes rows of findings into the table, in the order of the bugs; those that were not looked for stay.
 *
 * @param {readonly Finding[]} findings
 */
export function writeTable(findings) {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [before, rest] = text.split(TABLE_BEGINS)
  const [written = '', after] = rest?.split(TABLE_ENDS) ?? []
  if (after === undefined) throw new Error(`${DOCUMENT} has no place for the table`)
  const rows = new Map(written.split('\n').map((row) => [row.split(' | ', 1)[0]?.slice(2), row]))
  for (const finding of findings) rows.set(finding.bug.name, rowOf(finding))
  const table = [...HEAD, ...PLANTED_BUGS.flatMap(({ name }) => rows.get(name) ?? [])]
  const place = [TABLE_BEGINS, '', ...table, '', TABLE_ENDS].join('\n')
  writeFileSync(DOCUMENT, `${before}${place}${after}`)
}
