import { moveBalance } from '../objects/balance.ts'
import { settleCharge } from '../objects/charges.ts'
import { openDispute } from '../objects/disputes.ts'
import { refundRest } from '../objects/refunds.ts'
import type { Charge, PaymentIntent, Refund } from '../objects/types.ts'
import type { World } from '../world.ts'

const changed = (before: string, intent: PaymentIntent) =>
  before === intent.status ? {} : { status: before }

/** Sets the status of an intent and says so by its event. */
export function enter(
  world: World,
  intent: PaymentIntent,
  status: PaymentIntent['status'],
  event: string,
): void {
  const before = intent.status
  intent.status = status
  world.events.emit(`payment_intent.${event}`, intent, changed(before, intent))
}

/** A hold is booked. It ends by itself. */
export function holdBooked(world: World, intent: PaymentIntent, charge: Charge): void {
  intent.amount_capturable = intent.amount
  world.ledger.book(intent.id, intent.currency, 'authorised', intent.amount)
  world.events.emit('charge.succeeded', charge)
  enter(world, intent, 'requires_capture', 'amount_capturable_updated')
  const details = charge.payment_method_details.card as { capture_before: number }
  world.due.at(details.capture_before * 1_000, () => expireHold(world, intent, charge))
}

/** The hold has ended without a capture of everything: what is left goes back to the shopper. */
export function expireHold(world: World, intent: PaymentIntent, charge: Charge): void {
  if (intent.status !== 'requires_capture') return
  if (charge.amount_captured > 0) {
    releaseRest(world, intent, charge)
    enter(world, intent, 'succeeded', 'succeeded')
    return
  }
  world.events.emit('charge.expired', charge)
  release(world, intent, charge, 'automatic')
}

/** Cancels an intent with a hold, and gives it back. */
export function release(
  world: World,
  intent: PaymentIntent,
  charge: Charge | undefined,
  reason: string | null,
): void {
  if (charge !== undefined && intent.status === 'requires_capture')
    releaseRest(world, intent, charge)
  intent.canceled_at = world.seconds()
  intent.cancellation_reason = reason
  intent.next_action = null
  enter(world, intent, 'canceled', 'canceled')
}

/** What of a hold is not captured goes back to the shopper. */
export function releaseRest(
  world: World,
  intent: PaymentIntent,
  charge: Charge,
): Refund | undefined {
  const rest = intent.amount_capturable
  intent.amount_capturable = 0
  return rest === 0 ? undefined : refundRest(world, charge, rest)
}

/** Money is taken at once, by a charge without a hold. */
export function chargeBooked(world: World, intent: PaymentIntent, charge: Charge): void {
  const { currency, amount } = intent
  intent.amount_received = amount
  world.ledger.book(intent.id, currency, 'authorised', amount)
  world.ledger.book(intent.id, currency, 'captured', amount)
  // Asynchronous capture: the balance transaction comes after the answer, with `charge.updated`.
  const isLater = intent.capture_method === 'automatic_async'
  if (!isLater) settleCharge(world, charge, amount)
  world.events.emit('charge.succeeded', charge)
  enter(world, intent, 'succeeded', 'succeeded')
  if (isLater) {
    world.due.at(world.nowMs(), () => {
      settleCharge(world, charge, amount)
      world.events.emit('charge.updated', charge, { balance_transaction: null })
    })
  }
  afterCharge(world, charge)
}

/** Captures a part of a hold. */
export function captureBooked(
  world: World,
  intent: PaymentIntent,
  charge: Charge,
  { amount, isFinal }: { readonly amount: number; readonly isFinal: boolean },
): void {
  const isFirst = charge.amount_captured === 0
  const rest = intent.amount_capturable - amount
  charge.amount_captured += amount
  charge.captured = true
  intent.amount_received += amount
  intent.amount_capturable = rest
  world.ledger.book(intent.id, intent.currency, 'captured', amount)
  // As in Stripe's reports: the whole hold, and a line that takes the rest of it back.
  const isReversed = isFirst && isFinal && rest > 0
  if (amount > 0) settleCharge(world, charge, isReversed ? intent.amount : amount)
  world.events.emit('charge.captured', charge)
  if (!isFinal && rest > 0) {
    world.events.emit('payment_intent.amount_capturable_updated', intent)
    return
  }
  const refund = releaseRest(world, intent, charge)
  if (isReversed && refund !== undefined) reverseRest(world, refund)
  enter(world, intent, 'succeeded', 'succeeded')
  afterCharge(world, charge)
}

function reverseRest(world: World, refund: Refund): void {
  refund.balance_transaction = moveBalance(world, {
    amount: -refund.amount,
    currency: refund.currency,
    type: 'refund',
    category: 'partial_capture_reversal',
    source: refund.id,
  }).id
}

/** What test cards bring about by themselves. */
function afterCharge(world: World, charge: Charge): void {
  const instrument = world.instruments.get(charge.payment_method)
  const { dispute, fraudWarning } = instrument?.card?.behaviour ?? {}
  if (fraudWarning) warnOfFraud(world, charge)
  if (dispute === undefined) return
  const isInquiry = dispute === 'inquiry'
  openDispute(world, charge, { isInquiry, reason: isInquiry ? 'fraudulent' : dispute })
}

/** Radar passes on what issuers report as fraud. */
export function warnOfFraud(world: World, charge: Charge): void {
  const warning = world.store.add({
    id: world.newId('issfr'),
    object: 'radar.early_fraud_warning' as const,
    actionable: true,
    charge: charge.id,
    created: world.seconds(),
    fraud_type: 'made_with_stolen_card',
    livemode: world.livemode,
    payment_intent: charge.payment_intent,
  })
  world.events.emit('radar.early_fraud_warning.created', warning)
}
