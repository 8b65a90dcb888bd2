/**
 * All checks but the tests: `npm run check`. Each step prints its outcome and time, and its output
 * where it fails. The last line is the sum, `N passed, N failed`.
 */

import { spawnSync } from 'node:child_process'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'
import { summaryOf } from './test-outcomes.mjs'

helpIfAsked(import.meta.url)

/** @type {readonly { name: string, args: readonly string[], tells?: true }[]} */
const STEPS = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'] },
  { name: 'format and lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'borders', args: ['scripts/borders.mjs'] },
  { name: 'tables of the docs', args: ['scripts/tables-of-docs.mjs', '--check'] },
  { name: 'options of the widget', args: ['scripts/widget-options.mjs', '--check'] },
  { name: 'marks of brands', args: ['scripts/brand-marks.mjs', '--check'] },
  { name: 'OpenAPI document', args: ['scripts/openapi.mjs'] },
  { name: 'bundle budget', args: ['scripts/budget.mjs'], tells: true },
  { name: 'licences', args: ['scripts/licences.mjs'] },
  { name: 'traces', args: ['scripts/hygiene.mjs'] },
]

const outcomes = STEPS.map(({ name, args, tells }) => {
  const start = performance.now()
  // Before it begins: one of them takes a minute on a slow machine.
  process.stdout.write(`       ${name}…\n`)
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const passed = status === 0
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`)
  if (!passed || tells) process.stdout.write(indented(`${stdout}${stderr}`))
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 }
})

const summary = summaryOf(outcomes)
process.stdout.write(`\n${summary.line}\n`)
process.exitCode = summary.succeeded ? 0 : 1

/** @param {string} output */
function indented(output) {
  return output.trimEnd().replace(/^/gm, '       ').concat('\n')
}
