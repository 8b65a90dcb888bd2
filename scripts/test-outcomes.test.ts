import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './prepare/root.mjs'
import { judge, playwrightOutcome, shownFailures, summaryOf } from './test-outcomes.mjs'

const wholeRun = { succeeded: true, mayBeEmpty: false }
const failure = { file: 'a.test.ts', title: 'adds', message: '1 is not 2' }

describe('the outcome of vitest', () => {
  test('names failed tests, hooks, files that do not load, and unhandled errors', () => {
    const report = runVitest({
      'tests.test.ts': `
        describe('sums', () => {
          test('adds', () => expect({ sum: 1 }).toEqual({ sum: 2 }))
          test('subtracts', () => {})
        })
        describe('hooks', () => {
          beforeAll(() => { throw new Error('no port is free') })
          test('is skipped', () => {})
        })
        test('leaves an error', () => { void Promise.reject(new Error('not awaited')) })`,
      'imports.test.ts': "import './missing.ts'",
    })
    expect(report.passed).toBe(2)
    expect(report.failures).toHaveLength(4)
    expect(report.failures).toEqual(
      expect.arrayContaining([
        failureLike(
          'tests.test.ts',
          'sums > adds',
          /deeply equal.*tests\.test\.ts:3:.*\+ .*"sum": 1/s,
        ),
        failureLike('tests.test.ts', 'hooks', /no port is free/),
        failureLike('imports.test.ts', 'outside of tests', /missing\.ts/),
        failureLike('', 'unhandled errors', /not awaited/),
      ]),
    )
  })
})

describe('the outcome of Playwright', () => {
  const file = 'pay.spec.ts'
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  })
  const reportOf = (specs: ReturnType<typeof spec>[], errors: { message: string }[] = []) => ({
    stats: { expected: 1 },
    suites: [{ title: file, file, specs: [], suites: [{ title: 'a card', file, specs }] }],
    errors,
  })

  test('names failed tests and errors outside of tests', () => {
    const specs = [spec('pays', 'expected'), spec('declines', 'unexpected', 'no text', 'no button')]
    const errors = [{ message: 'no such fixture', location: { file: 'e2e/x.spec.ts' } }]
    expect(playwrightOutcome(reportOf(specs, errors))).toEqual({
      passed: 1,
      failures: [
        { file: 'e2e/pay.spec.ts', title: 'a card > declines', message: 'no text\nno button' },
        { file: 'e2e/x.spec.ts', title: 'outside of tests', message: 'no such fixture' },
      ],
      flaky: [],
    })
  })

  test('counts up to two tests that passed at the second try, and names them', () => {
    const specs = [spec('loads', 'flaky', 'too late'), spec('pays', 'flaky', 'too late')]
    expect(playwrightOutcome(reportOf(specs))).toEqual({
      passed: 3,
      failures: [],
      flaky: [
        { file: 'e2e/pay.spec.ts', title: 'a card > loads', message: 'too late' },
        { file: 'e2e/pay.spec.ts', title: 'a card > pays', message: 'too late' },
      ],
    })
  })

  test('has failed in each flaky test when there are three', () => {
    const specs = ['loads', 'pays', 'declines'].map((title) => spec(title, 'flaky', 'too late'))
    expect(playwrightOutcome(reportOf(specs)).failures).toHaveLength(3)
  })
})

describe('a runner has failed', () => {
  test('when it exits with an error without a failed test', () => {
    const run = { succeeded: false, mayBeEmpty: false }
    const outcome = judge('vitest', { passed: 5, failures: [] }, run)
    expect(outcome).toMatchObject({ passed: 5, failures: [{ title: 'vitest itself failed' }] })
  })

  test('when it wrote no report', () => {
    const run = { succeeded: false, mayBeEmpty: true }
    expect(judge('vitest', undefined, run).failures).toHaveLength(1)
  })

  test('when it ran no tests, unless only some tests were requested', () => {
    const nothing = { passed: 0, failures: [] }
    expect(judge('vitest', nothing, wholeRun).failures).toMatchObject([
      { title: 'vitest ran no test' },
    ])
    expect(judge('vitest', nothing, { succeeded: true, mayBeEmpty: true })).toEqual(nothing)
  })

  test('but not when every test passed', () => {
    const allPassed = { passed: 5, failures: [] }
    expect(judge('vitest', allPassed, wholeRun)).toEqual(allPassed)
  })
})

describe('the failures shown at the end', () => {
  test('have file, title and message, without colours and empty lines', () => {
    const message = '\u001b[31m1 is not 2\u001b[39m\n\nat line 3'
    expect(shownFailures([{ ...failure, message }])).toEqual([
      'FAILED a.test.ts > adds\n       1 is not 2\n       at line 3',
    ])
  })

  test('name a flaky test as such', () => {
    expect(shownFailures([failure], 'FLAKY')[0]).toMatch(/^FLAKY a\.test\.ts > adds/)
  })

  test('are at most 20, with at most 15 lines of each message', () => {
    const message = 'line\n'.repeat(100)
    const shown = shownFailures(Array.from({ length: 23 }, () => ({ ...failure, message })))
    expect(shown).toHaveLength(21)
    expect(shown[0]?.split('\n')).toHaveLength(16)
    expect(shown.at(-1)).toBe('and 3 more')
  })
})

describe('the summary line', () => {
  test('shows the totals', () => {
    const all = [
      { passed: 5, failed: 0 },
      { passed: 2, failed: 1 },
    ]
    expect(summaryOf(all)).toEqual({ line: '7 passed, 1 failed', succeeded: false })
  })

  test('is a failure when nothing ran', () => {
    expect(summaryOf([]).succeeded).toBe(false)
  })
})

/** Runs vitest on these files as `npm test` does, and reads what the reporter wrote. */
function runVitest(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-reporter-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const report = join(folder, 'report.json')
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const reporter = `--reporter=${join(ROOT, 'scripts/vitest-reporter.mjs')}`
    spawnSync(process.execPath, [vitest, 'run', '--globals', '--root', folder, reporter], {
      env: { ...process.env, TEST_REPORT_FILE: report },
    })
    return JSON.parse(readFileSync(report, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function failureLike(file: string, title: string, message: RegExp) {
  return { file, title, message: expect.stringMatching(message) }
}
