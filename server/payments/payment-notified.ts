import { formatAmount } from '../../common/money.ts'
import { paymentBrand } from '../../common/payment-brands.ts'
import { textOfBody } from '../http/answer.ts'
import { ndcOf, shortIdOf } from '../kernel/ids.ts'
import type { ChangeSet, PaymentRow } from '../store/port.ts'
import { paymentAnswer } from './answer.ts'
import { detailsOf, hasOutcome } from './details.ts'
import { type Notifications, type NotifiedEntity, withMembers } from './notifications.ts'

/** The deliveries that report the state of a payment or a risk check. */
export function paymentChanges(payment: PaymentRow, entity: NotifiedEntity): ChangeSet {
  const { id, entityId, familyId, paymentType, version } = payment
  return entity.changesFor({
    type: paymentType === 'RI' ? 'RISK' : 'PAYMENT',
    entityId,
    orderKey: familyId,
    subjectId: id,
    sequence: version,
    paymentType,
    // The text of a waiting payment must be stored now: made later, it would show the outcome.
    ...(hasOutcome(payment.state)
      ? {}
      : { payload: () => paymentPayload(payment, entity.channelName) }),
  })
}

/** What reports payments of an entity to webhooks, where another feature stores them in its commits. */
export function paymentReports(notifications: Notifications) {
  const reporting = (entity: NotifiedEntity) => (payment: PaymentRow) =>
    paymentChanges(payment, entity)
  return (entityId: string) => {
    const entity = notifications.of(entityId)
    return entity instanceof Promise ? entity.then(reporting) : reporting(entity)
  }
}

/**
 * The payload about a payment: its answer, and the further members of webhooks (§5). Must have nothing that
 * a later capture or refund changes, because a call that is repeated after a crash must have the same bytes.
 */
export function paymentPayload(payment: PaymentRow, channelName: string): string {
  const { id, entityId, checkoutId, amountMinor, currency } = payment
  const ndc = checkoutId ?? ndcOf(entityId, id)
  const shown = { ...payment, updatedAtMs: outcomeTime(payment) }
  return withMembers(textOfBody(paymentAnswer(shown, ndc)), {
    paymentMethod: methodOf(payment),
    shortId: shortIdOf(id),
    channelName,
    source: sourceOf(payment),
    authentication: { entityId },
    presentationAmount: formatAmount({ minor: amountMinor, currency }),
    presentationCurrency: currency,
  })
}

/** The time of the outcome. Not `updatedAtMs` of a success, because a reference to it changes that later. */
function outcomeTime({ state, bookedAtMs, createdAtMs, updatedAtMs }: PaymentRow): number {
  return state === 'succeeded' ? (bookedAtMs ?? createdAtMs) : updatedAtMs
}

/** The source of a payment; that of a run of a schedule is stored among the request parameters. */
function sourceOf(payment: PaymentRow): string {
  const { request, shown } = detailsOf(payment)
  return shown?.source ?? request.source ?? 'SYSTEM'
}

/** Absent where the brand is unknown, as of a risk check for a brand of the merchant's own. */
function methodOf({ paymentType, paymentBrand: brand }: PaymentRow): string | undefined {
  return paymentType === 'RI' ? 'RM' : paymentBrand(brand)?.method
}
