import { stepKey } from '../acquirers/index.ts'
import type { ConnectorOperation, ConnectorOutcome } from '../server/payments/connectors/index.ts'
import { isPrepared } from './prepared-charges.ts'

/** What was answered under a key. `error`: it says nothing of what was done, and is repeated like any answer. */
export type StoredAnswer = ConnectorOutcome | 'error'

type Keyed = Pick<
  ConnectorOperation,
  'paymentId' | 'afterAuthenticationId' | 'referencedId' | 'paymentType'
>

/** The answers that an acquirer keeps by the key of their request, for a while: who repeats it is answered alike. */
export class AcquirerKeys {
  readonly #liveMs: number
  readonly #answers = new Map<string, { readonly answer: StoredAnswer; readonly untilMs: number }>()

  constructor(liveMs: number) {
    this.#liveMs = liveMs
  }

  /** What is repeated to a request; `undefined`: its key is new, or forgotten. */
  answerTo(operation: Keyed, nowMs: number): StoredAnswer | undefined {
    const known = this.#answers.get(keyOf(operation))
    return known !== undefined && nowMs < known.untilMs ? known.answer : undefined
  }

  keep(operation: Keyed, answer: StoredAnswer, nowMs: number): void {
    this.#answers.set(keyOf(operation), { answer, untilMs: nowMs + this.#liveMs })
  }
}

function keyOf(operation: Keyed): string {
  return stepKey(operation, isPrepared(operation) ? 'charge' : 'modify')
}
