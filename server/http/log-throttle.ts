/**
 * Limits how often one kind of event is logged: the first one at once, then one line per period
 * with the number of events since the last line. Otherwise many events would fill the log.
 */
export class LogThrottle {
  readonly #periodMs: number
  #loggedAtMs = Number.NEGATIVE_INFINITY
  #unlogged = 0

  constructor(periodMs: number) {
    this.#periodMs = periodMs
  }

  /**
   * Counts one event. Returns how many events the line covers that should be logged now; 0: log
   * nothing now.
   */
  countForLog(nowMs: number = performance.now()): number {
    this.#unlogged++
    if (nowMs - this.#loggedAtMs < this.#periodMs) return 0
    const count = this.#unlogged
    this.#unlogged = 0
    this.#loggedAtMs = nowMs
    return count
  }
}
