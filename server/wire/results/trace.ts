/** One decision on the way to an answer. */
export interface TraceStep {
  /** What was decided about: `access`, `parameters`, `instrument`, … */
  readonly step: string
  /** A sentence for the merchant's developer. Never card data. */
  readonly decision: string
}

/** How many decisions one answer tells; the first ones. */
const MAX_STEPS = 200

/**
 * How an answer came about, for requests of the test environment that ask for it. Whoever decides
 * something notes it with `trace?.note(…)`, which costs nothing where nobody has asked.
 */
export class Trace {
  readonly #steps: TraceStep[] = []

  note(step: string, decision: string): void {
    if (this.#steps.length < MAX_STEPS) this.#steps.push({ step, decision })
  }

  get steps(): readonly TraceStep[] {
    return this.#steps
  }
}
