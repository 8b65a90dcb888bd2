import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PaymentRow, Store } from '../../engine/store/port.ts'
import { unknownId } from '../../wire/entities/named-object.ts'
import {
  type Caller,
  type CallParts,
  readMerchantCall,
  validateCall,
  withEcho,
} from '../../wire/http/call.ts'
import { send, sendRefusal } from '../../wire/http/errors.ts'
import { type KeyEntry, keyParts } from '../../wire/idempotency/entry.ts'
import { answerCallerOnce, type OnceParts, type Worked } from '../../wire/idempotency/once.ts'
import { isRefusal, type Refusal, refuse } from '../../wire/results/refusal.ts'
import { paymentAnswer } from '../payments/answer.ts'
import type { RiskService } from './service.ts'

export interface RiskRouteParts extends CallParts, OnceParts {
  readonly store: Store
  readonly risk: RiskService
}

interface WithId {
  readonly Params: { readonly id: string }
}

/** `POST /v1/risk`, `GET /v1/risk/{id}`: risk checks that stand alone (decisions §2). */
export function riskRoutes(app: FastifyInstance, parts: RiskRouteParts): void {
  app.post('/v1/risk', (request, reply) => {
    const work = (caller: Caller, entry: KeyEntry | undefined) =>
      check(caller, entry, request.ndc, parts)
    return answerCallerOnce(request, reply, work, parts)
  })
  app.get<WithId>('/v1/risk/:id', async (request, reply) => {
    const payment = await read(request, request.params.id, parts)
    if (isRefusal(payment)) return sendRefusal(request, reply, payment, parts.clock)
    return send(reply, paymentAnswer(payment, request.ndc))
  })
}

async function check(
  caller: Caller,
  entry: KeyEntry | undefined,
  ndc: string,
  parts: RiskRouteParts,
): Promise<Worked> {
  const call = validateCall(caller, 'risk.create', parts)
  if (isRefusal(call)) return call
  const channel = await parts.access.channelFor(call, call.values)
  if (isRefusal(channel)) return withEcho(channel, call.values)
  const checked = await parts.risk.check({
    channel,
    values: call.values,
    ...(call.trace === undefined ? {} : { trace: call.trace }),
    extraParts: keyParts(entry, (payment: PaymentRow) => paymentAnswer(payment, ndc)),
  })
  if (isRefusal(checked)) return withEcho(checked, call.values)
  return 'keyInUse' in checked ? checked : paymentAnswer(checked, ndc)
}

async function read(
  request: FastifyRequest,
  id: string,
  parts: RiskRouteParts,
): Promise<PaymentRow | Refusal> {
  const call = await readMerchantCall(request, 'status', parts)
  if (isRefusal(call)) return call
  const payment = await parts.risk.find(id)
  const reached =
    payment !== undefined &&
    (await parts.access.reaches(call, payment.entityId, call.usable?.entity))
  if (reached) return payment
  return unknownId(unknownCheck, { id, caller: call, as: ['risk check'] }, parts)
}

const unknownCheck: Refusal = refuse('700.400.580', { status: 404 })
