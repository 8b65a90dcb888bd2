/**
 * How many tests of a runner passed and failed. `remark`: why a failure counts that no test reported.
 *
 * @typedef {{ passed: number, failed: number, remark?: string }} Counts
 */

/**
 * @typedef {{ status: string, assertionResults: readonly unknown[] }} VitestFile
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: readonly VitestFile[] }} report
 * @returns {Counts}
 */
export function vitestCounts(report) {
  // A file that does not even load has no failed test: it is one.
  const unread = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + unread.length }
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors: readonly unknown[] }} report
 * @returns {Counts}
 */
export function playwrightCounts({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/**
 * The counts that hold for a runner: one that went wrong without a failed test, or ran nothing
 * although all tests were asked for, has failed once.
 *
 * @param {string} name
 * @param {Counts | undefined} counts what it reported, if it did
 * @param {{ succeeded: boolean, mayBeEmpty: boolean }} run
 * @returns {Counts}
 */
export function judge(name, counts = { passed: 0, failed: 0 }, { succeeded, mayBeEmpty }) {
  if (counts.failed > 0) return counts
  if (!succeeded) return { ...counts, failed: 1, remark: `${name} itself failed` }
  if (counts.passed > 0 || mayBeEmpty) return counts
  return { ...counts, failed: 1, remark: `${name} ran no test` }
}

/**
 * The line that every check and test ends with.
 *
 * @param {readonly Counts[]} all
 */
export function summaryOf(all) {
  const passed = all.reduce((sum, counts) => sum + counts.passed, 0)
  const failed = all.reduce((sum, counts) => sum + counts.failed, 0)
  return { line: `${passed} passed, ${failed} failed`, succeeded: failed === 0 && passed > 0 }
}
