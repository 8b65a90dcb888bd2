import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RegistrationRow } from '../../engine/store/port.ts'
import { type Caller, readMerchantCall, validateCall, withEcho } from '../../wire/http/call.ts'
import { send, sendRefusal } from '../../wire/http/errors.ts'
import { type KeyEntry, keyParts } from '../../wire/idempotency/entry.ts'
import { answerCallerOnce, type Worked } from '../../wire/idempotency/once.ts'
import { isRefusal, type Refusal } from '../../wire/results/refusal.ts'
import { storingErrors } from '../payments/prepare-errors.ts'
import { registrationAnswer } from './answer.ts'
import { type PayWithParts, registrationPaymentRoutes } from './payment-routes.ts'
import { reachedRegistration } from './reached-registration.ts'
import { unusable } from './rules.ts'

/** What these routes and those of payments need. */
export type RegistrationRouteParts = PayWithParts

interface WithId {
  readonly Params: { readonly id: string }
}

/** `/v1/registrations`, `/v1/registrations/{id}`, its `/extendlife` and `/payments` (decisions §2). */
export function registrationRoutes(app: FastifyInstance, parts: RegistrationRouteParts): void {
  app.post('/v1/registrations', (request, reply) => {
    const work = (caller: Caller, entry: KeyEntry | undefined) =>
      create(request, { caller, entry }, parts)
    return answerCallerOnce(request, reply, work, parts)
  })

  app.get<WithId>('/v1/registrations/:id', async (request, reply) => {
    const found = await read(request, request.params.id, parts)
    if (isRefusal(found)) return sendRefusal(request, reply, found, parts.clock)
    return send(reply, registrationAnswer(found, request.ndc))
  })

  app.delete<WithId>('/v1/registrations/:id', async (request, reply) => {
    const removed = await remove(request, request.params.id, parts)
    if (isRefusal(removed)) return sendRefusal(request, reply, removed, parts.clock)
    return send(reply, registrationAnswer(removed, request.ndc, 'DR'))
  })

  app.post<WithId>('/v1/registrations/:id/extendlife', (request, reply) => {
    const { id } = request.params
    const work = (caller: Caller, entry: KeyEntry | undefined) =>
      extend(request, { id, caller, entry }, parts)
    return answerCallerOnce(request, reply, work, parts)
  })

  registrationPaymentRoutes(app, parts)
}

interface Asked {
  readonly caller: Caller
  readonly entry: KeyEntry | undefined
}

async function create(
  request: FastifyRequest,
  { caller, entry }: Asked,
  parts: RegistrationRouteParts,
): Promise<Worked> {
  const nowMs = parts.clock.of(caller.usable?.entity.id ?? caller.token.entityId)
  const call = validateCall(caller, 'registrations.create', parts, (accepted) =>
    storingErrors(accepted, {
      brands: caller.usable?.settings.brands ?? [],
      nowMs,
      issuerCountryOf: parts.issuerCountryOf,
    }),
  )
  if (isRefusal(call)) return call
  const { values } = call
  const channel = await parts.access.channelFor(call, values)
  if (isRefusal(channel)) return withEcho(channel, values)
  const answerOf = (row: RegistrationRow) => registrationAnswer(row, request.ndc)
  const extraParts = keyParts(entry, answerOf)
  const made = await parts.registrations.create(async () => ({ channel, values, extraParts }))
  if (isRefusal(made)) return withEcho(made, values)
  return 'keyInUse' in made ? made : answerOf(made)
}

async function read(
  request: FastifyRequest,
  id: string,
  parts: RegistrationRouteParts,
): Promise<RegistrationRow | Refusal> {
  const call = await readMerchantCall(request, 'status', parts)
  if (isRefusal(call)) return call
  const registration = await reachedRegistration(id, call, parts)
  // What has failed is answered with the code that it failed with.
  if (isRefusal(registration) || registration.state === 'failed') return registration
  const ended = unusable(registration, parts.clock.of(registration.entityId))
  // There is nothing of this id any more (interface document, Errors: 404).
  return ended === undefined ? registration : { ...ended, status: 404 }
}

async function remove(
  request: FastifyRequest,
  id: string,
  parts: RegistrationRouteParts,
): Promise<RegistrationRow | Refusal> {
  const call = await readMerchantCall(request, 'status', parts)
  if (isRefusal(call)) return call
  const registration = await reachedRegistration(id, call, parts)
  return isRefusal(registration) ? registration : parts.registrations.remove(registration.id)
}

async function extend(
  request: FastifyRequest,
  { id, caller, entry }: Asked & { readonly id: string },
  parts: RegistrationRouteParts,
): Promise<Worked> {
  const call = validateCall(caller, 'registrations.extend', parts)
  if (isRefusal(call)) return call
  const registration = await reachedRegistration(id, call, parts)
  if (isRefusal(registration)) return registration
  const answerOf = (row: RegistrationRow) => registrationAnswer(row, request.ndc, 'TE')
  const extended = await parts.registrations.extend(registration.id, keyParts(entry, answerOf))
  return isRefusal(extended) || 'keyInUse' in extended ? extended : answerOf(extended)
}
