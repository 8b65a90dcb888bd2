import { formatAmount } from '../../common/money.ts'
import type { Answer } from '../http/answer.ts'
import { wireTimestamp } from '../kernel/timers/clock.ts'
import type { PaymentRow } from '../store/port.ts'
import { answerWith } from './answer.ts'
import { openNow } from './life-cycle.ts'

/**
 * A payment as a read or a query shows it: the answer of its request, the time of the request, and the
 * amounts that were captured, reversed, refunded and charged back since. All of it is in the row, so that a read
 * takes no longer for a large family.
 */
export function paymentReadAnswer(payment: PaymentRow, ndc: string): Answer {
  const madeAt = `,"requestTimestamp":"${wireTimestamp(payment.createdAtMs)}"`
  const amounts = payment.state === 'succeeded' ? amountsOf(payment) : ''
  return answerWith(payment, ndc, madeAt + amounts)
}

/** JSON text of the member `amounts`; '' for types to which no merchant can refer: RV, RF, CB, CR, RI, 3D. */
function amountsOf(payment: PaymentRow): string {
  const { currency, reversedMinor: reversed, refundedMinor: refunded } = payment
  const { chargedBackMinor } = payment
  const shown = (minor: number) => (minor === 0 ? '0.00' : formatAmount({ minor, currency }))
  const chargedBack = chargedBackMinor === 0 ? '' : `,"chargedBack":"${shown(chargedBackMinor)}"`
  const booked = (name: string) =>
    `,"amounts":{"${name}":"${shown(payment.bookedMinor)}","reversed":"${shown(reversed)}","refunded":"${shown(refunded)}"${chargedBack},"open":"${shown(openNow(payment))}"}`
  switch (payment.paymentType) {
    case 'PA': {
      const { authorisedMinor: authorised, capturedMinor: captured } = payment
      return `,"amounts":{"authorised":"${shown(authorised)}","captured":"${shown(captured)}","reversed":"${shown(reversed)}","open":"${shown(openNow(payment))}"}`
    }
    case 'DB':
    case 'CP':
    case 'RB':
      return booked('captured')
    case 'CD':
      return booked('credited')
    case 'RV':
    case 'RF':
    case 'CB':
    case 'CR':
    case 'RI':
    case '3D':
      return ''
  }
}
