import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseAmount } from '../../common/money.ts'
import {
  type Caller,
  type CallParts,
  type MerchantCall,
  readMerchantCall,
  validateCall,
  withEcho,
} from '../http/call.ts'
import { send, sendRefusal } from '../http/errors.ts'
import { companionsOf, type KeyEntry } from '../idempotency/entry.ts'
import { answerCallerOnce, type OnceParts, type Worked } from '../idempotency/once.ts'
import { isRefusal, type Refusal, refuse } from '../results/refusal.ts'
import type { PaymentRow } from '../store/port.ts'
import { paymentAnswer } from './answer.ts'
import { type FirstType, type ReferenceType, references } from './life-cycle.ts'
import { amountFault, type PrepareParts, prepareFirst } from './prepare.ts'
import { prepareReference } from './prepare-reference.ts'
import type { Overtaken, PaymentService } from './service.ts'
import type { Companion } from './settlement.ts'

export interface PaymentRouteParts extends CallParts, OnceParts, PrepareParts {
  readonly payments: PaymentService
}

interface WithId {
  readonly Params: { readonly id: string }
}

/** `POST /v1/payments`, `POST /v1/payments/{id}`, `GET /v1/payments/{id}` (interface document, Endpoints). */
export function paymentRoutes(app: FastifyInstance, parts: PaymentRouteParts): void {
  app.post('/v1/payments', (request, reply) => {
    const work = async (caller: Caller, entry: KeyEntry | undefined) =>
      worked(await create(caller, companionsOf(entry), parts), request.ndc)
    return answerCallerOnce(request, reply, work, parts)
  })
  app.post<WithId>('/v1/payments/:id', (request, reply) => {
    const { id } = request.params
    const work = async (caller: Caller, entry: KeyEntry | undefined) =>
      worked(await refer(caller, id, companionsOf(entry), parts), request.ndc)
    return answerCallerOnce(request, reply, work, parts)
  })
  app.get<WithId>('/v1/payments/:id', async (request, reply) => {
    const payment = await read(request, request.params.id, parts)
    if (isRefusal(payment)) return sendRefusal(request, reply, payment, parts.clock)
    return send(reply, paymentAnswer(payment, request.ndc))
  })
}

function worked(result: PaymentRow | Refusal | Overtaken, ndc: string): Worked {
  return isRefusal(result) || 'overtaken' in result ? result : paymentAnswer(result, ndc)
}

async function create(
  caller: Caller,
  companions: readonly Companion[],
  parts: PaymentRouteParts,
): Promise<PaymentRow | Refusal | Overtaken> {
  const call = validateCall(caller, 'payments.create', parts)
  if (isRefusal(call)) return call
  const channel = await parts.access.channelFor(call.usable, call.values)
  if (isRefusal(channel)) return withEcho(channel, call.values)
  const { values } = call
  const paymentTypeFor = () => values.get('paymentType') as FirstType
  const prepared = await prepareFirst(
    { channel, values, paymentTypeFor, nowMs: parts.clock.now() },
    parts,
  )
  if (isRefusal(prepared)) return withEcho(prepared, call.values)
  return parts.payments.pay(prepared, companions)
}

async function refer(
  caller: Caller,
  targetId: string,
  companions: readonly Companion[],
  parts: PaymentRouteParts,
): Promise<PaymentRow | Refusal | Overtaken> {
  const call = validateCall(caller, 'payments.reference', parts)
  if (isRefusal(call)) return call
  const paymentType = call.values.get('paymentType') as ReferenceType
  const target = await parts.payments.find(targetId)
  const named = call.usable?.entity
  const channelId = named?.kind === 'channel' ? named.id : undefined
  // Another channel is refused by the rules, with a code of its own.
  const within = channelId === undefined ? named : undefined
  if (!target || !(await parts.access.reaches(call.token, target.entityId, within))) {
    return withEcho(refuse(references[paymentType].unfitCode, { status: 404 }), call.values)
  }
  const amountMinor = amountOf(call, target)
  if (isRefusal(amountMinor)) return withEcho(amountMinor, call.values)
  const connector = parts.connectorOf(target.connector)
  const isFinal = call.values.get('sequence') === 'FINAL'
  const currency = call.values.get('currency')
  const mode = call.values.sent('testMode') as 'INTERNAL' | 'EXTERNAL' | undefined
  const referred = await parts.payments.refer({
    targetId: target.id,
    request: {
      paymentType,
      isFinal,
      ...(amountMinor === undefined ? {} : { amountMinor }),
      ...(currency === undefined ? {} : { currency }),
      ...(channelId === undefined ? {} : { channelId }),
      ...(mode === undefined ? {} : { modeConnector: parts.connectorFor(mode)?.name ?? null }),
    },
    connector,
    companions,
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
  return parts.payments.refresh(payment)
}
