import { unknownId } from '../../entities/named-object.ts'
import { type CallParts, type MerchantCall, withEcho } from '../../http/call.ts'
import { answerTo, keyParts, type Worked } from '../../http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../http/route.ts'
import { paymentAnswer } from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import type { RiskService } from './service.ts'

export interface RiskRouteParts extends CallParts {
  readonly store: Store
  readonly risk: RiskService
}

/** `POST /v1/risk`, `GET /v1/risk/{id}`: risk checks that stand alone (decisions §2). */
export const riskRoutes: readonly Route<RiskRouteParts>[] = [
  {
    method: 'post',
    path: '/v1/risk',
    scopes: ['pay'],
    access: 'token',
    operation: 'risk.create',
    throttle: 'payments',
    once: true,
    docs: {
      id: 'checkRisk',
      tag: 'Risk',
      summary: 'Check the risk of a payment',
      description:
        'By the rules of the channel, without a payment. With an instrument or without: then it is about the shopper.',
      body: 'RiskRequest',
      label: 'Risk check',
      answers: ['RiskAnswer'],
      failures: ['RiskAnswer'],
    },
    handle: check,
  },
  {
    method: 'get',
    path: '/v1/risk/{id}',
    access: 'token',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readRisk',
      tag: 'Risk',
      summary: 'Read a risk check',
      description: 'The answer that the check got.',
      label: 'Status',
      subject: 'risk check',
      answers: ['RiskAnswer'],
      failures: ['RiskAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: read,
  },
]

async function check(
  { call, entry, request }: Asked<MerchantCall>,
  parts: RiskRouteParts,
): Promise<Worked> {
  const { values, trace } = call
  const channel = await parts.access.channelFor(call, values)
  if (isRefusal(channel)) return withEcho(channel, values)
  const answerOf = (payment: PaymentRow) => paymentAnswer(payment, request.ndc)
  const checked = await parts.risk.check({
    channel,
    values,
    ...(trace === undefined ? {} : { trace }),
    extraParts: keyParts(entry, answerOf),
  })
  return answerTo(withEcho(checked, values), answerOf)
}

async function read(
  { id, call, request }: Asked<MerchantCall>,
  parts: RiskRouteParts,
): Promise<Worked> {
  const payment = await parts.risk.find(id)
  const reached =
    payment !== undefined &&
    (await parts.access.reaches(call, payment.entityId, call.usable?.entity))
  if (reached) return paymentAnswer(payment, request.ndc)
  return unknownId(unknownCheck, { id, caller: call, as: ['risk check'] }, parts)
}

const unknownCheck: Refusal = refuse('700.400.580', { status: 404 })
