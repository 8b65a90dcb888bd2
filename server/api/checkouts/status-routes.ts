import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CheckoutRow } from '../../engine/store/port.ts'
import { type Answer, bodyOf } from '../../wire/http/answer.ts'
import { readCaller, sendsCredentials, sentParameters, validateCall } from '../../wire/http/call.ts'
import { send, sendRefusal } from '../../wire/http/errors.ts'
import { validate } from '../../wire/parameters/validate.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../wire/results/refusal.ts'
import { requestOf } from './kept-request.ts'
import { nameCall, nameCallOf } from './name-call.ts'
import { namingOutcome } from './named-outcome.ts'
import { reachedCheckout } from './reached-checkout.ts'
import type { CheckoutRouteParts } from './routes.ts'
import { statusRefusal, unknownCheckout } from './rules.ts'
import { storesOnly } from './stores-only.ts'

interface WithId {
  readonly Params: { readonly id: string }
}

type Endpoint = '/payment' | '/registration'

/**
 * What the merchant's server reads of a checkout while its status is kept. `answerOf` tells of what
 * was tried in it, and answers nothing before that.
 */
export function statusRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  answerOf: (checkout: CheckoutRow, ndc: string) => Promise<Answer | undefined>,
  parts: CheckoutRouteParts,
): void {
  app.get<WithId>(`/v1/checkouts/:id${endpoint}`, async (request, reply) => {
    const checkout = await keptCheckout(request, endpoint, parts)
    if (isRefusal(checkout)) return sendRefusal(request, reply, checkout, parts.clock)
    const { ndc } = request
    return send(reply, (await answerOf(checkout, ndc)) ?? untriedAnswer(checkout, ndc))
  })
}

async function keptCheckout(
  request: FastifyRequest<WithId>,
  endpoint: Endpoint,
  parts: CheckoutRouteParts,
): Promise<CheckoutRow | Refusal> {
  const stored = await readableCheckout(request, request.params.id, parts)
  if (isRefusal(stored)) return stored
  const { throttling, checkouts = {} } = await parts.access.settingsOf(stored.entityId)
  const tooMany = await parts.throttle.admitStatusRead(stored.id, throttling)
  if (tooMany !== undefined) return tooMany
  const refusal = statusRefusal(stored, checkouts, parts.clock.of(stored.entityId))
  if (refusal === undefined) return endpointRefusal(stored, endpoint) ?? stored
  return sendsCredentials(request) ? namingOutcome(refusal, stored) : refusal
}

/** At the other address it would wait for ever. */
function endpointRefusal(checkout: CheckoutRow, endpoint: Endpoint): Refusal | undefined {
  const own = storesOnly(requestOf(checkout)) ? '/registration' : '/payment'
  return own === endpoint ? undefined : isReadAt[own]
}

const isReadAt: Readonly<Record<Endpoint, Refusal>> = {
  '/payment': refuse('200.300.404', {
    description:
      'No payment session found: this checkout is for a payment, read its status at /payment',
  }),
  '/registration': refuse('200.300.404', {
    description:
      'No payment session found: this checkout only stores payment details, read its status at /registration',
  }),
}

async function readableCheckout(
  request: FastifyRequest,
  id: string,
  parts: CheckoutRouteParts,
): Promise<CheckoutRow | Refusal> {
  if (!sendsCredentials(request)) return checkoutForAnyone(request, id, parts)
  return merchantCheckout(request, id, parts)
}

/**
 * The checkout that a merchant's request names and sends nothing else about. Faults of that request
 * carry the checkout's name already (decisions §3: ndc).
 */
export async function merchantCheckout(
  request: FastifyRequest,
  id: string,
  parts: CheckoutRouteParts,
): Promise<CheckoutRow | Refusal> {
  const caller = await readCaller(request, parts)
  if (isRefusal(caller)) return caller
  nameCallOf(request, id, caller.profile)
  const checkout = await reachedCheckout(id, caller, parts)
  if (isRefusal(checkout)) return checkout
  await nameCall(request, checkout, parts.access)
  const call = validateCall(caller, 'status', parts)
  return isRefusal(call) ? call : checkout
}

/** Without credentials, only where the `legacy` profile says so (decisions §1). */
async function checkoutForAnyone(
  request: FastifyRequest,
  id: string,
  { store, access, environment, clock }: CheckoutRouteParts,
): Promise<CheckoutRow | Refusal> {
  const checkout = await store.read.checkout(id)
  const profile = checkout && (await access.settingsOf(checkout.entityId)).profile
  if (checkout === undefined || profile !== 'legacy') return headerNeeded
  const flat = sentParameters(request)
  if (isRefusal(flat)) return flat
  const nowMs = clock.of(checkout.entityId)
  const checked = validate('status', flat, { profile, environment, nowMs })
  if (!checked.ok) return refuseParameters(checked.errors)
  const named = checked.values.get('entityId')
  const fits = named === undefined || (await access.isWithin(checkout.entityId, named))
  if (!fits) return unknownCheckout
  await nameCall(request, checkout, access)
  return checkout
}

/** The same for every checkout, there or not: only those of the `legacy` profile are told of. */
const headerNeeded: Refusal = refuse('800.900.300', {
  status: 401,
  description:
    'Send the header Authorization: Bearer <access token>. The legacy profile accepts status reads without it',
})

function untriedAnswer(checkout: CheckoutRow, ndc: string): Answer {
  return {
    status: 200,
    body: bodyOf(
      '000.200.000',
      { ndc, atMs: checkout.updatedAtMs },
      { before: { id: checkout.id } },
    ),
  }
}
