import type { FastifyRequest } from 'fastify'
import type { CheckoutRow } from '../../engine/store/port.ts'
import type { Refusal } from '../../wire/results/refusal.ts'
import { nameCall } from './name-call.ts'
import type { CheckoutRouteParts } from './routes.ts'
import { expiryRefusal, unknownCheckout } from './rules.ts'

/**
 * The checkout that a request of a shopper's browser names, whose credential the id is, as long as it
 * lives. Answers about one that is over carry its name as well (decisions §3: ndc).
 */
export async function shopperCheckout(
  request: FastifyRequest,
  id: string,
  { store, access, clock }: Pick<CheckoutRouteParts, 'store' | 'access' | 'clock'>,
): Promise<CheckoutRow | Refusal> {
  const checkout = await store.read.checkout(id)
  if (checkout === undefined) return unknownCheckout
  await nameCall(request, checkout, access)
  return expiryRefusal(checkout, clock.of(checkout.entityId)) ?? checkout
}
