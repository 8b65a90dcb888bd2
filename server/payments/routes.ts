import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseAmount } from '../../common/money.ts'
import { asChannel } from '../entities/access.ts'
import { type CallParts, type MerchantCall, readMerchantCall, withEcho } from '../http/call.ts'
import { send, sendRefusal } from '../http/errors.ts'
import { isRefusal, type Refusal, refuse } from '../results/refusal.ts'
import type { PaymentRow } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { paymentAnswer } from './answer.ts'
import { type FirstType, type ReferenceType, references } from './life-cycle.ts'
import { amountFault, type PrepareParts, prepareFirst } from './prepare.ts'
import { prepareReference } from './prepare-reference.ts'
import type { PaymentService } from './service.ts'

export interface PaymentRouteParts extends CallParts, PrepareParts {
  readonly payments: PaymentService
  readonly clock: Clock
}

interface WithId {
  readonly Params: { readonly id: string }
}

/** `POST /v1/payments`, `POST /v1/payments/{id}`, `GET /v1/payments/{id}` (interface document, Endpoints). */
export function paymentRoutes(app: FastifyInstance, parts: PaymentRouteParts): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, result: PaymentRow | Refusal) =>
    isRefusal(result)
      ? sendRefusal(request, reply, result, parts.clock)
      : send(reply, paymentAnswer(result, request.ndc))

  app.post('/v1/payments', async (request, reply) =>
    answer(request, reply, await create(request, parts)),
  )
  app.post<WithId>('/v1/payments/:id', async (request, reply) =>
    answer(request, reply, await refer(request, request.params.id, parts)),
  )
  app.get<WithId>('/v1/payments/:id', async (request, reply) =>
    answer(request, reply, await read(request, request.params.id, parts)),
  )
}

async function create(
  request: FastifyRequest,
  parts: PaymentRouteParts,
): Promise<PaymentRow | Refusal> {
  const call = await readMerchantCall(request, 'payments.create', parts)
  if (isRefusal(call)) return call
  const channel = asChannel(call.usable)
  if (isRefusal(channel)) return channel
  const { values } = call
  const paymentTypeFor = () => values.get('paymentType') as FirstType
  const prepared = await prepareFirst(
    { channel, values, paymentTypeFor, nowMs: parts.clock.now() },
    parts,
  )
  if (isRefusal(prepared)) return withEcho(prepared, call.values)
  const paid = await parts.payments.pay(prepared)
  if ('overtaken' in paid) throw new Error('A payment without companion cannot be overtaken')
  return paid
}

async function refer(
  request: FastifyRequest,
  targetId: string,
  parts: PaymentRouteParts,
): Promise<PaymentRow | Refusal> {
  const call = await readMerchantCall(request, 'payments.reference', parts)
  if (isRefusal(call)) return call
  const paymentType = call.values.get('paymentType') as ReferenceType
  const target = await parts.payments.find(targetId)
  if (target === undefined || !(await parts.access.reaches(call.token, target.entityId))) {
    return withEcho(refuse(references[paymentType].unfitCode, { status: 404 }), call.values)
  }
  const amountMinor = amountOf(call, target)
  if (isRefusal(amountMinor)) return withEcho(amountMinor, call.values)
  const connector = parts.connectorOf(target.connector)
  const isFinal = call.values.get('sequence') === 'FINAL'
  const currency = call.values.get('currency')
  const channelId = call.usable?.entity.kind === 'channel' ? call.usable.entity.id : undefined
  const referred = await parts.payments.refer({
    targetId: target.id,
    request: {
      paymentType,
      isFinal,
      ...(amountMinor === undefined ? {} : { amountMinor }),
      ...(currency === undefined ? {} : { currency }),
      ...(channelId === undefined ? {} : { channelId }),
    },
    connector,
    prepare: (current, decided) =>
      prepareReference(current, {
        paymentType,
        amountMinor: decided,
        isFinal,
        values: call.values,
        connector,
        nowMs: parts.clock.now(),
      }),
  })
  return withEcho(referred, call.values)
}

/** The amount of a reference in minor units of its target's currency; absent: all that is open. */
function amountOf(call: MerchantCall, target: PaymentRow): number | undefined | Refusal {
  const text = call.values.get('amount')
  if (text === undefined) return undefined
  // In another currency its decimals say nothing: the mistake is the currency.
  if (call.values.get('currency') !== target.currency) return refuse('700.100.500')
  const money = parseAmount(text, target.currency)
  return typeof money === 'string' ? amountFault(text, target.currency) : money.minor
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
    (await parts.access.reaches(call.token, payment.entityId, call.usable?.entity))
  if (!reached) return refuse('700.400.580', { status: 404 })
  return payment
}
