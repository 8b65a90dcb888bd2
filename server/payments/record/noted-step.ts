import { type Change, type PaymentRow, paymentAfterStep } from '../../store/port.ts'
import { detailsWhenNoted, type PaymentDetails, storedDetails } from '../details.ts'
import { eventOf } from './booking.ts'

/**
 * Changes the details of a payment and nothing else, and writes an event of this kind into its history. `after`: the
 * payment as it is stored then. `atMs`: by the channel's clock.
 */
export function notedStep(
  payment: PaymentRow,
  details: PaymentDetails,
  { kind, atMs }: { readonly kind: string; readonly atMs: number },
): { readonly after: PaymentRow; readonly changes: readonly Change[] } {
  const { id, version: expectedVersion } = payment
  const set = {
    details: storedDetails(payment, detailsWhenNoted(payment, details)),
    updatedAtMs: atMs,
  }
  const after = paymentAfterStep(payment, set, expectedVersion + 1)
  const step: Change = { kind: 'stepPayment', id, expectedVersion, set }
  return { after, changes: [step, eventOf(after, kind)] }
}
