import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import { type PaymentRow, paymentAfterStep, type Store } from '../../store/port.ts'
import { openNow } from '../life-cycle.ts'

interface Parts {
  readonly store: Store
  readonly clock: EntityClock
}

/**
 * Lets a hold expire that has ended at its acquirer: nothing more of it can be captured, and its timer tells the
 * merchant. Told again, or of a hold of which nothing is open, it changes nothing. Answers the payment as it is
 * stored then.
 */
export async function endHold(
  payment: PaymentRow,
  occurredAtMs: number | undefined,
  parts: Parts,
): Promise<PaymentRow> {
  const { store, clock } = parts
  const ended = await decideAndCommit<PaymentRow, PaymentRow>(parts, {
    load: async () => (await store.read.payment(payment.id)) ?? payment,
    decide(hold) {
      const nowMs = clock.of(hold.entityId)
      const expiresAtMs = Math.min(occurredAtMs ?? nowMs, nowMs)
      if (!isOpenHold(hold) || Number(hold.expiresAtMs ?? Infinity) <= expiresAtMs) {
        return { result: hold }
      }
      const { id: subjectId, version: expectedVersion, entityId } = hold
      const set = { expiresAtMs, updatedAtMs: nowMs }
      const times = { dueAtMs: nowMs, createdAtMs: nowMs }
      const row = {
        kind: 'holdExpiry',
        subjectId,
        entityId,
        ...times,
        attempts: 0,
        version: 1,
      } as const
      return {
        result: paymentAfterStep(hold, set, expectedVersion + 1),
        parts: [
          {
            owner: 'payment',
            changes: [
              { kind: 'stepPayment', id: subjectId, expectedVersion, set },
              { kind: 'endTimer', timer: 'holdExpiry', subjectId, expectedVersion: null },
              { kind: 'insertTimer', row },
            ],
          },
        ],
      }
    },
  })
  return ended ?? payment
}

function isOpenHold(hold: PaymentRow): boolean {
  const { state, paymentType, expiredAtMs } = hold
  return state === 'succeeded' && paymentType === 'PA' && expiredAtMs === null && openNow(hold) > 0
}
