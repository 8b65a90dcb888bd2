import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, bodyOf } from '../http/answer.ts'
import {
  type Caller,
  type CallParts,
  readableEcho,
  readMerchantCall,
  sendsCredentials,
  sentParameters,
  validateCall,
  withEcho,
} from '../http/call.ts'
import { send, sendRefusal } from '../http/errors.ts'
import { companionsOf, type KeyEntry } from '../idempotency/entry.ts'
import { answerCallerOnce, answerOnce, type OnceParts, type Worked } from '../idempotency/once.ts'
import type { FlatBody } from '../parameters/flat-body.ts'
import { validate } from '../parameters/validate.ts'
import { paymentAnswer } from '../payments/answer.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../results/refusal.ts'
import type { CheckoutRow } from '../store/port.ts'
import { checkoutAnswer, checkoutNdc } from './answer.ts'
import { checkoutChangeRoutes } from './change-routes.ts'
import { unpayable } from './payable.ts'
import { reachedCheckout } from './reached-checkout.ts'
import { expiryRefusal, unknownCheckout } from './rules.ts'
import { type CheckoutParts, type CheckoutService, requestOf } from './service.ts'
import { widgetSession } from './session.ts'

export interface CheckoutRouteParts extends CallParts, CheckoutParts, OnceParts {
  readonly checkouts: CheckoutService
}

interface WithId {
  readonly Params: { readonly id: string }
}

/** `/v1/checkouts`, `/v1/checkouts/{id}`, its `/payment` and the widget's session (decisions §2, §6). */
export function checkoutRoutes(app: FastifyInstance, parts: CheckoutRouteParts): void {
  const { clock } = parts

  app.post('/v1/checkouts', (request, reply) => {
    const work = (caller: Caller, entry: KeyEntry | undefined) => create(caller, entry, parts)
    return answerCallerOnce(request, reply, work, parts)
  })

  checkoutChangeRoutes(app, parts)

  app.get<WithId>('/v1/checkouts/:id/payment', async (request, reply) => {
    const status = await readStatus(request, request.params.id, parts)
    if (isRefusal(status)) return sendRefusal(request, reply, status, clock)
    return send(reply, status)
  })

  app.post<WithId>('/v1/checkouts/:id/payment', async (request, reply) => {
    const asked = await readSubmit(request, request.params.id, parts)
    if (isRefusal(asked)) return sendRefusal(request, reply, asked, clock)
    const once = {
      // The checkout's id is the submit's credential, and the keys of its shopper are its own.
      owner: ['checkout', asked.checkout.id],
      parameters: asked.flat,
      work: (entry: KeyEntry | undefined) => submit(asked, entry, parts),
    }
    return answerOnce(request, reply, once, parts)
  })

  app.get<WithId>('/v1/checkouts/:id/session', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    const session = await readSession(request.params.id, parts)
    if (isRefusal(session)) return sendRefusal(request, reply, session, clock)
    return send(reply, { status: 200, body: session })
  })
}

async function create(
  caller: Caller,
  entry: KeyEntry | undefined,
  parts: CheckoutRouteParts,
): Promise<Worked> {
  const call = validateCall(caller, 'checkouts.create', parts)
  if (isRefusal(call)) return call
  const channel = await parts.access.channelFor(call.usable, call.values)
  if (isRefusal(channel)) return withEcho(channel, call.values)
  const refusal = unpayable(call.values, parts)
  if (refusal !== undefined) return withEcho(refusal, call.values)
  const { profile } = channel.settings
  const answerOf = (checkout: CheckoutRow) =>
    checkoutAnswer('000.200.100', checkout, checkoutNdc(checkout.id, profile), checkout.integrity)
  const alongside = (checkout: CheckoutRow) => entry?.answered(answerOf(checkout)) ?? []
  const created = await parts.checkouts.create(channel, call.values, alongside)
  return 'overtaken' in created ? created : answerOf(created)
}

async function readStatus(
  request: FastifyRequest,
  id: string,
  parts: CheckoutRouteParts,
): Promise<Answer | Refusal> {
  const stored = await readableCheckout(request, id, parts)
  if (isRefusal(stored)) return stored
  const { profile } = await parts.access.settingsOf(stored.entityId)
  const ndc = checkoutNdc(stored.id, profile)
  request.ndc = ndc
  const checkout = expiryRefusal(stored, parts.clock.now()) ?? stored
  if (isRefusal(checkout)) return checkout
  const payment = await parts.checkouts.latestPayment(checkout)
  return payment === undefined ? unpaidAnswer(checkout, ndc) : paymentAnswer(payment, ndc)
}

async function readableCheckout(
  request: FastifyRequest,
  id: string,
  parts: CheckoutRouteParts,
): Promise<CheckoutRow | Refusal> {
  if (!sendsCredentials(request)) return checkoutForAnyone(request, id, parts)
  const call = await readMerchantCall(request, 'status', parts)
  return isRefusal(call) ? call : reachedCheckout(id, call, parts)
}

/** Without credentials, only where the `legacy` profile says so (decisions §1). */
async function checkoutForAnyone(
  request: FastifyRequest,
  id: string,
  { store, access, environment }: CheckoutRouteParts,
): Promise<CheckoutRow | Refusal> {
  const checkout = await store.read.checkout(id)
  const profile = checkout && (await access.settingsOf(checkout.entityId)).profile
  if (checkout === undefined || profile !== 'legacy') return headerNeeded
  const flat = sentParameters(request)
  if (isRefusal(flat)) return flat
  const checked = validate('status', flat, { profile, environment })
  if (!checked.ok) return refuseParameters(checked.errors)
  const named = checked.values.get('entityId')
  const fits = named === undefined || (await access.isWithin(checkout.entityId, named))
  return fits ? checkout : unknownCheckout
}

/** The same for every checkout, there or not: only those of the `legacy` profile are told of. */
const headerNeeded: Refusal = refuse('800.900.300', {
  status: 401,
  description:
    'Send the header Authorization: Bearer <access token>. The legacy profile accepts status reads without it',
})

function unpaidAnswer(checkout: CheckoutRow, ndc: string): Answer {
  return {
    status: 200,
    body: bodyOf(
      '000.200.000',
      { ndc, atMs: checkout.updatedAtMs },
      { before: { id: checkout.id } },
    ),
  }
}

interface Submit {
  readonly checkout: CheckoutRow
  readonly flat: FlatBody
}

/** The widget's submit: the checkout id is the credential (R-TOK-2). */
async function readSubmit(
  request: FastifyRequest,
  id: string,
  parts: CheckoutRouteParts,
): Promise<Submit | Refusal> {
  const checkout = await parts.checkouts.find(id)
  if (isRefusal(checkout)) return checkout
  const { profile } = await parts.access.settingsOf(checkout.entityId)
  request.ndc = checkoutNdc(checkout.id, profile)
  const flat = sentParameters(request)
  return isRefusal(flat) ? flat : { checkout, flat }
}

async function submit(
  { checkout, flat }: Submit,
  entry: KeyEntry | undefined,
  parts: CheckoutRouteParts,
): Promise<Worked> {
  const channel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const held = requestOf(checkout)
  const checked = validate('checkouts.submit', flat, {
    profile: channel.settings.profile,
    environment: parts.environment,
    stored: held,
  })
  if (!checked.ok) return refuseParameters(checked.errors, readableEcho(held.entries()))
  const { values } = checked
  const paid = await parts.checkouts.submit(checkout, channel, values, companionsOf(entry))
  const ndc = checkoutNdc(checkout.id, channel.settings.profile)
  return isRefusal(paid) ? withEcho(paid, held) : paymentAnswer(paid, ndc)
}

async function readSession(id: string, parts: CheckoutRouteParts) {
  const checkout = await parts.checkouts.find(id)
  if (isRefusal(checkout)) return checkout
  const channel = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  return {
    ...widgetSession(
      checkout,
      requestOf(checkout),
      channel.settings,
      parts.environment,
      parts.clock.now(),
    ),
  }
}
