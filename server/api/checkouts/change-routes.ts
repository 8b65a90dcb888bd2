import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CheckoutRow } from '../../engine/store/port.ts'
import { type Caller, validateCall, withEcho } from '../../wire/http/call.ts'
import { send, sendRefusal } from '../../wire/http/errors.ts'
import { type KeyEntry, keyParts } from '../../wire/idempotency/entry.ts'
import { answerCallerOnce, type Worked } from '../../wire/idempotency/once.ts'
import { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal } from '../../wire/results/refusal.ts'
import { checkoutAnswer } from './answer.ts'
import { changedRequest } from './changed-request.ts'
import { requestOf } from './kept-request.ts'
import { nameCall, nameCallOf } from './name-call.ts'
import { offerRefusal } from './offered-registrations.ts'
import { unpayable, unpayableErrors } from './payable.ts'
import { withoutReplaced } from './prepared-instrument.ts'
import { reachedCheckout } from './reached-checkout.ts'
import type { CheckoutRouteParts } from './routes.ts'
import { wholeRequestOf } from './sealed-request.ts'
import { merchantCheckout } from './status-routes.ts'
import { storesOnly } from './stores-only.ts'

interface WithId {
  readonly Params: { readonly id: string }
}

/** `POST` and `DELETE /v1/checkouts/{id}`: a checkout that nobody has paid yet changes, or ends. */
export function checkoutChangeRoutes(app: FastifyInstance, parts: CheckoutRouteParts): void {
  app.post<WithId>('/v1/checkouts/:id', (request, reply) => {
    const { id } = request.params
    const work = (caller: Caller, entry: KeyEntry | undefined) =>
      update(request, { id, caller, entry }, parts)
    return answerCallerOnce(request, reply, work, parts)
  })

  app.delete<WithId>('/v1/checkouts/:id', async (request, reply) => {
    const deleted = await remove(request, request.params.id, parts)
    if (isRefusal(deleted)) return sendRefusal(request, reply, deleted, parts.clock)
    return send(reply, checkoutAnswer('000.200.102', deleted, request.ndc))
  })
}

async function update(
  request: FastifyRequest,
  asked: {
    readonly id: string
    readonly caller: Caller
    readonly entry: KeyEntry | undefined
  },
  parts: CheckoutRouteParts,
): Promise<Worked> {
  const { id, caller, entry } = asked
  nameCallOf(request, id, caller.profile)
  const checkout = await reachedCheckout(id, caller, parts)
  if (isRefusal(checkout)) return checkout
  await nameCall(request, checkout, parts.access)
  const answerOf = (updated: CheckoutRow) => {
    const held = requestOf(updated)
    const isPromised = held.get('integrity') === 'true'
    const integrity = isPromised ? parts.scriptIntegrity(updated.id, storesOnly(held)) : null
    return checkoutAnswer('000.200.101', updated, request.ndc, integrity)
  }
  const offered = { token: caller.token, channelId: checkout.entityId }
  const unfit = await offerRefusal(caller.flat, offered, parts)
  if (unfit !== undefined) return unfit
  const updated = await parts.checkouts.update(
    checkout.id,
    (current) => valuesAfter(current, caller, parts),
    keyParts(entry, answerOf),
  )
  return isRefusal(updated) || 'keyInUse' in updated ? updated : answerOf(updated)
}

const ONLY_AT_CREATION = 'overridePaymentType['

/**
 * What a checkout says after an update: all of it must be right, as at its creation. What only the
 * creation takes stays as it was, and is refused when it is sent.
 */
async function valuesAfter(
  checkout: CheckoutRow,
  caller: Caller,
  parts: CheckoutRouteParts,
): Promise<ParameterValues | Refusal> {
  const held = (await wholeRequestOf(checkout, parts.vault)).entries()
  const fixed = held.filter(([name]) => name.startsWith(ONLY_AT_CREATION))
  const changeable = held.filter(([name]) => !name.startsWith(ONLY_AT_CREATION))
  const flat = changedRequest(withoutReplaced(changeable, caller.flat), caller.flat)
  if (isRefusal(flat)) return flat
  const nowMs = parts.clock.of(checkout.entityId)
  const settings = await parts.access.settingsOf(checkout.entityId)
  const { profile, cardLikeReferences = false } = settings
  const asked = { ...caller, profile, cardLikeReferences, flat }
  const call = validateCall(asked, 'checkouts.update', parts, (accepted) =>
    unpayableErrors(accepted, nowMs),
  )
  if (isRefusal(call)) return call
  const values = ParameterValues.of([...call.values.entries(), ...fixed])
  const refusal = unpayable(values, { nowMs, profile }, parts)
  return refusal === undefined ? values : withEcho(refusal, values)
}

async function remove(
  request: FastifyRequest,
  id: string,
  parts: CheckoutRouteParts,
): Promise<CheckoutRow | Refusal> {
  const checkout = await merchantCheckout(request, id, parts)
  return isRefusal(checkout) ? checkout : parts.checkouts.remove(checkout.id)
}
