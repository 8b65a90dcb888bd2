import type { PaymentRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { decideAgain } from '../../engine/timers/decide-again.ts'
import { isReviewedApproval, stepToApprovalReview } from './review.ts'
import type { PaymentLog } from './settlement.ts'

/** Hears of approvals of payments that have failed here: they came too late, or could not be believed. */
export interface ApprovalsOfFailures {
  /**
   * Raises the alarm, and writes down that the acquirer approved a payment which has failed here
   * (R-LATE-1); answers the payment as it is stored then. A second time changes nothing. Never
   * rejects: where nothing can be written, the log alone tells.
   */
  note(payment: PaymentRow): Promise<PaymentRow>
}

export function createApprovalsOfFailures(parts: {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: PaymentLog
}): ApprovalsOfFailures {
  const { store, clock, log } = parts

  async function write(paymentId: string): Promise<PaymentRow | undefined> {
    const stored = await store.read.payment(paymentId)
    if (stored?.state !== 'failed' || isReviewedApproval(stored)) return stored
    const committed = await store.commit(stepToApprovalReview(stored, clock.of(stored.entityId)))
    return committed.applied ? store.read.payment(paymentId) : undefined
  }

  return {
    async note(payment) {
      const { id: paymentId, resultCode } = payment
      if (isReviewedApproval(payment)) return payment
      log.error({ paymentId, resultCode }, ALARM)
      try {
        return (await decideAgain(clock, () => write(paymentId))) ?? payment
      } catch (err) {
        log.error({ err, paymentId }, 'an approval is not written down: only this log tells')
        return payment
      }
    },
  }
}

const ALARM =
  'an acquirer approved a payment that has failed here: its money may have moved, ask it by hand'
