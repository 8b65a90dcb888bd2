import { formatAmount } from '../../common/money.ts'
import { shortIdOf } from '../../server/kernel/ids.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import {
  hasOutcome,
  openOf,
  type PaymentDetails,
  personIn,
  readDetails,
} from '../../server/payments/index.ts'
import { isRejected } from '../../server/payments/record/index.ts'
import { descriptionOf, resultGroupOf } from '../../server/results/catalogue.ts'
import type { EntityRow, PaymentRow } from '../../server/store/port.ts'
import type { AdminPayment, AdminPaymentState } from './answer.ts'

/** How a payment stands, in the one word that helps most. */
export function standingOf(payment: PaymentRow): AdminPaymentState {
  const { state, resultCode, bookedMinor, refundedMinor, reversedMinor } = payment
  if (!hasOutcome(state)) return 'pending'
  if (state === 'failed') return 'failed'
  if (payment.failedLaterAtMs !== null) return 'failedLater'
  if (payment.chargedBackMinor > 0) return 'chargedBack'
  if (resultGroupOf(resultCode) === 'success_review') {
    return isRejected(payment) ? 'rejected' : 'review'
  }
  if (payment.paymentType === 'PA') return standingOfHold(payment)
  if (bookedMinor > 0 && reversedMinor === bookedMinor) return 'reversed'
  if (refundedMinor === 0) return 'succeeded'
  return refundedMinor + reversedMinor >= bookedMinor ? 'refunded' : 'partlyRefunded'
}

function standingOfHold(payment: PaymentRow): AdminPaymentState {
  if (payment.authorisedMinor === 0) return 'succeeded'
  if (openOf(payment) > 0) return payment.expiredAtMs === null ? 'authorised' : 'expired'
  return payment.capturedMinor > 0 ? 'succeeded' : 'reversed'
}

/**
 * A payment as lists show it: of a number at most the last four digits. What a refund or another reference does not say
 * of customer and order is that of `root`, the payment that it has come of.
 */
export function summaryOf(
  payment: PaymentRow,
  entity: AdminPayment['entity'],
  root: PaymentRow = payment,
): AdminPayment {
  const { id, paymentType, paymentBrand, amountMinor, currency } = payment
  const details = readDetails(payment)
  const { last4 = personIn(readDetails(root)).last4 } = personIn(details)
  const riskScore = riskScoreOf(details)
  return {
    id,
    ...(root === payment ? {} : shopperOf(root)),
    ...shopperOf(payment, details),
    createdAt: wireTimestamp(payment.createdAtMs),
    paymentType,
    paymentBrand,
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    state: standingOf(payment),
    code: payment.resultCode,
    codeGroup: resultGroupOf(payment.resultCode),
    description: descriptionOf(payment.resultCode),
    entity,
    ...(last4 === undefined ? {} : { last4 }),
    ...(riskScore === undefined ? {} : { riskScore: Number(riskScore) }),
  }
}

/** By what people find a payment, and who has paid. */
export function shopperOf(
  { id, details: text, merchantTransactionId }: PaymentRow,
  details: PaymentDetails = readDetails({ details: text }),
) {
  const { email, holder } = personIn(details)
  const merchantCustomerId = details.request['customer.merchantCustomerId']
  return {
    shortId: shortIdOf(id),
    ...(merchantTransactionId === null ? {} : { merchantTransactionId }),
    ...(email === undefined ? {} : { customerEmail: email }),
    ...(merchantCustomerId === undefined ? {} : { merchantCustomerId }),
    ...(holder === undefined ? {} : { holder }),
  }
}

/** What risk checks have added up; stored among the members of the request once there is an outcome. */
export function riskScoreOf({ shown, request }: PaymentDetails): string | undefined {
  return shown?.['risk.score'] ?? request['risk.score']
}

/** What is shown of an entity where it is named. */
export function shownEntity({ id, name, kind }: EntityRow): AdminPayment['entity'] {
  return { id, name, kind }
}
