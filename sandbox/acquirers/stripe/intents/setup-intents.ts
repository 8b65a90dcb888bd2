import { declineError } from '../facts/declines.ts'
import { makeMandate } from '../objects/mandates.ts'
import { cardError, checkUnused } from '../objects/payment-methods.ts'
import type { PaymentMethod, SetupIntent } from '../objects/types.ts'
import type {
  setupIntentCancel,
  setupIntentConfirm,
  setupIntentCreate,
} from '../parameters/intents.ts'
import { METHOD_TYPES } from '../parameters/payment-methods.ts'
import type { ValuesOf } from '../wire/describe.ts'
import { ApiError, invalid, missingParameter } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { authenticationByProof, checkProof, type Proof } from './authentication.ts'
import { givenMethod } from './given-method.ts'
import { nextAction } from './next-action.ts'

type ConfirmParams = ValuesOf<typeof setupIntentConfirm>

const unexpected = (intent: SetupIntent, verb: string) =>
  invalid(`You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: structuredClone(intent),
  })

/** `POST /v1/setup_intents`. */
export function createSetupIntent(
  world: World,
  params: ValuesOf<typeof setupIntentCreate>,
): SetupIntent {
  const { confirm = false, automatic_payment_methods: automatic } = params
  const allowed = params.allowed_payment_method_types
  if (automatic !== undefined && allowed !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      { param: 'allowed_payment_method_types' },
    )
  }
  for (const name of ['mandate_data', 'return_url'] as const) {
    if (!confirm && params[name] !== undefined) {
      throw invalid(`The parameter ${name} can only be used with confirm=true.`, { param: name })
    }
  }
  if (params.customer !== undefined) world.store.need('customer', params.customer, 'customer')
  const method = givenMethod(world, params)
  const id = world.newId('seti')
  const allowsRedirects = automatic?.allow_redirects ?? 'always'
  const intent = world.store.add<SetupIntent>({
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed ?? null,
    application: null,
    automatic_payment_methods:
      allowed === undefined ? { allow_redirects: allowsRedirects, enabled: true } : null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${world.newId('').slice(1)}`,
    created: world.seconds(),
    customer: params.customer ?? null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: world.livemode,
    mandate: null,
    metadata: params.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: params.payment_method_options ?? {},
    payment_method_types: allowed ?? METHOD_TYPES,
    single_use_mandate: null,
    status: method === undefined ? 'requires_payment_method' : 'requires_confirmation',
    usage: params.usage ?? 'off_session',
  } as SetupIntent)
  world.events.emit('setup_intent.created', intent)
  if (!confirm) return intent
  const { payment_method, payment_method_data, ...confirmation } = params
  return confirmSetupIntent(world, intent, confirmation)
}

/** `POST /v1/setup_intents/{id}/confirm`. */
export function confirmSetupIntent(
  world: World,
  intent: SetupIntent,
  params: ConfirmParams,
): SetupIntent {
  if (!/^requires_/.test(intent.status)) throw unexpected(intent, 'confirm')
  const given = givenMethod(world, params)
  const id = given?.id ?? intent.payment_method
  if (id === null) throw unexpected(intent, 'confirm')
  const method = given ?? world.store.need('payment_method', id, 'payment_method')
  checkUnused(world, method)
  if (method.customer !== null && method.customer !== intent.customer) {
    throw invalid('The provided PaymentMethod belongs to another Customer.', {
      param: 'payment_method',
    })
  }
  if (method.type === 'sepa_debit' && params.mandate_data === undefined) {
    throw missingParameter('mandate_data')
  }
  intent.payment_method = method.id
  intent.last_setup_error = null
  intent.payment_method_options = {
    ...intent.payment_method_options,
    ...params.payment_method_options,
  }
  setUp(world, intent, method, params.return_url)
  return intent
}

function setUp(world: World, intent: SetupIntent, method: PaymentMethod, returnUrl?: string): void {
  const card = world.instruments.get(method.id)?.card
  const proof = intent.payment_method_options.card?.three_d_secure as Proof | undefined
  const isWhole = proof?.cryptogram !== undefined && proof.transaction_id !== undefined
  if (isWhole) checkProof(proof)
  const isProven =
    isWhole && card !== undefined && authenticationByProof(proof, card).result !== 'failed'
  const asks = card?.behaviour.authentication
  const needsShopper = asks === 'always' || asks === 'unlessSetUp' || card === undefined
  if (needsShopper && !isProven && method.type !== 'sepa_debit') {
    intent.next_action = nextAction(world, intent.id, returnUrl)
    intent.status = 'requires_action'
    world.events.emit('setup_intent.requires_action', intent)
    return
  }
  const decline =
    world.current.decline ?? (card?.behaviour.attaches ? undefined : card?.behaviour.decline)
  if (decline === undefined) {
    succeed(world, intent, method)
    return
  }
  fail(world, intent, method, declineError(decline))
  throw new ApiError(402, { ...cardError(decline).body, setup_intent: structuredClone(intent) })
}

/** The shopper comes back from the emulator's page. */
export function continueSetup(world: World, intent: SetupIntent, hasAgreed: boolean): void {
  const method = world.store.need('payment_method', intent.payment_method ?? '')
  intent.next_action = null
  if (hasAgreed) {
    succeed(world, intent, method)
    return
  }
  fail(world, intent, method, {
    type: 'card_error',
    code: 'setup_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
  })
}

function succeed(world: World, intent: SetupIntent, method: PaymentMethod): void {
  const instrument = world.instruments.get(method.id)
  if (instrument !== undefined) instrument.isSetUp = true
  if (intent.customer !== null && method.customer === null) {
    method.customer = intent.customer
    world.events.emit('payment_method.attached', method)
  }
  if (method.type === 'sepa_debit') intent.mandate = makeMandate(world, method).id
  intent.next_action = null
  intent.status = 'succeeded'
  world.events.emit('setup_intent.succeeded', intent)
}

function fail(world: World, intent: SetupIntent, method: PaymentMethod, error: object): void {
  intent.last_setup_error = { ...error, payment_method: structuredClone(method) }
  intent.payment_method = null
  intent.status = 'requires_payment_method'
  world.events.emit('setup_intent.setup_failed', intent)
}

/** `POST /v1/setup_intents/{id}/cancel`. */
export function cancelSetupIntent(
  world: World,
  id: string,
  params: ValuesOf<typeof setupIntentCancel>,
): SetupIntent {
  const intent = world.store.need('setup_intent', id)
  if (!/^requires_/.test(intent.status)) throw unexpected(intent, 'cancel')
  intent.status = 'canceled'
  intent.cancellation_reason = params.cancellation_reason ?? null
  intent.next_action = null
  world.events.emit('setup_intent.canceled', intent)
  return intent
}
