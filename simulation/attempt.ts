import type { PageDecision } from '../sandbox/simulator/simulator.ts'
import type { FlatBody } from '../server/parameters/table.ts'
import type { AskedReference } from './expected-reference.ts'

/** One thing that a simulated merchant or shopper does. */
export type PlannedAction =
  | { readonly kind: 'pay'; readonly paymentType: string; readonly amountMinor: number }
  | {
      readonly kind: 'payStored'
      readonly registrationId: string
      readonly paymentType: string
      readonly amountMinor: number
    }
  | { readonly kind: 'subscribe'; readonly registrationId: string; readonly amountMinor: number }
  | {
      readonly kind: 'switchSchedule'
      readonly scheduleId: string
      readonly verb: 'pause' | 'resume'
    }
  | { readonly kind: 'submit'; readonly checkoutId: string }
  | { readonly kind: 'changeGifts'; readonly checkoutId: string }
  | { readonly kind: 'refer'; readonly targetId: string; readonly asked: AskedReference }
  | { readonly kind: 'openCheckout' }
  | {
      readonly kind: 'updateCheckout'
      readonly checkoutId: string
      readonly amountMinor: number
    }
  | { readonly kind: 'deleteCheckout'; readonly checkoutId: string }
  | { readonly kind: 'deleteRegistration'; readonly registrationId: string }
  | { readonly kind: 'read'; readonly paymentId: string }
  | { readonly kind: 'readCheckout'; readonly checkoutId: string }

/** What a shopper decides on a page of the simulator. */
export interface Decision {
  readonly paymentId: string
  readonly verdict: PageDecision
}

/** One action with its request; the same object for all repetitions. */
export interface Operation {
  /** The merchant's reference: unique, and stored with the payment that it creates. */
  readonly name: string
  readonly wish: PlannedAction
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body: FlatBody
  /** Value of `Idempotency-Key`. */
  readonly key?: string
  /** When it was sent first; milliseconds, UTC. */
  readonly firstSentAtMs: number
}

/** One attempt to send an operation. */
export interface Attempt {
  readonly operation: Operation
  readonly startStep: number
  readonly startMs: number
  /** It was sent with the key of another operation on purpose. */
  readonly isForeignKey: boolean
}
