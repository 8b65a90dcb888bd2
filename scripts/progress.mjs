/** How often it is said how far the runners are, in milliseconds. */
const SAY_EVERY_MS = 10_000

/**
 * How far runners are that say little by themselves, or are shown only when another one has ended.
 *
 * @typedef {{ done: number, total: number }} Progress
 */
export class ProgressOfRunners {
  /** @type {Map<string, Progress | undefined>} */
  #runners
  #startMs

  /** @param {readonly string[]} names @param {number} [nowMs] */
  constructor(names, nowMs = performance.now()) {
    this.#runners = new Map(names.map((name) => [name, undefined]))
    this.#startMs = nowMs
  }

  /** @param {string} name @param {unknown} message of the runner's process */
  note(name, message) {
    const { done, total } = /** @type {Partial<Progress>} */ (message ?? {})
    if (typeof done === 'number' && typeof total === 'number')
      this.#runners.set(name, { done, total })
  }

  /** `after 20 s: vitest 12 of 520 files, playwright begins` @param {number} [nowMs] */
  line(nowMs = performance.now()) {
    const seconds = Math.round((nowMs - this.#startMs) / 1000)
    const each = [...this.#runners].map(([name, progress]) =>
      progress === undefined ? `${name} begins` : `${name} ${progress.done} of ${progress.total}`,
    )
    return `after ${seconds} s: ${each.join(', ')}`
  }

  /** Says it now and every ten seconds, until the answer is called. @param {(line: string) => void} say */
  sayOften(say) {
    say(this.line())
    const repeated = setInterval(() => say(this.line()), SAY_EVERY_MS)
    return () => clearInterval(repeated)
  }
}
