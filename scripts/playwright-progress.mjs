/** Tells the process that has started Playwright how many tests are done (`scripts/progress.mjs`). */
export default class ProgressReporter {
  #done = 0
  #total = 0

  /** @param {unknown} _config @param {import('@playwright/test/reporter').Suite} suite */
  onBegin(_config, suite) {
    this.#total = suite.allTests().length
    this.#tell()
  }

  onTestEnd() {
    this.#done += 1
    this.#tell()
  }

  printsToStdio() {
    return false
  }

  #tell() {
    process.send?.({ done: this.#done, total: this.#total })
  }
}
