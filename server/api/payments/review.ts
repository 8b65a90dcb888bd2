import type { Change, PaymentRow, PaymentStep } from '../../engine/store/port.ts'
import { wireTimestamp } from '../../engine/timers/clock.ts'
import { steppedBy } from './booking.ts'
import { readDetails } from './details.ts'
import { eventOf } from './events.ts'
import { endOfWaiting } from './recovery-plan.ts'

/** Hands an intent over to a person: its timer ends, its history says so. It stays an intent. */
export function stepToReview(payment: PaymentRow, nowMs: number): Change[] {
  return [...reviewed(payment, { updatedAtMs: nowMs }), endOfWaiting(payment)]
}

/** The member of `resultDetails` by which a merchant sees that a payment failed although it was approved. */
const APPROVED_AT = 'ApprovedByAcquirerAt'

/** Whether it is written down already that the acquirer approved a payment which has failed here. */
export function isReviewedApproval(payment: PaymentRow): boolean {
  return readDetails(payment.details).resultDetails?.[APPROVED_AT] !== undefined
}

/**
 * Writes down that the acquirer approved a payment which has failed here (R-LATE-1). It stays failed:
 * whoever was told so may have paid again. A person has to see to the money; the merchant reads why.
 */
export function stepToApprovalReview(payment: PaymentRow, nowMs: number): Change[] {
  const details = readDetails(payment.details)
  const resultDetails = { ...details.resultDetails, [APPROVED_AT]: wireTimestamp(nowMs) }
  const set = { details: JSON.stringify({ ...details, resultDetails }), updatedAtMs: nowMs }
  return reviewed(payment, set)
}

function reviewed(payment: PaymentRow, set: PaymentStep): Change[] {
  return [
    { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set },
    eventOf(steppedBy(payment, set, payment.version + 1), 'review'),
  ]
}
