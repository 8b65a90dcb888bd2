import { type DeclineCode, declineError } from '../facts/declines.ts'
import type { Authentication } from '../intents/authentication.ts'
import type { World } from '../world.ts'
import { moveBalance } from './balance.ts'
import type { Charge, PaymentIntent, PaymentMethod } from './types.ts'

/** Holds of cards end after seven days. */
const HOLD_S = 7 * 24 * 3_600

export interface Attempt {
  readonly status: Charge['status']
  readonly captured: boolean
  readonly authentication?: Authentication | undefined
  readonly decline?: DeclineCode | undefined
  readonly isBlocked?: boolean
  /** What else a method tells of the payment. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Writes the charge of an attempt; it says nothing of the money yet. */
export function makeCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  attempt: Attempt,
): Charge {
  const { status, captured, decline } = attempt
  const error = decline === undefined ? undefined : declineError(decline)
  const suffix = intent.statement_descriptor_suffix
  return world.store.add<Charge>({
    id: world.newId(method.type === 'card' ? 'ch' : 'py'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured && status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: suffix === null ? 'EMULATED' : `EMULATED* ${suffix}`,
    captured: captured && status !== 'failed',
    created: world.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: world.livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(world, method, attempt),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: method.type,
      [method.type]: detailsOf(world, intent, method, attempt),
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  } as Charge)
}

function outcomeOf(world: World, method: PaymentMethod, { decline, isBlocked }: Attempt) {
  const behaviour = world.instruments.get(method.id)?.card?.behaviour
  const error = decline === undefined ? undefined : declineError(decline)
  const declined = {
    network_status: isBlocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: isBlocked ? 'highest_risk_level' : decline,
    seller_message: isBlocked ? 'Stripe blocked this payment.' : 'The bank declined the payment.',
    type: isBlocked ? 'blocked' : 'issuer_declined',
  }
  const authorised = {
    network_status: 'approved_by_network',
    reason: null,
    seller_message: 'Payment complete.',
    type: 'authorized',
  }
  return {
    advice_code: error?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: isBlocked ? null : (error?.network_decline_code ?? null),
    ...(error === undefined ? authorised : declined),
    risk_level: isBlocked ? 'highest' : (behaviour?.riskLevel ?? 'normal'),
  }
}

function detailsOf(world: World, intent: PaymentIntent, method: PaymentMethod, attempt: Attempt) {
  if (method.type !== 'card') return { ...(method[method.type] as object), ...attempt.details }
  const { card } = method
  const wishes = intent.payment_method_options.card ?? {}
  const { account } = world
  const isAuthorised = attempt.status === 'succeeded'
  const isHeld = isAuthorised && !attempt.captured
  const when = (isAvailable: boolean) => ({ status: isAvailable ? 'available' : 'unavailable' })
  const wants = (wish: string) => isHeld && wishes[wish] === 'if_available'
  return {
    amount_authorized: isAuthorised ? intent.amount : null,
    authorization_code: isAuthorised ? intent.id.slice(-6).toUpperCase() : null,
    brand: card?.brand,
    ...(isHeld ? { capture_before: world.seconds() + HOLD_S } : {}),
    checks: card?.checks,
    country: card?.country,
    electronic_commerce_indicator: attempt.authentication?.electronic_commerce_indicator ?? null,
    exp_month: card?.exp_month,
    exp_year: card?.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card?.fingerprint,
    funding: card?.funding,
    incremental_authorization: when(
      wants('request_incremental_authorization') && account.incrementalAuthorization,
    ),
    installments: null,
    last4: card?.last4,
    mandate: null,
    multicapture: when(wants('request_multicapture') && account.multicapture),
    network: card?.brand,
    network_token: { used: false },
    network_transaction_id: isAuthorised ? networkId(intent.id) : null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: attempt.authentication ?? null,
    transaction_link_id: null,
    wallet: null,
  }
}

/** Fifteen digits, as Visa's. */
function networkId(intentId: string): string {
  const digits = [...intentId.slice(-15)].map((letter) => letter.charCodeAt(0) % 10)
  return digits.join('').padStart(15, '1')
}

/** Books a charge's money into the balance: of a hold with a part captured also what is given back. */
export function settleCharge(world: World, charge: Charge, amount: number): void {
  const isCard = charge.payment_method_details.type === 'card'
  const { id, currency } = charge
  const transaction = moveBalance(world, {
    amount,
    currency,
    type: isCard ? 'charge' : 'payment',
    category: 'charge',
    source: id,
    fee: world.account.fee(amount),
  })
  charge.balance_transaction ??= transaction.id
}
