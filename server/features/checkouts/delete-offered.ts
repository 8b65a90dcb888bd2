import type { FastifyRequest } from 'fastify'
import type { Access } from '../../entities/access.ts'
import { bodyOf } from '../../http/answer.ts'
import {
  answerOnce,
  answerTo,
  type KeyEntry,
  keyParts,
  type OnceParts,
  type Worked,
} from '../../http/idempotency/idempotency.ts'
import type { Outcome } from '../../http/route.ts'
import { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, refuse } from '../../results/refusal.ts'
import type { RegistrationRow } from '../../store/port.ts'
import { shopperCheckout } from './find-checkout.ts'
import { notOfferedRefusal } from './offered-registrations.ts'
import { submitRefusal } from './rules.ts'
import type { SessionParts } from './session.ts'
import { requestOf } from './stored-request.ts'

/**
 * Deletes stored payment details that an open checkout offers, at the shopper's wish. Whoever has the
 * checkout id may send this, so the channel must allow it, and no other registration can be named.
 */
export async function deleteOffered(
  request: FastifyRequest,
  parts: Omit<SessionParts, 'access'> & OnceParts & { readonly access: Access },
): Promise<Outcome> {
  const { access, clock, registrations } = parts
  const checkout = await shopperCheckout(request, parts)
  if (isRefusal(checkout)) return checkout
  const channel = await access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const { registrationId = '' } = request.params as { registrationId?: string }
  const nowMs = clock.of(checkout.entityId)
  const answerOf = (row: RegistrationRow) => {
    const meta = { ndc: request.ndc, atMs: row.updatedAtMs }
    return { status: 200, body: bodyOf('000.100.110', meta, { before: { id: row.id } }) }
  }
  const work = async (entry: KeyEntry | undefined): Promise<Worked> => {
    const named = ParameterValues.of([['registrationId', registrationId]])
    const refusal =
      (channel.settings.registrations?.shopperMayDelete ? undefined : notAllowed) ??
      submitRefusal(checkout, nowMs) ??
      notOfferedRefusal(named, requestOf(checkout))
    if (refusal !== undefined) return refusal
    return answerTo(await registrations.remove(registrationId, keyParts(entry, answerOf)), answerOf)
  }
  return answerOnce(request, { owner: ['checkout', checkout.id], parameters: [], work }, parts)
}

const notAllowed = refuse('800.900.300', {
  status: 403,
  description:
    'This merchant lets no shopper delete stored payment details (setting registrations.shopperMayDelete)',
})
