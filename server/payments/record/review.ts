import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { type EntityClock, wireTimestamp } from '../../kernel/timers/clock.ts'
import {
  type Change,
  type PaymentRow,
  type PaymentStep,
  paymentAfterStep,
  type Store,
} from '../../store/port.ts'
import { APPROVED_AT, isApprovedLate, readDetails, storedDetails } from '../details.ts'
import { endWait } from '../recovery/waits.ts'
import { eventOf } from './booking.ts'
import type { PaymentLog } from './outcomes.ts'

/** Marks a payment for manual review: its timer ends, and its history says so. Its state stays. */
export function stepToReview(payment: PaymentRow, nowMs: number): Change[] {
  return [...reviewed(payment, { updatedAtMs: nowMs }), endWait(payment)]
}

const ALARM =
  'an acquirer approved a payment that has failed here: its money may have moved, ask it by hand'

/**
 * Logs an alarm and records that the acquirer approved a payment which has failed here (R-LATE-1): the
 * approval came too late, or could not be trusted. The payment stays failed, because the merchant has
 * read that and may have charged again: manual review has to decide about the money. Returns the
 * payment as it is stored afterwards. A second call changes nothing. Never rejects: where nothing can
 * be written, only the log has the alarm.
 */
export async function noteApprovalOfFailure(
  payment: PaymentRow,
  parts: { readonly store: Store; readonly clock: EntityClock; readonly log: PaymentLog },
): Promise<PaymentRow> {
  const { store, clock, log } = parts
  const { id: paymentId, resultCode } = payment
  if (isApprovedLate(readDetails(payment))) return payment
  log.error({ paymentId, resultCode }, ALARM)
  try {
    const noted = await decideAndCommit(parts, {
      load: async () => (await store.read.payment(paymentId)) ?? payment,
      decide: (stored) => {
        if (stored.state !== 'failed' || isApprovedLate(readDetails(stored)))
          return { result: stored }
        const set = approvalNoted(stored, clock.of(stored.entityId))
        const after = paymentAfterStep(stored, set, stored.version + 1)
        return { result: after, parts: [{ owner: 'payment', changes: reviewed(stored, set) }] }
      },
    })
    return noted ?? payment
  } catch (err) {
    log.error(
      { err, paymentId },
      'an approval could not be stored: this line is the only record of it',
    )
    return payment
  }
}

function approvalNoted(payment: PaymentRow, nowMs: number): PaymentStep {
  const details = readDetails(payment)
  const resultDetails = { ...details.resultDetails, [APPROVED_AT]: wireTimestamp(nowMs) }
  return { details: storedDetails(payment, { ...details, resultDetails }), updatedAtMs: nowMs }
}

function reviewed(payment: PaymentRow, set: PaymentStep): Change[] {
  return [
    { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set },
    eventOf(paymentAfterStep(payment, set, payment.version + 1), 'review'),
  ]
}
