import type { FastifyRequest } from 'fastify'
import type { Access } from '../entities/access.ts'
import type { Profile } from '../entities/settings.ts'
import type { CheckoutRow } from '../store/port.ts'
import { checkoutNdc } from './answer.ts'

/** Gives a call the name of the checkout that it belongs to (decisions §3: ndc); answers its profile. */
export async function nameCall(
  request: FastifyRequest,
  checkout: CheckoutRow,
  access: Access,
): Promise<Profile> {
  const { profile } = await access.settingsOf(checkout.entityId)
  request.ndc = checkoutNdc(checkout.id, profile)
  return profile
}
