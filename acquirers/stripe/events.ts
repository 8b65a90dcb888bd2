import { createHmac } from 'node:crypto'
import { type Money, minorDigitsOf } from '../../common/money.ts'
import { areEqual } from '../../server/kernel/equal-secrets.ts'
import type {
  EventReader,
  EventSubject,
  EventsRead,
  EventWithout,
} from '../../server/payments/connectors/acquirer-event.ts'
import type { NamedByProvider } from '../../server/payments/connectors/connector.ts'
import {
  isObject,
  type JsonObject,
  memberAt,
  memberOf,
  parsedJson,
  textAt,
} from '../shared/json.ts'
import { ACQUIRER_ERROR, optional } from '../shared/judged.ts'
import { moneyFromStripe } from './currencies.ts'
import { disputeOf } from './disputes.ts'
import { declinedBy, outcomeOfIntent, outcomeOfRefund } from './outcome.ts'
import { isRaiseMark } from './requests.ts'

/** How far the time of a signature may be from ours (docs.stripe.com/webhooks, "Preventing replay attacks"). */
const TOLERANCE_MS = 300_000

/** `secrets`: of the endpoint, two while one is replaced by the other. */
export function createEventReader(secrets: readonly string[]): EventReader {
  return {
    read(raw, headers, nowMs) {
      const fault = signatureFault(raw, String(headers['stripe-signature'] ?? ''), secrets, nowMs)
      if (fault !== undefined) return { kind: 'refused', status: 401, reason: fault }
      return readEvent(raw)
    },
  }
}

/** Why a signature proves nothing, over the bytes as they came; `undefined`: it proves them. */
function signatureFault(
  raw: Buffer,
  header: string,
  secrets: readonly string[],
  nowMs: number,
): string | undefined {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  if (!/^\d{1,12}$/.test(time) || signatures.length === 0) return 'has no Stripe-Signature'
  const wanted = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex'),
  )
  const isSigned = wanted.some((one) => signatures.some((signature) => areEqual(signature, one)))
  if (!isSigned) return 'is signed by no secret of this account'
  const isFresh = Math.abs(nowMs - Number(time) * 1000) <= TOLERANCE_MS
  return isFresh ? undefined : 'was signed more than five minutes ago, or the clock is wrong'
}

function readEvent(raw: Buffer): EventsRead {
  const event = parsedJson(raw.toString('utf8'))
  if (event === undefined) return { kind: 'refused', status: 400, reason: 'is no JSON' }
  const id = textAt(event, 'id')
  const name = textAt(event, 'type')
  const object = memberAt(event, 'data.object')
  if (id === undefined || name === undefined || !isObject(object)) {
    return { kind: 'refused', status: 400, reason: 'is no event' }
  }
  const created = memberOf(event, 'created')
  const livemode = memberOf(event, 'livemode')
  const told = toldBy(name, object)
  if (told === undefined) return { kind: 'genuine', events: [] }
  const facts = {
    id,
    name,
    about: aboutOf(object),
    ...(typeof created === 'number' ? { occurredAtMs: created * 1000 } : {}),
    ...(typeof livemode === 'boolean'
      ? { environment: livemode ? ('live' as const) : ('test' as const) }
      : {}),
  }
  return { kind: 'genuine', events: [{ ...facts, ...told }] }
}

/** An event without what each has. */
type Told = EventWithout<'id' | 'name' | 'occurredAtMs' | 'environment' | 'about'>

/** What repeats what another event tells, or says nothing of money (docs.stripe.com/api/events/types). */
const PASSED_OVER =
  /^(payment_intent\.(created|requires_action|partially_funded)|charge\.(succeeded|captured|updated|pending|refunded|refund\.updated)|payment_method\.|customer\.|setup_intent\.|balance\.|price\.|product\.)/

/** `undefined`: it is passed over. */
function toldBy(name: string, object: JsonObject): Told | undefined {
  if (name.startsWith('payment_intent.') && !PASSED_OVER.test(name)) return intentBy(name, object)
  if (name.startsWith('refund.')) return refundedBy(object)
  if (name.startsWith('charge.dispute.')) return disputedBy(object)
  if (name.startsWith('radar.early_fraud_warning.')) {
    return { kind: 'fraudReport', facts: factsOf(object) }
  }
  if (name === 'payout.reconciliation_completed') return paidOutBy(object)
  if (name === 'payout.failed' || name === 'payout.canceled') return cameBackBy(object)
  if (name.startsWith('payout.')) return { kind: 'payout', facts: factsOf(object) }
  if (name.startsWith('reporting.')) return { kind: 'report', facts: factsOf(object) }
  return PASSED_OVER.test(name) ? undefined : { kind: 'other', facts: factsOf(object) }
}

/** What an automatic payout has paid can be read now (docs.stripe.com/payouts/reconciliation). */
function paidOutBy(payout: JsonObject): Told {
  const reference = textAt(payout, 'id')
  const facts = factsOf(payout)
  return { kind: 'report', facts, ...(reference === undefined ? {} : { report: { reference } }) }
}

/**
 * The money of a payout is in the balance again, by a movement of its own (docs.stripe.com/api/payouts/object,
 * `failure_balance_transaction`). Of a manual payout no report tells what it has paid: that is for people.
 */
function cameBackBy(payout: JsonObject): Told {
  const facts = factsOf(payout)
  const reference =
    textAt(payout, 'failure_balance_transaction') ??
    textAt(payout, 'failure_balance_transaction.id')
  if (memberOf(payout, 'automatic') !== true || reference === undefined) {
    return { kind: 'payout', facts }
  }
  return { kind: 'report', facts, report: { reference } }
}

/** A PaymentIntent that does not name a payment of ours belongs to another system with the same account. */
function intentBy(name: string, intent: JsonObject): Told {
  if (paymentIn(intent) === undefined) return { kind: 'madeElsewhere', facts: factsOf(intent) }
  if (name === 'payment_intent.payment_failed') return failedBy(intent)
  if (name === 'payment_intent.canceled') return cancelledBy(intent)
  if (name === 'payment_intent.succeeded' && isPartOfHold(intent)) return { kind: 'holdEnded' }
  return outcomeBy(intent)
}

/** The charge has failed: at once, or days after it had succeeded, as a direct debit that is returned. */
function failedBy(intent: JsonObject): Told {
  const error = memberOf(intent, 'last_payment_error')
  const { outcome } = declinedBy(isObject(error) ? error : {}, intent)
  if (outcome.kind !== 'declined') return { kind: 'other', facts: factsOf(intent) }
  const { code, references = [], resultDetails = {} } = outcome
  return { kind: 'failedLater', told: { kind: 'failedLater', code, references, resultDetails } }
}

/** A hold that was charged has ended there; what was never charged is declined. */
function cancelledBy(intent: JsonObject): Told {
  const isHold = memberOf(intent, 'capture_method') === 'manual'
  const wasCharged = (memberOf(intent, 'latest_charge') ?? null) !== null
  return isHold && wasCharged ? { kind: 'holdEnded' } : outcomeBy(intent)
}

/**
 * A hold of which a part was captured succeeds when nothing more of it can be captured: by the last capture, or
 * because its time is over (docs.stripe.com/payments/multicapture).
 */
function isPartOfHold(intent: JsonObject): boolean {
  const [amount, received] = [memberOf(intent, 'amount'), memberOf(intent, 'amount_received')]
  const isPart = typeof amount === 'number' && typeof received === 'number' && received < amount
  return memberOf(intent, 'capture_method') === 'manual' && isPart
}

function outcomeBy(intent: JsonObject): Told {
  const amount = moneyOf(intent)
  if (amount === undefined) return { kind: 'other', facts: factsOf(intent) }
  const told = outcomeOfIntent(intent, { amount })?.outcome
  if (told === undefined || told.kind === 'unknown' || told.kind === 'notSent') {
    return { kind: 'other', facts: factsOf(intent) }
  }
  // The amount of a raised hold is no longer that of its payment.
  const metadata = memberOf(intent, 'metadata')
  const isRaised = isObject(metadata) && Object.keys(metadata).some(isRaiseMark)
  return {
    kind: 'outcome',
    told,
    ...(isRaised ? {} : { amount }),
    ...(told.kind === 'approved' ? restOf(intent) : {}),
  }
}

/** Later payments of a series name what the card network calls the first one, which only its charge says. */
function restOf(intent: JsonObject): { readonly restReadBy?: string } {
  const beginsSeries = textAt(intent, 'setup_future_usage') !== undefined
  return beginsSeries ? optional('restReadBy', textAt(intent, 'id')) : {}
}

function refundedBy(refund: JsonObject): Told {
  const amount = moneyOf(refund)
  if (amount === undefined) return { kind: 'madeElsewhere', facts: factsOf(refund) }
  if (paymentIn(refund) === undefined) return refundElsewhere(refund, amount)
  const { outcome } = outcomeOfRefund(refund, { amount })
  if (outcome.kind === 'declined') {
    const { code, resultDetails = {} } = outcome
    return { kind: 'failedLater', told: { kind: 'failedLater', code, resultDetails } }
  }
  if (outcome.kind === 'unknown' || outcome.kind === 'notSent') {
    return { kind: 'other', facts: factsOf(refund) }
  }
  return { kind: 'outcome', told: outcome, amount }
}

/** A refund that does not name a payment of ours was made in the pages of Stripe, or is what was left of a hold. */
function refundElsewhere(refund: JsonObject, amount: Money): Told {
  const value = textAt(refund, 'id') ?? ''
  const facts = factsOf(refund)
  const status = textAt(refund, 'status')
  if (status === 'failed' || status === 'canceled') {
    const { outcome } = outcomeOfRefund(refund, { amount })
    const code = outcome.kind === 'declined' ? outcome.code : ACQUIRER_ERROR
    return { kind: 'failedLater', told: { kind: 'failedLater', code }, facts }
  }
  // One that is pending is told again when it has succeeded.
  if (status !== 'succeeded') return { kind: 'madeElsewhere', facts }
  const isReversal = textAt(refund, 'destination_details.card.type') === 'reversal'
  const made = { amount, reference: { kind: 'operation', value } } as const
  return {
    kind: 'madeElsewhere',
    refund: isReversal ? { ...made, mayBeRestOfHold: true } : made,
    facts,
  }
}

/** Its content says that there is a case; how far it is, is read by its id. */
function disputedBy(object: JsonObject): Told {
  const dispute = disputeOf(object)
  return { kind: 'dispute', ...(dispute === undefined ? {} : { dispute }), facts: factsOf(object) }
}

function moneyOf(object: JsonObject): Money | undefined {
  const amount = memberOf(object, 'amount')
  const currency = textAt(object, 'currency')?.toUpperCase() ?? ''
  if (typeof amount !== 'number' || minorDigitsOf(currency) === undefined) return undefined
  return moneyFromStripe(amount, currency)
}

/** The id that a payment of ours has left there. */
function paymentIn(object: JsonObject): string | undefined {
  const id = textAt(object, 'metadata.payment')
  return id !== undefined && /^[0-9a-f]{32}$/.test(id) ? id : undefined
}

/** Which payment an object is about, by its own name first. */
function aboutOf(object: JsonObject): readonly EventSubject[] {
  const id = textAt(object, 'id') ?? ''
  const paymentId = paymentIn(object)
  const named = (kind: NamedByProvider['kind'], value: string | undefined) =>
    value === undefined ? [] : [{ reference: { kind, value } }]
  switch (memberOf(object, 'object')) {
    case 'payment_intent':
      return [...named('payment', id), ...(paymentId === undefined ? [] : [{ paymentId }])]
    case 'refund':
      return [...named('operation', id), ...refundedIn(object, paymentId)]
    default:
      return [
        ...named('charge', textAt(object, 'charge')),
        ...named('payment', textAt(object, 'payment_intent')),
      ]
  }
}

/** What a refund is of besides its own name. One of another system that fails says nothing of the payment itself. */
function refundedIn(refund: JsonObject, paymentId: string | undefined): readonly EventSubject[] {
  if (paymentId !== undefined) return [{ paymentId }]
  const value = textAt(refund, 'payment_intent')
  const isOver = textAt(refund, 'status') === 'failed' || textAt(refund, 'status') === 'canceled'
  return value === undefined || isOver ? [] : [{ reference: { kind: 'payment', value } }]
}

/** For people. */
const FACTS = [
  'id',
  'amount',
  'currency',
  'status',
  'reason',
  'charge',
  'payment_intent',
  'failure_code',
  'failure_reason',
  'fraud_type',
  'arrival_date',
] as const

function factsOf(object: JsonObject): Readonly<Record<string, string>> {
  const told = FACTS.flatMap((name) => {
    const value = memberOf(object, name)
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
  })
  return Object.fromEntries(told)
}
