import { confirmIntent } from '../intents/confirm.ts'
import { createPaymentIntent } from '../intents/create.ts'
import { cancel, capture, increment } from '../intents/modify.ts'
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
} from '../intents/setup-intents.ts'
import { showAccount } from '../objects/account.ts'
import { createCustomer } from '../objects/customers.ts'
import { closeDispute, updateDispute } from '../objects/disputes.ts'
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
} from '../objects/payment-methods.ts'
import { createRefund } from '../objects/refunds.ts'
import type { Event, Kinds } from '../objects/types.ts'
import * as intents from '../parameters/intents.ts'
import * as others from '../parameters/others.ts'
import { readOnly } from '../parameters/parts.ts'
import * as methods from '../parameters/payment-methods.ts'
import type { Webhooks } from '../webhooks.ts'
import type { World } from '../world.ts'
import { type Fields, readFields, type ValuesOf } from './describe.ts'
import { invalid, missingObject } from './errors.ts'
import type { RawGroup } from './form-body.ts'
import { isWished, isWithin, listPage } from './lists.ts'

/** What answers a request. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** Pieces of the path; `:id` is the id of an object. */
  readonly path: readonly string[]
  /** The name of the published description of its body. */
  readonly schema: string | undefined
  readonly read: (raw: RawGroup) => Readonly<Record<string, unknown>>
  readonly handle: (services: Services, params: unknown, id: string) => object
}

export interface Services {
  readonly world: World
  readonly webhooks: Webhooks
  /** The payout of a balance transaction. */
  readonly paidOut: ReadonlyMap<string, string>
}

type Handle<Fs> = (services: Services, params: ValuesOf<Fs>, id: string) => object

function route<const Fs extends Fields>(
  address: `${Route['method']} /v1/${string}`,
  fields: Fs,
  handle: Handle<Fs>,
  schema?: string,
): Route {
  const [method, path] = address.split(' ') as [Route['method'], string]
  return {
    method,
    path: path.split('/').slice(1),
    schema,
    read: (raw) => readFields(raw, fields),
    handle: (services, params, id) => handle(services, params as ValuesOf<Fs>, id),
  }
}

/** Events can be read for 30 days. */
const EVENT_LIVES_S = 30 * 24 * 3_600

const isReadable = (world: World, { created }: Event) => created > world.seconds() - EVENT_LIVES_S

/** `GET` of one object by its id. */
const reading = (path: string, kind: keyof Kinds) =>
  route(`GET /v1/${path}/:id`, readOnly, ({ world }, _params, id) => world.store.need(kind, id))

const payments: readonly Route[] = [
  route(
    'POST /v1/payment_methods',
    methods.paymentMethodCreate,
    ({ world }, params) => createPaymentMethod(world, params),
    'PaymentMethodCreate',
  ),
  reading('payment_methods', 'payment_method'),
  route(
    'POST /v1/payment_methods/:id/attach',
    methods.paymentMethodAttach,
    ({ world }, params, id) => attachPaymentMethod(world, id, params),
  ),
  route('POST /v1/payment_methods/:id/detach', readOnly, ({ world }, _params, id) =>
    detachPaymentMethod(world, id),
  ),
  route(
    'POST /v1/customers',
    others.customerCreate,
    ({ world }, params) => createCustomer(world, params),
    'CustomerCreate',
  ),
  reading('customers', 'customer'),
  route(
    'POST /v1/payment_intents',
    intents.paymentIntentCreate,
    ({ world }, params) => createPaymentIntent(world, params),
    'PaymentIntentCreate',
  ),
  reading('payment_intents', 'payment_intent'),
  route(
    'GET /v1/payment_intents',
    intents.paymentIntentList,
    ({ world }, { created, customer, ...page }) =>
      listPage(
        '/v1/payment_intents',
        world.store
          .all('payment_intent')
          .filter((one) => isWithin(one.created, created) && isWished(one.customer, customer)),
        page,
      ),
  ),
  route(
    'POST /v1/payment_intents/:id/confirm',
    intents.paymentIntentConfirm,
    ({ world }, params, id) => confirmIntent(world, world.store.need('payment_intent', id), params),
    'PaymentIntentConfirm',
  ),
  route(
    'POST /v1/payment_intents/:id/capture',
    intents.paymentIntentCapture,
    ({ world }, params, id) => capture(world, id, params),
    'PaymentIntentCapture',
  ),
  route(
    'POST /v1/payment_intents/:id/cancel',
    intents.paymentIntentCancel,
    ({ world }, params, id) => cancel(world, id, params),
    'PaymentIntentCancel',
  ),
  route(
    'POST /v1/payment_intents/:id/increment_authorization',
    intents.paymentIntentIncrement,
    ({ world }, params, id) => increment(world, id, params),
    'PaymentIntentIncrement',
  ),
  route(
    'POST /v1/setup_intents',
    intents.setupIntentCreate,
    ({ world }, params) => createSetupIntent(world, params),
    'SetupIntentCreate',
  ),
  reading('setup_intents', 'setup_intent'),
  route('POST /v1/setup_intents/:id/confirm', intents.setupIntentConfirm, ({ world }, params, id) =>
    confirmSetupIntent(world, world.store.need('setup_intent', id), params),
  ),
  route('POST /v1/setup_intents/:id/cancel', intents.setupIntentCancel, ({ world }, params, id) =>
    cancelSetupIntent(world, id, params),
  ),
  reading('charges', 'charge'),
  reading('mandates', 'mandate'),
  route(
    'POST /v1/refunds',
    others.refundCreate,
    ({ world }, params) => createRefund(world, params),
    'RefundCreate',
  ),
  reading('refunds', 'refund'),
  route(
    'GET /v1/refunds',
    others.refundList,
    ({ world }, { charge, created, payment_intent: intent, ...page }) =>
      listPage(
        '/v1/refunds',
        world.store
          .all('refund')
          .filter(
            (one) =>
              isWished(one.charge, charge) &&
              isWished(one.payment_intent, intent) &&
              isWithin(one.created, created),
          ),
        page,
      ),
  ),
]

const afterwards: readonly Route[] = [
  reading('disputes', 'dispute'),
  route(
    'GET /v1/disputes',
    others.disputeList,
    ({ world }, { charge, created, payment_intent: intent, ...page }) =>
      listPage(
        '/v1/disputes',
        world.store
          .all('dispute')
          .filter(
            (one) =>
              isWished(one.charge, charge) &&
              isWished(one.payment_intent, intent) &&
              isWithin(one.created, created),
          ),
        page,
      ),
  ),
  route(
    'POST /v1/disputes/:id',
    others.disputeUpdate,
    ({ world }, params, id) => updateDispute(world, id, params),
    'DisputeUpdate',
  ),
  route('POST /v1/disputes/:id/close', readOnly, ({ world }, _params, id) =>
    closeDispute(world, id),
  ),
  reading('balance_transactions', 'balance_transaction'),
  route(
    'GET /v1/balance_transactions',
    others.balanceTransactionList,
    ({ world, paidOut }, { created, currency, payout, source, type, ...page }) =>
      listPage(
        '/v1/balance_transactions',
        world.store
          .all('balance_transaction')
          .filter(
            (one) =>
              isWithin(one.created, created) &&
              isWished(one.currency, currency) &&
              isWished(paidOut.get(one.id), payout) &&
              isWished(one.source, source) &&
              isWished(one.type, type),
          ),
        page,
      ),
  ),
  reading('payouts', 'payout'),
  route(
    'GET /v1/payouts',
    others.payoutList,
    ({ world }, { arrival_date: arrival, created, status, ...page }) =>
      listPage(
        '/v1/payouts',
        world.store
          .all('payout')
          .filter(
            (one) =>
              isWithin(one.arrival_date, arrival) &&
              isWithin(one.created, created) &&
              (status === undefined || one.status === status),
          ),
        page,
      ),
  ),
  route('GET /v1/events/:id', readOnly, ({ world }, _params, id) => {
    const event = world.store.need('event', id)
    if (isReadable(world, event)) return event
    throw missingObject('event', id, 'id', 404)
  }),
  route(
    'GET /v1/events',
    others.eventList,
    ({ world }, { created, delivery_success: isDelivered, type, types, ...page }) =>
      listPage(
        '/v1/events',
        world.store
          .all('event')
          .filter(
            (one) =>
              isReadable(world, one) &&
              isWithin(one.created, created) &&
              isWished(one.pending_webhooks === 0, isDelivered) &&
              isWished(one.type, type) &&
              (types?.includes(one.type) ?? true),
          ),
        page,
      ),
  ),
  reading('files', 'file'),
  route('GET /v1/account', readOnly, ({ world }) => showAccount(world)),
  route(
    'POST /v1/webhook_endpoints',
    others.webhookEndpointCreate,
    ({ webhooks }, params) => webhooks.create(params),
    'WebhookEndpointCreate',
  ),
  reading('webhook_endpoints', 'webhook_endpoint'),
]

const ROUTES = [...payments, ...afterwards]

/** The route of a request, and the id in its path. */
export function routeOf(method: string, path: string): { route: Route; id: string } {
  const pieces = path.split('/').slice(1)
  for (const route of ROUTES) {
    if (route.method !== method || route.path.length !== pieces.length) continue
    if (!route.path.every((piece, at) => piece === ':id' || piece === pieces[at])) continue
    return { route, id: pieces[route.path.indexOf(':id')] ?? '' }
  }
  throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
}
