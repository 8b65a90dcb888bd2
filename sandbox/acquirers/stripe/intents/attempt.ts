import type { CardFacts } from '../facts/cards.ts'
import { type DeclineCode, declineError } from '../facts/declines.ts'
import { makeCharge } from '../objects/charges.ts'
import { makeMandate } from '../objects/mandates.ts'
import { attachPaymentMethod, createPaymentMethod } from '../objects/payment-methods.ts'
import type { Charge, PaymentIntent, PaymentMethod } from '../objects/types.ts'
import { ApiError } from '../wire/errors.ts'
import type { Instrument, World } from '../world.ts'
import {
  type Authentication,
  authenticationByProof,
  authenticationByShopper,
  needsAuthentication,
  type Proof,
} from './authentication.ts'
import { futureUsage } from './future-usage.ts'
import { chargeBooked, enter, holdBooked } from './money.ts'
import { nextAction } from './next-action.ts'

export interface AttemptCircumstances {
  readonly isOffSession: boolean
  readonly returnUrl: string | undefined
  readonly proof: Proof | undefined
  /** `error_on_requires_action`. */
  readonly refusesAction: boolean
}

/** Tries to pay an intent. Throws the card error of a decline, after it is written down. */
export function attempt(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  circumstances: AttemptCircumstances,
): void {
  const instrument = world.instruments.get(method.id)
  if (instrument === undefined) throw new Error(`no instrument of ${method.id}`)
  switch (method.type) {
    case 'card':
      attemptCard(world, intent, { method, instrument }, circumstances)
      return
    case 'sepa_debit':
      attemptDebit(world, intent, { method, instrument })
      return
    case 'ideal':
    case 'bancontact':
    case 'eps':
      intent.next_action = nextAction(world, intent.id, circumstances.returnUrl)
      enter(world, intent, 'requires_action', 'requires_action')
  }
}

interface Paying {
  readonly method: PaymentMethod
  readonly instrument: Instrument
}

function attemptCard(
  world: World,
  intent: PaymentIntent,
  paying: Paying,
  { isOffSession, returnUrl, proof, refusesAction }: AttemptCircumstances,
): void {
  const { card, isSetUp } = paying.instrument
  if (card === undefined) throw new Error('a card without facts')
  const wishes = intent.payment_method_options.card
  const isNeeded = needsAuthentication(card, {
    isOffSession,
    isSetUp,
    isMoto: wishes?.moto === true,
    wish: wishes?.request_three_d_secure as string | undefined,
  })
  const proven = proof === undefined ? undefined : authenticationByProof(proof, card)
  const isProven = proven !== undefined && proven.result !== 'failed'
  if (!isNeeded || isProven) {
    authorise(world, intent, paying, proven)
    return
  }
  if (isOffSession || refusesAction || proven !== undefined) {
    declined(world, intent, paying, { decline: 'authentication_required' })
  }
  intent.next_action = nextAction(world, intent.id, returnUrl)
  enter(world, intent, 'requires_action', 'requires_action')
}

/** The shopper comes back from the issuer's page, or from the bank's. */
export function continueAttempt(world: World, intent: PaymentIntent, hasAgreed: boolean): void {
  const method = world.store.need('payment_method', intent.payment_method ?? '')
  const instrument = world.instruments.get(method.id)
  if (instrument === undefined) throw new Error(`no instrument of ${method.id}`)
  const paying = { method, instrument }
  intent.next_action = null
  const { card } = instrument
  if (!hasAgreed || card?.behaviour.authenticationFails) notAuthenticated(world, intent, paying)
  else if (card === undefined) transferred(world, intent, paying)
  else authoriseOnPage(world, intent, paying, card)
}

/** As if a directory server had named it. */
const TRANSACTION_ID = '9d4c8f0e-0000-4000-8000-000000000000'

function authoriseOnPage(
  world: World,
  intent: PaymentIntent,
  paying: Paying,
  card: CardFacts,
): void {
  const { afterAuthentication } = card.behaviour
  if (afterAuthentication !== undefined) {
    settleFailure(world, intent, paying, { decline: afterAuthentication })
    return
  }
  try {
    authorise(world, intent, paying, authenticationByShopper(card, TRANSACTION_ID))
  } catch (error) {
    // The shopper's page has no card error; the intent says what has happened.
    if (!(error instanceof ApiError)) throw error
  }
}

function authorise(
  world: World,
  intent: PaymentIntent,
  paying: Paying,
  authentication: Authentication | undefined,
): void {
  const { method, instrument } = paying
  const behaviour = instrument.card?.behaviour
  const decline = world.current.decline ?? behaviour?.decline
  if (decline !== undefined) {
    const isBlocked = behaviour?.blocked === true
    declined(world, intent, paying, { decline, authentication, isBlocked })
  }
  const captured =
    intent.capture_method !== 'manual' &&
    intent.payment_method_options.card?.capture_method !== 'manual'
  const charge = makeCharge(world, intent, method, {
    status: 'succeeded',
    captured,
    authentication,
  })
  paid(world, intent, paying, charge)
  if (captured) chargeBooked(world, intent, charge)
  else holdBooked(world, intent, charge)
}

/** What a success does to intent and method, before its money is booked. */
function paid(world: World, intent: PaymentIntent, { method, instrument }: Paying, charge: Charge) {
  intent.latest_charge = charge.id
  intent.next_action = null
  instrument.isUsed = true
  if (futureUsage(intent, method) === null) return
  instrument.isSetUp = true
  const isKept = method.type === 'card' || method.type === 'sepa_debit'
  if (!isKept || intent.customer === null || method.customer !== null) return
  method.customer = intent.customer
  world.events.emit('payment_method.attached', method)
}

interface Failure {
  readonly decline: DeclineCode
  readonly authentication?: Authentication | undefined
  readonly isBlocked?: boolean
}

function settleFailure(world: World, intent: PaymentIntent, paying: Paying, failure: Failure) {
  const { method } = paying
  const charge = makeCharge(world, intent, method, {
    status: 'failed',
    captured: false,
    ...failure,
  })
  const error = { ...declineError(failure.decline), charge: charge.id }
  paying.instrument.isUsed = true
  intent.latest_charge = charge.id
  intent.last_payment_error = { ...error, payment_method: structuredClone(method) }
  intent.payment_method = null
  world.events.emit('charge.failed', charge)
  enter(world, intent, 'requires_payment_method', 'payment_failed')
}

function declined(world: World, intent: PaymentIntent, paying: Paying, failure: Failure): never {
  settleFailure(world, intent, paying, failure)
  const { last_payment_error: error } = intent
  throw new ApiError(402, {
    ...(error as ReturnType<typeof declineError>),
    payment_intent: structuredClone(intent),
  })
}

function notAuthenticated(world: World, intent: PaymentIntent, { method }: Paying): void {
  intent.last_payment_error = {
    type: method.type === 'card' ? 'card_error' : 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
    payment_method: structuredClone(method),
  }
  intent.payment_method = null
  enter(world, intent, 'requires_payment_method', 'payment_failed')
}

/** iDEAL and Bancontact: the bank has the money when the shopper comes back. */
function transferred(world: World, intent: PaymentIntent, paying: Paying): void {
  const { method } = paying
  const charge = makeCharge(world, intent, method, {
    status: 'succeeded',
    captured: true,
    details: {
      bic: 'TESTNL2A',
      iban_last4: BANK_ACCOUNT.slice(-4),
      verified_name: method.billing_details.name,
      ...generatedDebit(world, intent, method),
    },
  })
  paid(world, intent, paying, charge)
  chargeBooked(world, intent, charge)
}

/** The account at the emulated bank. */
const BANK_ACCOUNT = 'DE89370400440532013000'

/** Kept for later, such a method becomes a debit of the account that has paid. */
function generatedDebit(world: World, intent: PaymentIntent, method: PaymentMethod) {
  const none = { generated_sepa_debit: null, generated_sepa_debit_mandate: null }
  if (intent.customer === null || futureUsage(intent, method) !== 'off_session') return none
  const { name, email } = method.billing_details
  const debit = createPaymentMethod(world, {
    type: 'sepa_debit',
    sepa_debit: { iban: BANK_ACCOUNT },
    billing_details: { ...(name && { name }), ...(email && { email }) },
  })
  attachPaymentMethod(world, debit.id, { customer: intent.customer })
  return {
    generated_sepa_debit: debit.id,
    generated_sepa_debit_mandate: makeMandate(world, debit).id,
  }
}

/** A debit is pending until the bank has answered. */
function attemptDebit(world: World, intent: PaymentIntent, paying: Paying): void {
  const { method, instrument } = paying
  const { debit } = instrument
  if (debit === undefined) throw new Error('a debit without an account')
  const mandate = makeMandate(world, method)
  const charge = makeCharge(world, intent, method, {
    status: 'pending',
    captured: true,
    details: { mandate: mandate.id },
  })
  paid(world, intent, paying, charge)
  intent.processing = null
  world.events.emit('charge.pending', charge)
  enter(world, intent, 'processing', 'processing')
  world.due.at(world.nowMs() + debit.afterMs, () => {
    if (debit.outcome === 'succeeds') {
      charge.status = 'succeeded'
      charge.paid = true
      charge.amount_captured = charge.amount
      chargeBooked(world, intent, charge)
    } else debitFailed(world, intent, paying, charge)
  })
}

function debitFailed(
  world: World,
  intent: PaymentIntent,
  { method, instrument }: Paying,
  charge: Charge,
) {
  const code = instrument.debit?.failure ?? 'generic_decline'
  charge.status = 'failed'
  charge.captured = false
  charge.failure_code = code
  charge.failure_message = 'The customer’s bank has refused the debit.'
  intent.last_payment_error = {
    type: 'invalid_request_error',
    code,
    message: charge.failure_message,
    charge: charge.id,
    payment_method: structuredClone(method),
  }
  intent.payment_method = null
  world.events.emit('charge.failed', charge)
  enter(world, intent, 'requires_payment_method', 'payment_failed')
}
