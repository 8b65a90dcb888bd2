import { unknownId } from '../entities/named-object.ts'
import { type Caller, type MerchantCall, withEcho } from '../http/call.ts'
import {
  answerTo,
  type KeyInUse,
  participantsOf,
  type Worked,
} from '../http/idempotency/idempotency.ts'
import type { Asked, Route } from '../http/route.ts'
import { isRefusal, type Refusal, refuse } from '../results/refusal.ts'
import type { PaymentRow } from '../store/port.ts'
import { paymentAnswer, paymentReadAnswer } from './answer.ts'
import { type FirstType, isHoldChange, operationNamed } from './life-cycle.ts'
import { errorsBesides, type Judging } from './read/prepare-errors.ts'
import { type ReferParts, refer, referToPayment, tablesOf } from './references/reference-routes.ts'
import { refusedAlone } from './second-person/one-person.ts'
import { prepareFirst } from './stages.ts'

/** `POST /v1/payments`, `POST /v1/payments/{id}`, `GET /v1/payments/{id}` (interface document, Endpoints). */
export const paymentRoutes: readonly Route<ReferParts>[] = [
  {
    method: 'post',
    path: '/v1/payments',
    access: 'token',
    operation: 'payments.create',
    scopes: 'ofPaymentType',
    throttle: 'payments',
    once: true,
    docs: {
      id: 'createPayment',
      tag: 'Payments',
      summary: 'Make a payment',
      description:
        'Authorises (PA), charges (DB) or credits (CD) a card, an account, a wallet or what is stored. For servers that hold such data themselves; everybody else opens a checkout. A pending answer says in `redirect` where the shopper has to go. With `referenceUuid` a PA raises or renews the hold of an earlier one.',
      body: 'PaymentRequest',
      label: 'Payment',
      answers: ['PaymentAnswer'],
      failures: ['PaymentAnswer'],
    },
    furtherErrors: (accepted, caller, parts) => errorsBesides(accepted, judgingOf(caller, parts)),
    answerOf: paymentAnswer,
    handle: create,
  },
  {
    method: 'post',
    path: '/v1/payments/{id}',
    access: 'token',
    operation: 'payments.reference',
    operationOf: tablesOf,
    scopes: 'ofPaymentType',
    throttle: 'payments',
    once: true,
    docs: {
      id: 'referToPayment',
      tag: 'Payments',
      summary: 'Capture, reverse, refund or rebill a payment, or change its hold',
      description:
        'CP captures what a PA holds, in one or several parts. RV takes a PA back whole, or a DB or CD before the connector’s cut-off. RF gives back a DB, CP, RB or CD, in one or several parts. RB charges what a DB was paid with again, while that has not expired and the channel takes its brand. A CP or RV without `amount` takes all that is open; RF and RB need one. A PA with `standingInstruction.industryPractice` raises (INCREMENTAL_AUTH) or renews (REAUTHORIZATION) the hold of an earlier PA.',
      body: 'ReferenceRequest',
      label: 'Reference',
      alternative: {
        operation: 'payments.changeHold',
        body: 'HoldChangeRequest',
        label: 'Hold change',
      },
      subject: 'payment',
      answers: ['PaymentAnswer'],
      failures: ['PaymentAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    answerOf: paymentAnswer,
    handle: referToPayment,
  },
  {
    method: 'get',
    path: '/v1/payments/{id}',
    access: 'token',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readPayment',
      tag: 'Payments',
      summary: 'Read a payment',
      description:
        'The current state of the payment, when it was made, and in `amounts` what of it was captured, reversed and refunded and what is open. Where the outcome is not known, the connector is asked first.',
      label: 'Status',
      subject: 'payment',
      answers: ['PaymentReadAnswer'],
      failures: ['PaymentReadAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: read,
  },
]

async function create(asked: Asked<MerchantCall>, parts: ReferParts): Promise<Worked> {
  const made = await createPayment(asked, parts)
  return answerTo(made, (payment) => paymentAnswer(payment, asked.request.ndc))
}

async function createPayment(
  { call, entry }: Asked<MerchantCall>,
  parts: ReferParts,
): Promise<PaymentRow | Refusal | KeyInUse> {
  const { values } = call
  const requestParticipants = participantsOf(entry)
  const targetId = values.get('referenceUuid')
  const operation = operationNamed(values.get('standingInstruction.industryPractice'))
  if (targetId !== undefined && isHoldChange(operation)) {
    return refer(
      call,
      { targetId, operation, namedBy: 'referenceUuid' },
      requestParticipants,
      parts,
    )
  }
  const channel = await parts.access.channelFor(call, values)
  if (isRefusal(channel)) return withEcho(channel, values)
  if (call.usable?.entity.kind === 'merchant') {
    call.trace?.note('dispatching', `The channel "${channel.entity.name}" was chosen`)
  }
  const paymentType = values.get('paymentType') as FirstType
  const registrationId = values.get('registrationId')
  const registrationIds = registrationId === undefined ? [] : [registrationId]
  const alone = await refusedAlone(call, { channel, values, paymentType, registrationIds }, parts)
  if (alone !== undefined) return withEcho(alone, values)
  const paymentTypeFor = () => paymentType
  const prepare = async () => {
    const first = {
      channel,
      values,
      paymentTypeFor,
      requestParticipants,
      nowMs: parts.clock.of(channel.entity.id),
      ...(call.trace === undefined ? {} : { trace: call.trace }),
    }
    return withEcho(await prepareFirst(first, parts), values)
  }
  return parts.payments.pay(prepare)
}

/** Of a caller whose request is refused, perhaps without a channel. */
function judgingOf({ usable, token }: Caller, { clock, issuerCountryOf }: ReferParts): Judging {
  return {
    brands: usable?.settings.brands ?? [],
    nowMs: clock.of(usable?.entity.id ?? token.entityId),
    issuerCountryOf,
  }
}

async function read(
  { id, call, request }: Asked<MerchantCall>,
  parts: ReferParts,
): Promise<Worked> {
  const payment = await parts.payments.find(id)
  const reached =
    payment !== undefined &&
    !standsAlone(payment) &&
    (await parts.access.reaches(call, payment.entityId, call.usable?.entity))
  if (reached) return paymentReadAnswer(await parts.payments.refresh(payment), request.ndc)
  const unknown = refuse('700.400.580', { status: 404 })
  return unknownId(unknown, { id, caller: call, as: ['payment'] }, parts)
}

/** Risk checks and authentications have resources of their own (decisions §2). */
function standsAlone({ paymentType }: PaymentRow): boolean {
  return paymentType === 'RI' || paymentType === '3D'
}
