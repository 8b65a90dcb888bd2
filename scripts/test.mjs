/**
 * Runs all tests: those beside the code (vitest) and those in a browser (Playwright), or with
 * arguments the files whose path contains them. Both run at the same time, because each waits half of its time
 * for disks, processes and pages; what the second says is shown after the first, and how far both are from
 * the beginning on, every ten seconds. At the end each failed test is
 * shown once more, in short, so is each browser test that needed a second try, and the last line is the sum,
 * `N passed, N failed`.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'
import { ProgressOfRunners } from './progress.mjs'
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

/** More than a runner says: what is not read makes it wait. */
const MAX_OUTPUT_BYTES = 100_000_000

const progress = new ProgressOfRunners(RUNNERS.map(({ name }) => name))
const endProgress = progress.sayOften((line) => process.stdout.write(`${line}\n`))

const started = RUNNERS.map((runner) => {
  const path = join(ROOT, runner.report)
  rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  const env = { ...process.env, TEST_REPORT_FILE: path }
  const child = spawn(process.execPath, runner.args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  })
  child.on('message', (message) => progress.note(runner.name, message))
  const said = new PassThrough({ highWaterMark: MAX_OUTPUT_BYTES })
  child.stdout?.pipe(said, { end: false })
  child.stderr?.pipe(said, { end: false })
  const ended = once(child, 'close').then(([status]) => {
    said.end()
    return status
  })
  return { runner, path, said, ended }
})

const outcomes = []
for (const { runner, path, said, ended } of started) {
  said.pipe(process.stdout, { end: false })
  const [status] = await Promise.all([ended, finished(said)])
  const outcome = existsSync(path) ? runner.read(JSON.parse(readFileSync(path, 'utf8'))) : undefined
  const expected = { succeeded: status === 0, mayBeEmpty: filters.length > 0 }
  outcomes.push(judge(runner.name, outcome, expected))
}

endProgress()
const failures = outcomes.flatMap((outcome) => outcome.failures)
const flaky = outcomes.flatMap((outcome) => outcome.flaky ?? [])
const shown = [...shownFailures(flaky, 'FLAKY'), ...shownFailures(failures)]
for (const failure of shown) process.stdout.write(`\n${failure}\n`)
const summary = summaryOf(
  outcomes.map(({ passed, failures }) => ({ passed, failed: failures.length })),
)
process.stdout.write(`\n${summary.line}\n`)
process.exitCode = summary.succeeded ? 0 : 1
