import { writeFileSync } from 'node:fs'

/**
 * Writes the outcome of a run of vitest as JSON (`RunnerOutcome`) to the file that
 * `TEST_REPORT_FILE` names. Vitest's own JSON lacks what fails outside of a test: a hook, a
 * rejection that no code handles, a file that does not load; and what differs in a comparison.
 */
export default class OutcomeReporter {
  #done = 0
  #total = 0

  /** @param {readonly unknown[]} specifications */
  onTestRunStart(specifications) {
    this.#total = specifications.length
    this.#tell()
  }

  onTestModuleEnd() {
    this.#done += 1
    this.#tell()
  }

  /** To the process that has started this one (`scripts/progress.mjs`). */
  #tell() {
    process.send?.({ done: this.#done, total: this.#total })
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const failures = [
      ...modules.flatMap(failuresOf),
      ...(unhandled.length === 0 ? [] : [failure('', 'unhandled errors', unhandled)]),
    ]
    writeFileSync(String(process.env.TEST_REPORT_FILE), JSON.stringify({ passed, failures }))
  }
}

/** @param {import('vitest/node').TestModule} module */
function failuresOf(module) {
  const file = module.relativeModuleId
  const tests = [...module.children.allTests('failed')].map((test) =>
    failure(file, test.fullName, test.result().errors ?? []),
  )
  const suites = [module, ...module.children.allSuites()]
    .filter((suite) => suite.errors().length > 0)
    .map((suite) =>
      failure(file, suite.type === 'suite' ? suite.fullName : 'outside of tests', suite.errors()),
    )
  return [...tests, ...suites]
}

/**
 * @param {string} file
 * @param {string} title
 * @param {readonly { message: string, stack?: string, diff?: string }[]} errors
 */
function failure(file, title, errors) {
  return { file, title, message: errors.map(messageOf).join('\n') }
}

/**
 * The place first: the difference of two large objects would push it out of what is shown.
 *
 * @param {{ message: string, stack?: string, diff?: string }} error
 */
function messageOf({ message, stack = '', diff = '' }) {
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const own = places.find((line) => !line.includes('node_modules')) ?? ''
  return [message, own, diff].join('\n')
}
