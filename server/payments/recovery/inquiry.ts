import type { PaymentRow } from '../../store/port.ts'
import type { Inquiry } from '../connectors/connector.ts'
import { readDetails, storedOperation } from '../details.ts'

/** What a connector is given to find the outcome of a payment. */
export function inquiryOf(payment: PaymentRow): Inquiry {
  const details = readDetails(payment)
  const { card, returned } = details
  return {
    operation: storedOperation(payment, details),
    isPending: payment.state === 'pending' || payment.state === 'taken',
    sentAtMs: payment.createdAtMs,
    ...(card?.holder === undefined ? {} : { cardHolder: card.holder }),
    ...(returned === undefined ? {} : { returned }),
  }
}
