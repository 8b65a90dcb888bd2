import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asChannel } from '../entities/access.ts'
import { type Answer, bodyOf } from '../http/answer.ts'
import {
  type Caller,
  type CallParts,
  readableEcho,
  readMerchantCall,
  sentParameters,
  validateCall,
  withEcho,
} from '../http/call.ts'
import { send, sendRefusal } from '../http/errors.ts'
import { companionsOf, type KeyEntry } from '../idempotency/entry.ts'
import { answerCallerOnce, answerOnce, type OnceParts, type Worked } from '../idempotency/once.ts'
import { ndcOfCheckout } from '../ids.ts'
import type { FlatBody } from '../parameters/flat-body.ts'
import { validate } from '../parameters/validate.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { paymentAnswer } from '../payments/answer.ts'
import { connectorOf, moneyOf, registrationRefusal } from '../payments/prepare.ts'
import { isRefusal, type Refusal, refuseParameters } from '../results/refusal.ts'
import type { CheckoutRow, PaymentType } from '../store/port.ts'
import { expiryRefusal, unknownCheckout } from './rules.ts'
import { type CheckoutParts, type CheckoutService, requestOf } from './service.ts'
import { widgetSession } from './session.ts'

export interface CheckoutRouteParts extends CallParts, CheckoutParts, OnceParts {
  readonly checkouts: CheckoutService
}

interface WithId {
  readonly Params: { readonly id: string }
}

/** `POST /v1/checkouts`, `GET|POST /v1/checkouts/{id}/payment` and the widget's session (decisions §2, §6). */
export function checkoutRoutes(app: FastifyInstance, parts: CheckoutRouteParts): void {
  const { clock } = parts

  app.post('/v1/checkouts', (request, reply) => {
    const work = (caller: Caller, entry: KeyEntry | undefined) => create(caller, entry, parts)
    return answerCallerOnce(request, reply, work, parts)
  })

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
  const channel = asChannel(call.usable)
  if (isRefusal(channel)) return channel
  const refusal = unpayable(call.values, parts)
  if (refusal !== undefined) return withEcho(refusal, call.values)
  const alongside = (checkout: CheckoutRow) => entry?.answered(createdAnswer(checkout)) ?? []
  const created = await parts.checkouts.create(channel, call.values, alongside)
  return 'overtaken' in created ? created : createdAnswer(created)
}

/** What would only be found when the shopper pays is better told to the merchant now. */
function unpayable(values: ParameterValues, parts: CheckoutRouteParts): Refusal | undefined {
  const paymentTypes = [
    values.get('paymentType'),
    ...Object.values(values.map('overridePaymentType')),
  ] as PaymentType[]
  const amounts = paymentTypes.map((paymentType) => moneyOf(values, paymentType))
  return [registrationRefusal(values), connectorOf(values, parts), ...amounts].find(isRefusal)
}

function createdAnswer(checkout: CheckoutRow): Answer {
  return {
    status: 200,
    body: bodyOf(
      '000.200.100',
      { ndc: ndcOfCheckout(checkout.id), atMs: checkout.createdAtMs },
      {
        after: {
          id: checkout.id,
          ...(checkout.integrity === null ? {} : { integrity: checkout.integrity }),
        },
      },
    ),
  }
}

async function readStatus(
  request: FastifyRequest,
  id: string,
  parts: CheckoutRouteParts,
): Promise<Answer | Refusal> {
  const call = await readMerchantCall(request, 'status', parts)
  if (isRefusal(call)) return call
  const stored = await parts.store.read.checkout(id)
  const { token, usable } = call
  // A foreign checkout must not be told from one that is not there, expired or not.
  if (!stored || !(await parts.access.reaches(token, stored.entityId, usable?.entity))) {
    return unknownCheckout
  }
  const ndc = ndcOfCheckout(stored.id)
  request.ndc = ndc
  const checkout = expiryRefusal(stored, parts.clock.now()) ?? stored
  if (isRefusal(checkout)) return checkout
  const payment = await parts.checkouts.latestPayment(checkout)
  return payment === undefined ? unpaidAnswer(checkout, ndc) : paymentAnswer(payment, ndc)
}

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
  request.ndc = ndcOfCheckout(checkout.id)
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
  return isRefusal(paid) ? withEcho(paid, held) : paymentAnswer(paid, ndcOfCheckout(checkout.id))
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
