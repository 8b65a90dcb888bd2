import { formatAmount } from '../../../common/money.ts'
import type { AnswerMembers } from '../../http/answer.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { descriptionOf } from '../../results/catalogue.ts'
import type { DisputeRow } from '../../store/port.ts'

/** A dispute as answers and webhooks show it. */
export function disputeMembers(row: DisputeRow): AnswerMembers {
  const { reasonCode, acquirerReference, chargebackId, flags, respondByMs } = row
  return {
    id: row.id,
    entityId: row.entityId,
    paymentId: row.paymentId,
    paymentBrand: row.paymentBrand,
    stage: row.stage,
    outcome: row.outcome,
    amount: formatAmount({ minor: row.amountMinor, currency: row.currency }),
    currency: row.currency,
    chargebackResultCode: row.resultCode,
    chargebackReason: descriptionOf(row.resultCode),
    ...(reasonCode === null ? {} : { reasonCode }),
    ...(acquirerReference === null ? {} : { acquirerReference }),
    ...(chargebackId === null ? {} : { chargebackId }),
    ...(flags === '' ? {} : { flags: flags.split(',') }),
    ...(respondByMs === null ? {} : { respondBy: wireTimestamp(respondByMs) }),
    openedAt: wireTimestamp(row.createdAtMs),
    changedAt: wireTimestamp(row.updatedAtMs),
  }
}
