import { RECEIVER_PAYMENT_ID } from './answer-details.ts'
import type { AskedOperation } from './outcome.ts'

/** A payment that was sent to a receiver, as far as it is stored. */
export interface ForwardedPayment {
  readonly operation: AskedOperation
  /** Its id at the receiver; absent while no answer has arrived. */
  readonly receiverId?: string
  readonly connector: string
  readonly isPending: boolean
  /** Whether the receiver authenticates, or has authenticated, the cardholder on a page of its own. */
  readonly isAuthenticatedThere: boolean
  /** Where the shopper goes back to, with `id` and `resourcePath` in its query. */
  readonly shopUrl?: string
}

/** Finds a stored payment by the id that it has here. Rejects with the store. */
export type FindForwarded = (paymentId: string) => Promise<ForwardedPayment | undefined>

/** The receiver's id of a payment from its `resultDetails`, as it was found before references were kept. */
export function receiverIdOf(resultDetails: Readonly<Record<string, string>> = {}) {
  return resultDetails[RECEIVER_PAYMENT_ID]
}
