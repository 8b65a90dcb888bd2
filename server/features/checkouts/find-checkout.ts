import type { FastifyRequest } from 'fastify'
import type { Access } from '../../entities/access.ts'
import { unknownId } from '../../entities/named-object.ts'
import { submittingFault } from '../../entities/page-origins.ts'
import type { Profile } from '../../entities/settings.ts'
import { type Caller, type CallParts, idOfPath, validateCall } from '../../http/call.ts'
import type { Asked } from '../../http/route.ts'
import { ndcOfCheckout } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { CheckoutRow, Store } from '../../store/port.ts'
import { checkoutNdc } from './answer.ts'
import { expiryRefusal, unknownCheckout } from './rules.ts'

/** The format of checkout ids (decisions §3). Text of another format is never echoed. */
const CHECKOUT_ID = /^[0-9A-F]{32}\.[a-z0-9-]{1,15}$/

/** Slashes may be doubled, because some plugins join addresses that way. */
const PATH = /^\/+v1\/+checkouts\/+([0-9A-F]{32}\.[a-z0-9-]{1,15})(?:[/?]|$)/

/**
 * The ndc of every checkout call, from the id in its path, before any error can be answered (decisions §3:
 * ndc), whether the checkout exists or not. The profile is not known yet: strict is used.
 */
export function ndcOfPath(url: string): string | undefined {
  const id = PATH.exec(url)?.[1]
  return id === undefined ? undefined : ndcOfCheckout(id)
}

/** Sets the ndc by the sender's profile, for a call whose checkout is not known yet. */
function setNdcOfSender(request: FastifyRequest, id: string, profile: Profile): void {
  if (CHECKOUT_ID.test(id)) request.ndc = checkoutNdc(id, profile)
}

/** Sets the ndc and the entity of a call whose checkout is known. */
export async function setNdcOfCheckout(
  request: FastifyRequest,
  checkout: CheckoutRow,
  access: Pick<Access, 'settingsOf'>,
): Promise<void> {
  const { profile } = await access.settingsOf(checkout.entityId)
  request.ndc = checkoutNdc(checkout.id, profile)
  request.entityId = checkout.entityId
}

/**
 * The checkout that a merchant's request names, expired or not, if its token and entity have access to
 * it. Refusals of that request already carry the ndc of the checkout (decisions §3: ndc).
 */
export async function reachedCheckout(
  { request, id, call }: Asked<Caller>,
  parts: { readonly store: Store; readonly access: Access },
): Promise<CheckoutRow | Refusal> {
  const { store, access } = parts
  setNdcOfSender(request, id, call.profile)
  const checkout = await store.read.checkout(id)
  // The answer must not reveal that a foreign checkout exists.
  if (!checkout || !(await access.reaches(call, checkout.entityId, call.usable?.entity))) {
    return unknownId(unknownCheckout, { id, caller: call, as: ['checkout'] }, parts)
  }
  await setNdcOfCheckout(request, checkout, access)
  return checkout
}

/** The same for a request that has no parameters besides the id. */
export async function namedCheckout(
  asked: Asked<Caller>,
  parts: CallParts & { readonly store: Store },
): Promise<CheckoutRow | Refusal> {
  const checkout = await reachedCheckout(asked, parts)
  if (isRefusal(checkout)) return checkout
  const call = validateCall(asked.call, 'status', parts)
  return isRefusal(call) ? call : checkout
}

/**
 * The checkout that a request of a shopper's browser names, unless it has expired. The id is the
 * credential. Refusals of an expired one carry its ndc as well (decisions §3: ndc).
 */
export async function shopperCheckout(
  request: FastifyRequest,
  parts: {
    readonly store: Pick<Store, 'read'>
    readonly access: Pick<Access, 'settingsOf'>
    readonly clock: EntityClock
    /** Origin of the gateway. */
    readonly baseUrl: string
  },
): Promise<CheckoutRow | Refusal> {
  const checkout = await parts.store.read.checkout(idOfPath(request))
  if (checkout === undefined) return unknownCheckout
  await setNdcOfCheckout(request, checkout, parts.access)
  const foreign = await foreignPage(request, checkout, parts)
  if (foreign !== undefined) return foreign
  return expiryRefusal(checkout, parts.clock.of(checkout.entityId)) ?? checkout
}

/** What a page that the channel does not name is told that submits anything: stored cards have no field of ours. */
async function foreignPage(
  { method, headers: { origin }, host }: FastifyRequest,
  { entityId }: CheckoutRow,
  { access, baseUrl }: { readonly access: Pick<Access, 'settingsOf'>; readonly baseUrl: string },
): Promise<Refusal | undefined> {
  if (method !== 'POST') return undefined
  const settings = await access.settingsOf(entityId)
  const description = submittingFault({ origin, host }, settings, baseUrl)
  return description === undefined ? undefined : refuse('800.900.301', { status: 403, description })
}
