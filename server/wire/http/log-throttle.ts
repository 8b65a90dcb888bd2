/**
 * Limits how often one kind of event is logged: the first one at once, later ones once in a period,
 * with how many there were since the last line. Without it a flood would fill the log.
 */
export class LogThrottle {
  readonly #periodMs: number
  #loggedAtMs = Number.NEGATIVE_INFINITY
  #unlogged = 0

  constructor(periodMs: number) {
    this.#periodMs = periodMs
  }

  /** Counts one event. Answers how many events the line to log stands for; 0: log nothing now. */
  countForLog(nowMs: number = performance.now()): number {
    this.#unlogged++
    if (nowMs - this.#loggedAtMs < this.#periodMs) return 0
    const count = this.#unlogged
    this.#unlogged = 0
    this.#loggedAtMs = nowMs
    return count
  }
}
