import type { FastifyInstance } from 'fastify'
import type { PaymentRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { type Caller, type CallParts, validateCall, withEcho } from '../../wire/http/call.ts'
import { type KeyEntry, type KeyInUse, participantsOf } from '../../wire/idempotency/entry.ts'
import { answerCallerOnce, type OnceParts } from '../../wire/idempotency/once.ts'
import { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal } from '../../wire/results/refusal.ts'
import { paymentAnswer } from '../payments/answer.ts'
import type { FirstType } from '../payments/life-cycle.ts'
import { type PrepareParts, prepareFirst } from '../payments/prepare.ts'
import type { PaymentService } from '../payments/service.ts'
import { reachedRegistration } from './reached-registration.ts'
import type { RegistrationService } from './service.ts'

export interface PayWithParts extends CallParts, OnceParts, PrepareParts {
  readonly clock: EntityClock
  readonly store: Store
  readonly payments: PaymentService
  readonly registrations: RegistrationService
}

interface WithId {
  readonly Params: { readonly id: string }
}

/** `POST /v1/registrations/{id}/payments`: pays with what is stored (decisions §2). */
export function registrationPaymentRoutes(app: FastifyInstance, parts: PayWithParts): void {
  app.post<WithId>('/v1/registrations/:id/payments', (request, reply) => {
    const { id } = request.params
    const work = async (caller: Caller, entry: KeyEntry | undefined) => {
      const paid = await payWith(id, { caller, entry }, parts)
      return isRefusal(paid) || 'keyInUse' in paid ? paid : paymentAnswer(paid, request.ndc)
    }
    return answerCallerOnce(request, reply, work, parts)
  })
}

async function payWith(
  id: string,
  { caller, entry }: { readonly caller: Caller; readonly entry: KeyEntry | undefined },
  parts: PayWithParts,
): Promise<PaymentRow | Refusal | KeyInUse> {
  const call = validateCall(caller, 'registrations.pay', parts)
  if (isRefusal(call)) return call
  const registration = await reachedRegistration(id, call, parts)
  if (isRefusal(registration)) return withEcho(registration, call.values)
  // A merchant with channel dispatching pays on the channel that stored the payment details.
  const channel = await parts.access.channelOf(registration.entityId)
  if (isRefusal(channel)) return withEcho(channel, call.values)
  const values = ParameterValues.of([...call.values.entries(), ['registrationId', id]])
  return parts.payments.pay(async () => {
    const first = {
      channel,
      values,
      paymentTypeFor: () => values.get('paymentType') as FirstType,
      keyParticipants: participantsOf(entry),
      nowMs: parts.clock.of(channel.entity.id),
    }
    return withEcho(await prepareFirst(first, parts), call.values)
  })
}
