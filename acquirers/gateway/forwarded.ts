import type { ReturningPayment } from '../../server/payments/connectors/return-url.ts'
import { RECEIVER_PAYMENT_ID } from './answer-details.ts'
import type { AskedOperation } from './outcome.ts'

/** A payment that was sent to a receiver, as far as it is stored. */
export interface ForwardedPayment extends ReturningPayment {
  readonly operation: AskedOperation
  /** Its id at the receiver; absent while no answer has arrived. */
  readonly receiverId?: string
  readonly connector: string
  readonly isPending: boolean
}

/** Finds a stored payment by the id that it has here. Rejects with the store. */
export type FindForwarded = (paymentId: string) => Promise<ForwardedPayment | undefined>

/** The receiver's id of a payment from its `resultDetails`, as it was found before references were kept. */
export function receiverIdOf(resultDetails: Readonly<Record<string, string>> = {}) {
  return resultDetails[RECEIVER_PAYMENT_ID]
}
