import { describe, expect, test } from 'vitest'
import { judge, playwrightCounts, summaryOf, vitestCounts } from './test-counts.mjs'

const wholeRun = { succeeded: true, mayBeEmpty: false }

describe('the counts of a runner', () => {
  test('of vitest: a file that does not load is a failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: ['one failed test'] },
      { status: 'passed', assertionResults: ['a', 'b'] },
    ]
    const report = { numPassedTests: 2, numFailedTests: 1, testResults }
    expect(vitestCounts(report)).toEqual({ passed: 2, failed: 2 })
  })

  test('of Playwright: a flaky test and an error outside of tests are failures', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1 }
    expect(playwrightCounts({ stats, errors: ['no such fixture'] })).toEqual({
      passed: 3,
      failed: 3,
    })
  })
})

describe('a runner has failed', () => {
  test('when it exits with an error without a failed test', () => {
    const run = { succeeded: false, mayBeEmpty: false }
    expect(judge('vitest', { passed: 5, failed: 0 }, run)).toMatchObject({ passed: 5, failed: 1 })
  })

  test('when it wrote no report', () => {
    const run = { succeeded: false, mayBeEmpty: true }
    expect(judge('vitest', undefined, run)).toMatchObject({ failed: 1 })
  })

  test('when it ran no tests, unless only some tests were requested', () => {
    const nothing = { passed: 0, failed: 0 }
    expect(judge('vitest', nothing, wholeRun)).toMatchObject({
      failed: 1,
      remark: 'vitest ran no test',
    })
    expect(judge('vitest', nothing, { succeeded: true, mayBeEmpty: true })).toEqual(nothing)
  })

  test('but not when every test passed', () => {
    expect(judge('vitest', { passed: 5, failed: 0 }, wholeRun)).toEqual({ passed: 5, failed: 0 })
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
