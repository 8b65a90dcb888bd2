import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CommitParticipant } from '../../engine/store/commit-parts.ts'
import type { PaymentRow } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { unknownId } from '../../wire/entities/named-object.ts'
import {
  type Caller,
  type CallParts,
  readMerchantCall,
  validateCall,
  withEcho,
} from '../../wire/http/call.ts'
import { send, sendRefusal } from '../../wire/http/errors.ts'
import { type KeyEntry, type KeyInUse, participantsOf } from '../../wire/idempotency/entry.ts'
import { answerCallerOnce, type OnceParts } from '../../wire/idempotency/once.ts'
import type { PartlyAccepted } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal, refuse } from '../../wire/results/refusal.ts'
import { paymentOrRefusal } from './answer.ts'
import { type FirstType, isHoldChange, operationNamed } from './life-cycle.ts'
import { prepareFirst } from './prepare.ts'
import { errorsBesides, type Judging } from './prepare-errors.ts'
import { paymentReadAnswer } from './read-answer.ts'
import { type ReferParts, refer, referenceRoutes } from './reference-routes.ts'

export interface PaymentRouteParts extends CallParts, OnceParts, ReferParts {
  readonly clock: EntityClock
}

interface WithId {
  readonly Params: { readonly id: string }
}

/** `POST /v1/payments`, `POST /v1/payments/{id}`, `GET /v1/payments/{id}` (interface document, Endpoints). */
export function paymentRoutes(app: FastifyInstance, parts: PaymentRouteParts): void {
  app.post('/v1/payments', (request, reply) => {
    const work = async (caller: Caller, entry: KeyEntry | undefined) =>
      paymentOrRefusal(await create(caller, participantsOf(entry), parts), request.ndc)
    return answerCallerOnce(request, reply, work, parts)
  })
  referenceRoutes(app, parts)
  app.get<WithId>('/v1/payments/:id', async (request, reply) => {
    const payment = await read(request, request.params.id, parts)
    if (isRefusal(payment)) return sendRefusal(request, reply, payment, parts.clock)
    return send(reply, paymentReadAnswer(payment, request.ndc))
  })
}

async function create(
  caller: Caller,
  keyParticipants: readonly CommitParticipant[],
  parts: PaymentRouteParts,
): Promise<PaymentRow | Refusal | KeyInUse> {
  const further = (accepted: PartlyAccepted) => errorsBesides(accepted, judgingOf(caller, parts))
  const call = validateCall(caller, 'payments.create', parts, further)
  if (isRefusal(call)) return call
  const { values } = call
  const targetId = values.get('referenceUuid')
  const operation = operationNamed(values.get('standingInstruction.industryPractice'))
  if (targetId !== undefined && isHoldChange(operation)) {
    return refer(call, { targetId, operation, namedBy: 'referenceUuid' }, keyParticipants, parts)
  }
  const channel = await parts.access.channelFor(call, values)
  if (isRefusal(channel)) return withEcho(channel, values)
  if (call.usable?.entity.kind === 'merchant') {
    call.trace?.note('dispatching', `The channel "${channel.entity.name}" was chosen`)
  }
  const paymentTypeFor = () => values.get('paymentType') as FirstType
  const prepare = async () => {
    const first = {
      channel,
      values,
      paymentTypeFor,
      keyParticipants,
      nowMs: parts.clock.of(channel.entity.id),
      ...(call.trace === undefined ? {} : { trace: call.trace }),
    }
    return withEcho(await prepareFirst(first, parts), values)
  }
  return parts.payments.pay(prepare)
}

/** Of a caller whose request is refused, perhaps without a channel. */
function judgingOf(
  { usable, token }: Caller,
  { clock, issuerCountryOf }: PaymentRouteParts,
): Judging {
  return {
    brands: usable?.settings.brands ?? [],
    nowMs: clock.of(usable?.entity.id ?? token.entityId),
    issuerCountryOf,
  }
}

async function read(
  request: FastifyRequest,
  id: string,
  parts: PaymentRouteParts,
): Promise<PaymentRow | Refusal> {
  const call = await readMerchantCall(request, 'status', parts)
  if (isRefusal(call)) return call
  const payment = await parts.payments.find(id)
  const reached =
    payment !== undefined &&
    !standsAlone(payment) &&
    (await parts.access.reaches(call, payment.entityId, call.usable?.entity))
  if (!reached) {
    const unknown = refuse('700.400.580', { status: 404 })
    return unknownId(unknown, { id, caller: call, as: ['payment'] }, parts)
  }
  return parts.payments.refresh(payment)
}

/** Risk checks and authentications have resources of their own (decisions §2). */
function standsAlone({ paymentType }: PaymentRow): boolean {
  return paymentType === 'RI' || paymentType === '3D'
}
