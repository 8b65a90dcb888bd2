import type { FlatBody } from '../parameters/flat-body.ts'
import type { AskedReference } from './expected-reference.ts'

/** What a simulated merchant or shopper wants done. */
export type Wish =
  | {
      readonly kind: 'pay'
      readonly paymentType: string
      readonly amountMinor: number
      /** Present for the submit of a checkout. */
      readonly checkoutId?: string
    }
  | { readonly kind: 'refer'; readonly targetId: string; readonly asked: AskedReference }
  | { readonly kind: 'openCheckout' }
  | { readonly kind: 'read'; readonly paymentId: string }
  | { readonly kind: 'readCheckout'; readonly checkoutId: string }

/** One wish with the request that carries it; the same object for all its repetitions. */
export interface Operation {
  /** The merchant's name for it: unique, and stored with the payment that it makes. */
  readonly name: string
  readonly wish: Wish
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: FlatBody
  /** Value of `Idempotency-Key`. */
  readonly key?: string
  /** When it was sent first; milliseconds, UTC. */
  readonly firstSentAtMs: number
}

/** One sending of an operation. */
export interface Attempt {
  readonly operation: Operation
  readonly startStep: number
  readonly startMs: number
  /** The key of another operation was taken for it on purpose. */
  readonly isForeignKey: boolean
}
