import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ndcOfCheckout } from '../../engine/ids.ts'
import type { CheckoutRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import type { Access } from '../../wire/entities/access.ts'
import { unknownId } from '../../wire/entities/named-object.ts'
import type { Profile } from '../../wire/entities/settings.ts'
import { type Caller, type CallParts, idOfPath, validateCall } from '../../wire/http/call.ts'
import type { Asked } from '../../wire/http/route.ts'
import { isRefusal, type Refusal } from '../../wire/results/refusal.ts'
import { checkoutNdc } from './answer.ts'
import { expiryRefusal, unknownCheckout } from './rules.ts'

/** As ids are made (decisions §3). What looks otherwise is never given back: it may be anything. */
const CHECKOUT_ID = /^[0-9A-F]{32}\.[a-z0-9-]{1,15}$/

/** Slashes may come twice, as plugins join addresses. */
const PATH = /^\/+v1\/+checkouts\/+([0-9A-F]{32}\.[a-z0-9-]{1,15})(?:[/?]|$)/

/**
 * Names every call of a checkout by the id in its path, before anything can be wrong with it (decisions
 * §3: ndc). Whether there is such a checkout makes no difference. The profile, which is not known yet,
 * is strict until somebody says otherwise.
 */
export function nameCallsByPath(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const id = PATH.exec(request.url)?.[1]
    if (id !== undefined) request.ndc = ndcOfCheckout(id)
    done()
  })
}

/** Names a call whose sender is known, and whose checkout is not, as the sender's profile has it. */
function nameByPath(request: FastifyRequest, id: string, profile: Profile): void {
  if (CHECKOUT_ID.test(id)) request.ndc = checkoutNdc(id, profile)
}

/** Gives a call the name of the checkout that it belongs to. */
export async function nameCall(
  request: FastifyRequest,
  checkout: CheckoutRow,
  access: Pick<Access, 'settingsOf'>,
): Promise<void> {
  const { profile } = await access.settingsOf(checkout.entityId)
  request.ndc = checkoutNdc(checkout.id, profile)
  request.entityId = checkout.entityId
}

/**
 * The checkout that a merchant's request names, expired or not, if its token and entity reach it.
 * Faults of that request carry the checkout's name already (decisions §3: ndc).
 */
export async function reachedCheckout(
  { request, id, call }: Asked<Caller>,
  parts: { readonly store: Store; readonly access: Access },
): Promise<CheckoutRow | Refusal> {
  const { store, access } = parts
  nameByPath(request, id, call.profile)
  const checkout = await store.read.checkout(id)
  // The answer must be the same for another merchant's checkout, expired or not, and for an unknown one.
  if (!checkout || !(await access.reaches(call, checkout.entityId, call.usable?.entity))) {
    return unknownId(unknownCheckout, { id, caller: call, as: ['checkout'] }, parts)
  }
  await nameCall(request, checkout, access)
  return checkout
}

/** The same of a request that sends nothing about the checkout but its id. */
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
 * The checkout that a request of a shopper's browser names, whose credential the id is, as long as it
 * lives. Answers about one that is over carry its name as well (decisions §3: ndc).
 */
export async function shopperCheckout(
  request: FastifyRequest,
  parts: {
    readonly store: Pick<Store, 'read'>
    readonly access: Pick<Access, 'settingsOf'>
    readonly clock: EntityClock
  },
): Promise<CheckoutRow | Refusal> {
  const checkout = await parts.store.read.checkout(idOfPath(request))
  if (checkout === undefined) return unknownCheckout
  await nameCall(request, checkout, parts.access)
  return expiryRefusal(checkout, parts.clock.of(checkout.entityId)) ?? checkout
}
