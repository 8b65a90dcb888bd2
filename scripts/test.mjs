/**
 * Runs all tests: those beside the code (vitest) and those in a browser (Playwright), or with
 * arguments the files whose path contains them. At the end each failed test is shown once more, in
 * short, so is each browser test that needed a second try, and the last line is the sum, `N passed, N failed`.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'
import { judge, playwrightOutcome, shownFailures, summaryOf } from './test-outcomes.mjs'

helpIfAsked(import.meta.url)

const filters = process.argv.slice(2)

const RUNNERS = [
  {
    name: 'vitest',
    report: 'test-results/vitest.json',
    read: (/** @type {import('./test-outcomes.mjs').RunnerOutcome} */ report) => report,
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--exclude=e2e/**',
      '--reporter=default',
      '--reporter=./scripts/vitest-reporter.mjs',
      ...(filters.length === 0 ? [] : ['--passWithNoTests', ...filters]),
    ],
  },
  {
    name: 'playwright',
    report: 'test-results/playwright.json',
    read: playwrightOutcome,
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
  mkdirSync(dirname(path), { recursive: true })
  const env = { ...process.env, TEST_REPORT_FILE: path }
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
  const outcome = existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : undefined
  return judge(name, outcome, { succeeded: status === 0, mayBeEmpty: filters.length > 0 })
})

const failures = outcomes.flatMap((outcome) => outcome.failures)
const flaky = outcomes.flatMap((outcome) => outcome.flaky ?? [])
const shown = [...shownFailures(flaky, 'FLAKY'), ...shownFailures(failures)]
for (const failure of shown) process.stdout.write(`\n${failure}\n`)
const summary = summaryOf(
  outcomes.map(({ passed, failures }) => ({ passed, failed: failures.length })),
)
process.stdout.write(`\n${summary.line}\n`)
process.exitCode = summary.succeeded ? 0 : 1
