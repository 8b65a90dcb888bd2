/** One decision on the way to an answer. */
export interface TraceStep {
  /** The subject of the decision: `access`, `parameters`, `instrument`, … */
  readonly step: string
  /** A sentence for the merchant's developer. Never card data. */
  readonly decision: string
}

/** How many decisions one answer lists; the first ones. */
const MAX_STEPS = 200

/**
 * The decisions that led to an answer, for requests of the test environment that ask for them. Code
 * that decides calls `trace?.note(…)`, which costs nothing without a trace.
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
