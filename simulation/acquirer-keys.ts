import {
  type ConnectorOperation,
  type ConnectorOutcome,
  stepKey,
} from '../server/payments/index.ts'
import { assertInvariant } from './invariants.ts'

/** What was answered under a key. `error`: it says nothing of what was done, and is repeated like any answer. */
export type StoredAnswer = ConnectorOutcome | 'error'

type Keyed = Pick<ConnectorOperation, 'paymentId' | 'charge' | 'referencedId'>

/** The answers that an acquirer keeps by the key of their request: a request that arrives again is answered alike. */
export class AcquirerKeys {
  readonly #answers = new Map<string, { readonly answer: StoredAnswer; readonly of: string }>()

  /** What is repeated to a request; `undefined`: its key is new. */
  answerTo(operation: Keyed): StoredAnswer | undefined {
    const known = this.#answers.get(keyOf(operation))
    assertInvariant(
      'once',
      known === undefined || known.of === chargeOf(operation),
      () => 'one key was sent with two charges',
    )
    return known?.answer
  }

  keep(operation: Keyed, answer: StoredAnswer): void {
    this.#answers.set(keyOf(operation), { answer, of: chargeOf(operation) })
  }
}

function keyOf(operation: Keyed): string {
  return stepKey(operation, operation.referencedId === undefined ? 'charge' : 'modify')
}

function chargeOf({ paymentId, charge = '' }: Keyed): string {
  return `${paymentId} ${charge}`
}
