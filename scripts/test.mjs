/**
 * Runs all tests: those beside the code (vitest) and those in a browser (Playwright), or with
 * arguments the files whose path contains them. The last line is the sum, `N passed, N failed`.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'
import { judge, playwrightCounts, summaryOf, vitestCounts } from './test-counts.mjs'

helpIfAsked(import.meta.url)

const filters = process.argv.slice(2)

const RUNNERS = [
  {
    name: 'vitest',
    report: 'test-results/vitest.json',
    read: vitestCounts,
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--exclude=e2e/**',
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=test-results/vitest.json',
      ...(filters.length === 0 ? [] : ['--passWithNoTests', ...filters]),
    ],
  },
  {
    name: 'playwright',
    report: 'test-results/playwright.json',
    read: playwrightCounts,
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...(filters.length === 0 ? [] : ['--pass-with-no-tests', ...filters]),
    ],
  },
]

const outcomes = RUNNERS.map(({ name, report, read, args }) => {
  const path = join(ROOT, report)
  rmSync(path, { force: true })
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  const counts = existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : undefined
  return judge(name, counts, { succeeded: status === 0, mayBeEmpty: filters.length > 0 })
})

for (const { remark } of outcomes) if (remark !== undefined) process.stdout.write(`${remark}\n`)
const summary = summaryOf(outcomes)
process.stdout.write(`\n${summary.line}\n`)
process.exitCode = summary.succeeded ? 0 : 1
