import type {
  ConnectorAnswer,
  Inquiry,
  InquiryOutcome,
} from '../../server/payments/connectors/connector.ts'
import { nameOf, nameOfReferred } from '../../server/payments/connectors/names.ts'
import { type JsonObject, memberAt, memberOf, textAt } from '../shared/json.ts'
import { type Judged, unknown } from '../shared/judged.ts'
import { MAX_REFUND_PAGES, REFUNDS_OF_PAGE, SHOPPER_MS, UNCONFIRMED_MS } from './limits.ts'
import { answerOf, outcomeOfIntent, outcomeOfRefund } from './outcome.ts'
import { EXPANDED, markOf } from './requests.ts'
import { environmentFault, type StripeSteps } from './steps.ts'

type Found = Judged<InquiryOutcome>

const notFound: Found = { outcome: { kind: 'notFound' } }

/** Reads the outcome of an operation. A charge that nobody will confirm any more is cancelled there. */
export async function inquireAtStripe(inquiry: Inquiry, steps: StripeSteps): Promise<Found> {
  const { operation } = inquiry
  switch (operation.paymentType) {
    case 'RF':
      return refundOf(inquiry, steps)
    case 'CP':
      return marked(inquiry, 'capture', steps)
    case 'RV':
      return cancelledOf(inquiry, steps)
    default:
      return operation.paymentType === 'PA' && operation.referencedId !== undefined
        ? marked(inquiry, 'raise', steps)
        : chargeOf(inquiry, steps)
  }
}

async function chargeOf(inquiry: Inquiry, steps: StripeSteps): Promise<Found> {
  const { operation, isPending } = inquiry
  const intentId = nameOf(await steps.names(operation.paymentId), 'payment')
  // Its name is written down before it is confirmed: without one nothing was charged.
  if (intentId === undefined) return notFound
  const read = await readIntent(intentId, steps)
  if ('judged' in read) return read.judged
  const { intent } = read
  const found = outcomeOfIntent(intent, operation)
  const ageMs = steps.clock.now() - Number(memberOf(intent, 'created')) * 1000
  if (found === undefined) {
    return ageMs > UNCONFIRMED_MS ? cancelled(intentId, inquiry, steps) : notFound
  }
  if (found.outcome.kind !== 'pending') return neverCharged(intent, inquiry) ?? found
  if (isPending && ageMs > SHOPPER_MS) return cancelled(intentId, inquiry, steps)
  // Only a cancellation there ends it: else the shopper could still pay.
  return isPending ? { outcome: { kind: 'unknown' } } : found
}

/** What was cancelled before it was confirmed has never been sent. */
function neverCharged(intent: JsonObject, { isPending }: Inquiry): Found | undefined {
  const isUnused = memberAt(intent, 'latest_charge') === null && !isPending
  return textAt(intent, 'status') === 'canceled' && isUnused
    ? { outcome: { kind: 'notSent' } }
    : undefined
}

/** Cancels a PaymentIntent. Where it was charged at that moment, the next inquiry reads that. */
async function cancelled(
  intentId: string,
  inquiry: Inquiry,
  { client, clock }: StripeSteps,
): Promise<Found> {
  const { paymentId } = inquiry.operation
  const body = { cancellation_reason: 'abandoned', expand: EXPANDED }
  const path = `/v1/payment_intents/${encodeURIComponent(intentId)}/cancel`
  // Cancelling twice is cancelling once, and a key would bring an error of the first try again for a day.
  const answer = await client.post(path, body, `${paymentId}-give-up-${clock.now()}`)
  if (answer.kind !== 'object') return unknown('is not cancelled yet')
  const after = outcomeOfIntent(answer.object, inquiry.operation)
  return neverCharged(answer.object, inquiry) ?? after ?? unknown('is not cancelled yet')
}

/** Data of a charge beside its outcome. Events of Stripe expand nothing, so they lack what the card network calls it. */
export async function readAnswerAtStripe(
  intentId: string,
  steps: StripeSteps,
): Promise<ConnectorAnswer | undefined> {
  const read = await readIntent(intentId, steps)
  return 'judged' in read ? undefined : answerOf(read.intent)
}

type ReadIntent = { readonly intent: JsonObject } | { readonly judged: Found }

async function readIntent(intentId: string, steps: StripeSteps): Promise<ReadIntent> {
  const path = `/v1/payment_intents/${encodeURIComponent(intentId)}`
  const answer = await steps.client.get(path, { expand: EXPANDED })
  if (answer.kind === 'object') {
    const wrong = environmentFault(answer.object, steps)
    return wrong === undefined ? { intent: answer.object } : { judged: unknown(wrong) }
  }
  if (answer.kind === 'error') return { judged: unknown(`answers ${answer.status} to a read`) }
  return { judged: unknown(answer.reason) }
}

/** A capture or an increment has left its mark in the PaymentIntent. */
async function marked(
  { operation }: Inquiry,
  kind: 'capture' | 'raise',
  steps: StripeSteps,
): Promise<Found> {
  const read = await intentReferredTo(operation, steps)
  if ('judged' in read) return read.judged
  const { intent } = read
  const mark = markOf(kind, operation.paymentId)
  const { resultDetails = {} } = answerOf(intent)
  return textAt(intent, `metadata.${mark}`) === undefined
    ? notFound
    : { outcome: { kind: 'approved', resultDetails } }
}

async function cancelledOf({ operation }: Inquiry, steps: StripeSteps): Promise<Found> {
  const read = await intentReferredTo(operation, steps)
  if ('judged' in read) return read.judged
  const { intent } = read
  const { resultDetails = {} } = answerOf(intent)
  return textAt(intent, 'status') === 'canceled'
    ? { outcome: { kind: 'approved', resultDetails } }
    : notFound
}

async function intentReferredTo(
  operation: Inquiry['operation'],
  steps: StripeSteps,
): Promise<ReadIntent> {
  const intentId = await nameOfReferred(operation, steps.names)
  return intentId === undefined ? { judged: notFound } : readIntent(intentId, steps)
}

/** A refund names the payment that it is of. They are listed newest first. */
async function refundOf({ operation }: Inquiry, steps: StripeSteps): Promise<Found> {
  const payment_intent = await nameOfReferred(operation, steps.names)
  if (payment_intent === undefined) return notFound
  let after: string | undefined
  for (let page = 0; page < MAX_REFUND_PAGES; page += 1) {
    const query = { payment_intent, limit: REFUNDS_OF_PAGE, starting_after: after }
    const listed = await steps.client.get('/v1/refunds', query)
    const refunds = listed.kind === 'object' ? memberOf(listed.object, 'data') : undefined
    if (listed.kind !== 'object' || !Array.isArray(refunds)) {
      return unknown('does not list the refunds')
    }
    const own = refunds.find(
      (one: unknown) => textAt(one, 'metadata.payment') === operation.paymentId,
    ) as JsonObject | undefined
    if (own !== undefined) return outcomeOfRefund(own, operation)
    if (memberOf(listed.object, 'has_more') !== true) return notFound
    after = textAt(refunds.at(-1), 'id')
    if (after === undefined) return unknown('lists refunds without an id')
  }
  // A list with an end that was not read proves nothing.
  return unknown('lists too many refunds')
}
