import { formatAmount } from '../../../common/money.ts'
import type { PaymentRow } from '../../engine/store/port.ts'
import { wireTimestamp } from '../../engine/timers/clock.ts'
import type { Answer } from '../../wire/http/answer.ts'
import { answerWith } from './answer.ts'
import { openOf } from './life-cycle.ts'

/**
 * A payment as its read and queries show it: the answer of its request, when it was made, and what
 * became of its money since. All of it stands in the row: a read costs no more for a long family.
 */
export function paymentReadAnswer(payment: PaymentRow, ndc: string): Answer {
  const further: Record<string, unknown> = {}
  further.requestTimestamp = wireTimestamp(payment.createdAtMs)
  if (payment.state === 'succeeded') addAmounts(further, payment)
  return answerWith(payment, ndc, further)
}

/** Nothing follows a reversal, a refund or what stands alone. */
function addAmounts(further: Record<string, unknown>, payment: PaymentRow): void {
  const { currency, reversedMinor: reversed, refundedMinor: refunded } = payment
  const shown = (minor: number) => (minor === 0 ? '0.00' : formatAmount({ minor, currency }))
  const ofBooking = () => ({
    reversed: shown(reversed),
    refunded: shown(refunded),
    open: shown(openNow(payment)),
  })
  switch (payment.paymentType) {
    case 'PA':
      further.amounts = {
        authorised: shown(payment.authorisedMinor),
        captured: shown(payment.capturedMinor),
        reversed: shown(reversed),
        open: shown(openNow(payment)),
      }
      return
    case 'DB':
    case 'CP':
    case 'RB':
      further.amounts = Object.assign({ captured: shown(payment.bookedMinor) }, ofBooking())
      return
    case 'CD':
      further.amounts = Object.assign({ credited: shown(payment.bookedMinor) }, ofBooking())
      return
    case 'RV':
    case 'RF':
    case 'RI':
    case '3D':
  }
}

/** After `sequence=FINAL` nothing may follow. */
function openNow(payment: PaymentRow): number {
  return payment.finalisedBy !== null ? 0 : openOf(payment)
}
