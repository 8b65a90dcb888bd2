import type { PaymentRow, Store } from '../store/port.ts'
import type { EntityClock } from '../timers/clock.ts'
import { decideAgain } from '../timers/decide-again.ts'
import { isApprovedLate, stepToLateReview } from './review.ts'
import type { PaymentLog } from './settlement.ts'

/** Hears of approvals that come after their payment was settled otherwise. */
export interface LateApprovals {
  /**
   * Raises the alarm, and writes down that the acquirer approved a payment which had failed here
   * (R-LATE-1); answers the payment as it is stored then. A second time changes nothing. Never
   * rejects: where nothing can be written, the log alone tells.
   */
  note(payment: PaymentRow): Promise<PaymentRow>
}

export function createLateApprovals(parts: {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: PaymentLog
}): LateApprovals {
  const { store, clock, log } = parts

  async function write(paymentId: string): Promise<PaymentRow | undefined> {
    const stored = await store.read.payment(paymentId)
    if (stored?.state !== 'failed' || isApprovedLate(stored)) return stored
    const committed = await store.commit(stepToLateReview(stored, clock.of(stored.entityId)))
    return committed.applied ? store.read.payment(paymentId) : undefined
  }

  return {
    async note(payment) {
      const { id: paymentId, resultCode } = payment
      if (isApprovedLate(payment)) return payment
      log.error({ paymentId, resultCode }, LATE_APPROVAL)
      try {
        return (await decideAgain(clock, () => write(paymentId))) ?? payment
      } catch (err) {
        log.error({ err, paymentId }, 'a late approval is not written down: only this log tells')
        return payment
      }
    },
  }
}

const LATE_APPROVAL =
  'an acquirer approved a payment that had failed here: its money may have moved, ask it by hand'
