import type { PaymentIntent } from '../objects/types.ts'
import type { paymentIntentConfirm } from '../parameters/intents.ts'
import type { ValuesOf } from '../wire/describe.ts'
import { invalid, unexpectedState } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { attempt } from './attempt.ts'
import { checkProof, type Proof } from './authentication.ts'
import { givenMethod } from './given-method.ts'
import { checkMethod } from './method-checks.ts'

type ConfirmParams = ValuesOf<typeof paymentIntentConfirm>

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** `POST /v1/payment_intents/{id}/confirm`, and `confirm=true` of a creation. */
export function confirmIntent(
  world: World,
  intent: PaymentIntent,
  params: ConfirmParams,
): PaymentIntent {
  if (!CONFIRMABLE.includes(intent.status)) {
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      { payment_intent: structuredClone(intent) },
    )
  }
  if (params.amount_to_confirm !== undefined && params.amount_to_confirm !== intent.amount) {
    throw invalid('The amount to confirm does not match the amount of the PaymentIntent.', {
      param: 'amount_to_confirm',
    })
  }
  const given = givenMethod(world, params)
  const methodId = given?.id ?? intent.payment_method
  if (methodId === null) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      { payment_intent: structuredClone(intent) },
    )
  }
  const method = given ?? world.store.need('payment_method', methodId, 'payment_method')
  takeOver(intent, params)
  const proof = (intent.payment_method_options.card as { three_d_secure?: Proof } | undefined)
    ?.three_d_secure
  if (proof !== undefined) checkProof(proof)
  checkMoto(world, intent)
  const isOffSession = params.off_session !== undefined && params.off_session !== false
  const returnUrl = params.return_url
  checkMethod(world, intent, method, {
    isOffSession,
    returnUrl,
    hasMandate: params.mandate_data !== undefined || params.mandate !== undefined,
  })
  if (params.mandate !== undefined) world.store.need('mandate', params.mandate, 'mandate')
  intent.payment_method = method.id
  intent.last_payment_error = null
  attempt(world, intent, method, {
    isOffSession,
    returnUrl,
    proof,
    refusesAction: params.error_on_requires_action === true,
  })
  return intent
}

function checkMoto(world: World, intent: PaymentIntent): void {
  if (intent.payment_method_options.card?.moto !== true || world.account.moto) return
  throw invalid('This account cannot send payments by mail or telephone order.', {
    param: 'payment_method_options[card][moto]',
  })
}

/** What a confirmation says anew of the payment. */
function takeOver(intent: PaymentIntent, params: ConfirmParams): void {
  const { payment_method_options: options } = params
  if (params.capture_method !== undefined) intent.capture_method = params.capture_method
  if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email
  if (params.setup_future_usage !== undefined) intent.setup_future_usage = params.setup_future_usage
  if (params.shipping !== undefined) intent.shipping = params.shipping
  for (const [type, wishes] of Object.entries(options ?? {})) {
    const known = intent.payment_method_options
    intent.payment_method_options = { ...known, [type]: { ...known[type], ...wishes } }
  }
}
