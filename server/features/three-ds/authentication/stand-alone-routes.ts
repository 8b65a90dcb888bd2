import { unknownId } from '../../../entities/named-object.ts'
import { type CallParts, type MerchantCall, withEcho } from '../../../http/call.ts'
import { answerTo, participantsOf, type Worked } from '../../../http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../../http/route.ts'
import {
  type PaymentService,
  type PrepareParts,
  paymentAnswer,
  prepareFirst,
} from '../../../payments/index.ts'
import { isRefusal, type Refusal, refuse } from '../../../results/refusal.ts'
import type { PaymentRow, Store } from '../../../store/port.ts'

export interface AuthenticationRouteParts extends CallParts, PrepareParts {
  readonly store: Store
  readonly payments: PaymentService
  readonly clock: CallParts['clock'] & PrepareParts['clock']
}

/**
 * `POST /v1/threeDSecure`, `GET /v1/threeDSecure/{id}`: authentications without a charge (decisions
 * §2). A later payment sends the members of their answer as its proof.
 */
export const standAloneRoutes: readonly Route<AuthenticationRouteParts>[] = [
  {
    method: 'post',
    path: '/v1/threeDSecure',
    scopes: ['pay'],
    access: 'token',
    operation: 'threeDSecure.create',
    throttle: 'payments',
    once: true,
    docs: {
      id: 'authenticate',
      tag: '3-D Secure',
      summary: 'Authenticate a cardholder without a payment',
      description:
        'Type 3D. A pending answer says in `redirect` where the shopper has to go. What the final answer shows in `threeDSecure` is sent with a later payment as its proof.',
      body: 'AuthenticationRequest',
      label: 'Authentication',
      answers: ['PaymentAnswer'],
      failures: ['PaymentAnswer'],
    },
    answerOf: paymentAnswer,
    handle: create,
  },
  {
    method: 'get',
    path: '/v1/threeDSecure/{id}',
    access: 'token',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readAuthentication',
      tag: '3-D Secure',
      summary: 'Read an authentication',
      description: 'As it is now: pending, passed or failed.',
      label: 'Status',
      subject: 'authentication',
      answers: ['PaymentAnswer'],
      failures: ['PaymentAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: read,
  },
]

async function create(
  { call, entry, request }: Asked<MerchantCall>,
  parts: AuthenticationRouteParts,
): Promise<Worked> {
  const { values, trace } = call
  const channel = await parts.access.channelFor(call, values)
  if (isRefusal(channel)) return withEcho(channel, values)
  const made = await parts.payments.pay(async () => {
    const first = {
      channel,
      values,
      paymentTypeFor: () => '3D' as const,
      requestParticipants: participantsOf(entry),
      nowMs: parts.clock.of(channel.entity.id),
      ...(trace === undefined ? {} : { trace }),
    }
    return withEcho(await prepareFirst(first, parts), values)
  })
  return answerTo(made, (payment: PaymentRow) => paymentAnswer(payment, request.ndc))
}

async function read(
  { id, call, request }: Asked<MerchantCall>,
  parts: AuthenticationRouteParts,
): Promise<Worked> {
  const payment = await parts.payments.find(id)
  const reached =
    payment?.paymentType === '3D' &&
    (await parts.access.reaches(call, payment.entityId, call.usable?.entity))
  if (reached) return paymentAnswer(payment, request.ndc)
  return unknownId(unknownAuthentication, { id, caller: call, as: ['authentication'] }, parts)
}

const unknownAuthentication: Refusal = refuse('700.400.580', { status: 404 })
