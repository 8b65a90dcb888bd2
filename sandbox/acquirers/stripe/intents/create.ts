import { checkChargeAmount, checkCurrency } from '../facts/currencies.ts'
import type { PaymentIntent } from '../objects/types.ts'
import type { paymentIntentCreate } from '../parameters/intents.ts'
import { METHOD_TYPES, type MethodType } from '../parameters/payment-methods.ts'
import type { ValuesOf } from '../wire/describe.ts'
import { invalid } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { confirmIntent } from './confirm.ts'
import { givenMethod } from './given-method.ts'

type CreateParams = ValuesOf<typeof paymentIntentCreate>

/** They describe a confirmation, and mean nothing without one. */
const OF_CONFIRMATION = [
  'error_on_requires_action',
  'mandate',
  'mandate_data',
  'off_session',
  'return_url',
] as const

/** `POST /v1/payment_intents`. */
export function createPaymentIntent(world: World, params: CreateParams): PaymentIntent {
  const { amount, currency, confirm = false } = params
  checkCurrency(currency)
  checkChargeAmount(amount, currency)
  const stray = OF_CONFIRMATION.find((name) => params[name] !== undefined)
  if (!confirm && stray !== undefined) {
    throw invalid(`The parameter ${stray} can only be used with confirm=true.`, { param: stray })
  }
  if (params.customer !== undefined) world.store.need('customer', params.customer, 'customer')
  const types = methodTypes(world, params)
  const method = givenMethod(world, params)
  const id = world.newId('pi')
  const intent = world.store.add<PaymentIntent>({
    ...describedIntent(params),
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: automaticMethods(params),
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${world.newId('').slice(1)}`,
    created: world.seconds(),
    currency,
    customer: params.customer ?? null,
    livemode: world.livemode,
    payment_method: method?.id ?? null,
    payment_method_options: (params.payment_method_options ??
      {}) as PaymentIntent['payment_method_options'],
    payment_method_types: types,
    status: method === undefined ? 'requires_payment_method' : 'requires_confirmation',
  } as PaymentIntent)
  world.events.emit('payment_intent.created', intent)
  if (!confirm) return intent
  const { payment_method, payment_method_data, ...confirmation } = params
  return confirmIntent(world, intent, confirmation)
}

/** The members that a new intent has whatever is asked. */
function describedIntent(params: CreateParams) {
  return {
    amount_details: { tip: {}, ...params.amount_details },
    application: null,
    application_fee_amount: null,
    canceled_at: null,
    cancellation_reason: null,
    confirmation_method: params.confirmation_method ?? 'automatic',
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    managed_payments: null,
    metadata: params.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: params.shipping ?? null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    transfer_data: null,
    transfer_group: null,
  }
}

function automaticMethods(params: CreateParams) {
  const { automatic_payment_methods: given, allowed_payment_method_types: allowed } = params
  if (allowed !== undefined || given?.enabled === false) return null
  return { allow_redirects: given?.allow_redirects ?? 'always', enabled: true }
}

/** Types that do not fit are left out without a word, as of 2026-07-29. */
function methodTypes(world: World, params: CreateParams): readonly MethodType[] {
  const { automatic_payment_methods: automatic, allowed_payment_method_types: allowed } = params
  if (automatic !== undefined && allowed !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      { param: 'allowed_payment_method_types' },
    )
  }
  const fitting = (allowed ?? METHOD_TYPES).filter(
    (type) => world.account.methods.includes(type) && fits(type, params),
  )
  if (fitting.length > 0) return fitting
  throw invalid('No valid payment method types for this Payment Intent.', {
    param: 'allowed_payment_method_types',
  })
}

function fits(type: MethodType, params: CreateParams): boolean {
  if (type === 'card') return true
  // They take euros only, and at once.
  if (params.currency !== 'eur' || params.capture_method === 'manual') return false
  const allowsRedirects = params.automatic_payment_methods?.allow_redirects !== 'never'
  return type === 'sepa_debit' || allowsRedirects
}
