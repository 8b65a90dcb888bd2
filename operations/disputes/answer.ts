import { formatAmount } from '../../common/money.ts'
import { type Answer, type AnswerMembers, bodyOf } from '../../server/http/answer.ts'
import { type EntityClock, wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { withoutNumbers } from '../../server/parameters/masking.ts'
import { personIn, readDetails } from '../../server/payments/index.ts'
import { descriptionOf } from '../../server/results/catalogue.ts'
import type { DisputeRow, PaymentRow } from '../../server/store/port.ts'
import type { WholeDispute } from './commit-step.ts'
import { wasSubmitted } from './evidence.ts'

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
    // Version 0.1.0 has stored it as it came.
    ...(acquirerReference === null ? {} : { acquirerReference: withoutNumbers(acquirerReference) }),
    ...(chargebackId === null ? {} : { chargebackId }),
    ...(flags === '' ? {} : { flags: flags.split(',') }),
    ...(row.submittedStage === null ? {} : { contestedStage: row.submittedStage }),
    ...(row.defence === null ? {} : { defenceReason: row.defence }),
    ...(respondByMs === null ? {} : { respondBy: wireTimestamp(respondByMs) }),
    openedAt: wireTimestamp(row.createdAtMs),
    changedAt: wireTimestamp(row.updatedAtMs),
  }
}

/** The order and the shopper of the payment that is disputed. */
export function orderMembers(payment: PaymentRow | undefined): AnswerMembers {
  if (payment === undefined) return {}
  const { merchantTransactionId } = payment
  const { holder, email } = personIn(readDetails(payment))
  return {
    ...(merchantTransactionId === null ? {} : { merchantTransactionId }),
    ...(holder === undefined ? {} : { holder }),
    ...(email === undefined ? {} : { customerEmail: email }),
  }
}

/** The dispute with its history and its documents; a read of it has its order, shopper and time zone, too. */
export function disputeAnswer(
  { dispute, events, documents }: WholeDispute,
  ndc: string,
  clock: Pick<EntityClock, 'of'>,
  more: AnswerMembers = {},
): Answer {
  const { id, ...members } = disputeMembers(dispute)
  const after = {
    ...members,
    ...more,
    history: events.map(({ kind, stage, madeBy, note, atMs }) => ({
      kind,
      stage,
      by: madeBy,
      ...(note === '' ? {} : { note }),
      at: wireTimestamp(atMs),
    })),
    documents: documents.map((document) => ({
      id: document.id,
      fileName: document.name,
      mediaType: document.mediaType,
      ...(document.type === null ? {} : { documentType: document.type }),
      size: document.size,
      submitted: wasSubmitted(document, events),
    })),
  }
  const meta = { ndc, atMs: clock.of(dispute.entityId) }
  return { status: 200, body: bodyOf('000.100.110', meta, { before: { id }, after }) }
}
