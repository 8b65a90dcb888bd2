/**
 * What a runner of tests reports: how many tests passed, and everything that failed.
 *
 * `flaky`: passed at the second try, with what went wrong at the first.
 *
 * @typedef {{ file: string, title: string, message: string }} Failure
 * @typedef {{ passed: number, failures: readonly Failure[], flaky?: readonly Failure[] }} RunnerOutcome
 */

/**
 * How many browser tests of a run may need a second try. More than that is no accident of a busy machine:
 * then each of them has failed.
 */
const MAX_FLAKY = 2
const MAX_SHOWN_FAILURES = 20
const MAX_SHOWN_LINES = 15

/**
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ status: string, results: readonly { errors: readonly PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, specs: readonly { title: string, tests: readonly PlaywrightTest[] }[], suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 * @param {{ stats: { expected: number }, suites: readonly PlaywrightSuite[], errors: readonly (PlaywrightError & { location?: { file: string } })[] }} report
 * @returns {RunnerOutcome}
 */
export function playwrightOutcome({ stats, suites, errors }) {
  const outsideOfTests = errors.map((error) => ({
    file: error.location?.file ?? '',
    title: 'outside of tests',
    message: messageOf([error]),
  }))
  /** @param {'unexpected' | 'flaky'} status The outermost suite is the file, which is named already. */
  const of = (status) => suites.flatMap((file) => failuresOfSuite(file, status, []))
  const flaky = of('flaky')
  const failures = [...of('unexpected'), ...outsideOfTests]
  if (flaky.length > MAX_FLAKY) return { passed: stats.expected, failures: [...failures, ...flaky] }
  return { passed: stats.expected + flaky.length, failures, flaky }
}

/**
 * @param {PlaywrightSuite} suite
 * @param {'unexpected' | 'flaky'} wanted
 * @param {readonly string[]} titles
 * @returns {Failure[]}
 */
function failuresOfSuite({ file, specs, suites = [] }, wanted, titles) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => ({
        file: `e2e/${file}`,
        title: [...titles, title].join(' > '),
        message: messageOf(results.flatMap(({ errors }) => errors)),
      })),
  )
  return [
    ...own,
    ...suites.flatMap((inner) => failuresOfSuite(inner, wanted, [...titles, inner.title])),
  ]
}

/** @param {readonly PlaywrightError[]} errors */
function messageOf(errors) {
  return errors.map(({ message }) => message ?? '').join('\n')
}

/**
 * The outcome that holds for a runner: one that went wrong without a failed test, or ran nothing
 * although all tests were asked for, has failed once.
 *
 * @param {string} name
 * @param {RunnerOutcome | undefined} outcome what it reported, if it did
 * @param {{ succeeded: boolean, mayBeEmpty: boolean }} run
 * @returns {RunnerOutcome}
 */
export function judge(name, outcome = { passed: 0, failures: [] }, { succeeded, mayBeEmpty }) {
  if (outcome.failures.length > 0) return outcome
  if (!succeeded) return { ...outcome, failures: [failureOf(`${name} itself failed`)] }
  if (outcome.passed > 0 || mayBeEmpty) return outcome
  return { ...outcome, failures: [failureOf(`${name} ran no test`)] }
}

/**
 * @param {string} title
 * @returns {Failure}
 */
function failureOf(title) {
  return { file: '', title, message: '' }
}

/**
 * The failures once more, short: CI shows only the end of the output.
 *
 * @param {readonly Failure[]} failures
 * @param {'FAILED' | 'FLAKY'} [word]
 */
export function shownFailures(failures, word = 'FAILED') {
  const shown = failures.slice(0, MAX_SHOWN_FAILURES).map(({ file, title, message }) => {
    const place = file === '' ? title : `${file} > ${title}`
    return [`${word} ${place}`, ...shownLines(message)].join('\n')
  })
  const left = failures.length - shown.length
  return left === 0 ? shown : [...shown, `and ${left} more`]
}

/** @param {string} message */
function shownLines(message) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this character.
  const lines = message.replace(/\x1b\[[0-9;]*m/g, '').split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_SHOWN_LINES)
    .map((line) => `       ${line}`)
}

/**
 * The line that every check and test ends with.
 *
 * @param {readonly { passed: number, failed: number }[]} all
 */
export function summaryOf(all) {
  const passed = all.reduce((sum, counts) => sum + counts.passed, 0)
  const failed = all.reduce((sum, counts) => sum + counts.failed, 0)
  return { line: `${passed} passed, ${failed} failed`, succeeded: failed === 0 && passed > 0 }
}
