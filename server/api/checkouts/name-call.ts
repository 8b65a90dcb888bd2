import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ndcOfCheckout } from '../../engine/ids.ts'
import type { CheckoutRow } from '../../engine/store/port.ts'
import type { Access } from '../../wire/entities/access.ts'
import type { Profile } from '../../wire/entities/settings.ts'
import { checkoutNdc } from './answer.ts'

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
export function nameCallOf(request: FastifyRequest, id: string, profile: Profile): void {
  if (CHECKOUT_ID.test(id)) request.ndc = checkoutNdc(id, profile)
}

/** Gives a call the name of the checkout that it belongs to; answers its profile. */
export async function nameCall(
  request: FastifyRequest,
  checkout: CheckoutRow,
  access: Access,
): Promise<Profile> {
  const { profile } = await access.settingsOf(checkout.entityId)
  request.ndc = checkoutNdc(checkout.id, profile)
  request.entityId = checkout.entityId
  return profile
}
