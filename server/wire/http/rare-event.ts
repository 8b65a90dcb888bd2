/**
 * Keeps a log readable while the same thing happens very often: the first time is told at once, then
 * once in a period, with how often it has happened since.
 */
export class RareEvent {
  readonly #periodMs: number
  #toldAtMs = Number.NEGATIVE_INFINITY
  #untold = 0

  constructor(periodMs: number) {
    this.#periodMs = periodMs
  }

  /** How often it has happened since it was told; 0: it is not to be told now. */
  happened(nowMs: number = performance.now()): number {
    this.#untold++
    if (nowMs - this.#toldAtMs < this.#periodMs) return 0
    const count = this.#untold
    this.#untold = 0
    this.#toldAtMs = nowMs
    return count
  }
}
