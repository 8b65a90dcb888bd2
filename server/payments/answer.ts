import { formatAmount } from '../../common/money.ts'
import { paymentBrand } from '../../common/payment-brands.ts'
import { type Answer, textOfBody } from '../http/answer.ts'
import { buildNumber } from '../http/build-number.ts'
import { ndcOf, shortIdOf } from '../kernel/ids.ts'
import { wireTimestamp } from '../kernel/timers/clock.ts'
import { httpStatusOf } from '../results/catalogue.ts'
import type { ChangeSet, PaymentRow } from '../store/port.ts'
import { detailsOf, hasOutcome, shownOf } from './details.ts'
import { openNow } from './life-cycle.ts'
import { type Notifications, type NotifiedEntity, withMembers } from './notifications.ts'

/**
 * The payment response (interface document, Payment response). The members after `currency` are
 * stored as the text that is sent, so no JSON is parsed for an answer.
 */
export function paymentAnswer(payment: PaymentRow, ndc: string): Answer {
  return answerWith(payment, ndc, '')
}

/** The same with more members at its end. `further`: JSON text that begins with a comma, or ''. */
export function answerWith(payment: PaymentRow, ndc: string, further: string): Answer {
  const { members, registrationId } = shownOf(payment)
  const { id, referencedId, paymentType, paymentBrand, amountMinor, currency } = payment
  let body = `{"id":"${id}"`
  if (referencedId !== null) body += `,"referencedId":"${referencedId}"`
  if (registrationId !== undefined) body += `,"registrationId":"${registrationId}"`
  body += `,"paymentType":"${paymentType}"`
  // A risk check may have no brand.
  if (paymentBrand !== '') body += `,"paymentBrand":"${paymentBrand}"`
  body += `,"amount":"${formatAmount({ minor: amountMinor, currency })}","currency":"${currency}"`
  body += `,${members}${expiryOf(payment)}${further},"buildNumber":${buildNumberText}`
  body += `,"timestamp":"${wireTimestamp(payment.updatedAtMs)}","ndc":${JSON.stringify(ndc)}}`
  return { status: httpStatusOf(payment.resultCode), body }
}

/** JSON text of the member `expiresAt` of a hold. It never changes: repeated webhooks have the same bytes. */
function expiryOf({ state, expiresAtMs }: PaymentRow): string {
  if (expiresAtMs === null || state !== 'succeeded') return ''
  return `,"expiresAt":"${wireTimestamp(expiresAtMs)}"`
}

const buildNumberText = JSON.stringify(buildNumber)

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
