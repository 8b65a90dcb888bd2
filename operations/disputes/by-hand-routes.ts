import { askerIdOf } from '../../server/entities/known-token.ts'
import { unknownId } from '../../server/entities/named-object.ts'
import { deciderOf } from '../../server/entities/rights.ts'
import type { Answer } from '../../server/http/answer.ts'
import { type MerchantCall, withEcho } from '../../server/http/call.ts'
import { answered } from '../../server/http/described-answer.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { requestAnswer } from '../../server/payments/index.ts'
import { shownRequest } from '../../server/payments/second-person/index.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import { disputeAnswer } from './answer.ts'
import { toldIn } from './by-hand.ts'
import type { WholeDispute } from './commit-step.ts'
import type { WaitingRequest } from './entered.ts'
import type { DisputeRouteParts } from './routes.ts'

/** What people enter in the place of an acquirer. */
export const byHandRoutes: readonly Route<DisputeRouteParts>[] = [
  {
    method: 'post',
    path: '/admin/v1/payments/{id}/disputes',
    access: 'token',
    right: 'disputes.answer',
    operation: 'disputes.enter',
    throttle: 'payments',
    once: true,
    docs: {
      id: 'enterDispute',
      tag: 'Administration',
      summary: 'Enter what an acquirer has told of a dispute',
      description:
        'By letter or in its portal: opens the dispute of a case, or takes it further. Not above what is open to be charged back, and only of a payment that has succeeded. What moves more than `secondPersonAbove` of the merchant waits for a second person (202).',
      body: 'DisputeEntry',
      label: 'Dispute entry',
      subject: 'payment',
      answers: ['DisputeAnswer'],
      further: { 202: requestAnswer, 404: 'RefusalAnswer' },
    },
    handle: enterDispute,
  },
]

async function enterDispute(
  { id, call, entry, request }: Asked<MerchantCall>,
  parts: DisputeRouteParts,
): Promise<Worked> {
  const { values } = call
  const payment = await parts.store.read.payment(id)
  if (
    payment === undefined ||
    !(await parts.access.reaches(call, payment.entityId, call.usable?.entity))
  ) {
    return unknownId(unknownPayment, { id, caller: call, as: ['payment'] }, parts)
  }
  const told = toldIn(values, parts.clock.of(payment.entityId))
  if (isRefusal(told)) return withEcho(told, values)
  const entered = await parts.disputes.enter(
    {
      paymentId: id,
      acquirerReference: values.get('acquirerReference') ?? '',
      told,
      reason: values.get('reason') ?? '',
      by: deciderOf(call, values.get('by')),
      byId: await askerIdOf(call, parts.store),
    },
    keyParts(entry, (after) => answerOf(after, request.ndc, parts)),
  )
  return answerTo(withEcho(entered, values), (after) => answerOf(after, request.ndc, parts))
}

const unknownPayment: Refusal = refuse('700.400.580', { status: 404 })

function answerOf(
  after: WholeDispute | WaitingRequest,
  ndc: string,
  { clock }: Pick<DisputeRouteParts, 'clock'>,
): Answer {
  if (!('waiting' in after)) return disputeAnswer(after, ndc, clock)
  const { waiting } = after
  const atMs = clock.of(waiting.entityId)
  const shown = { request: shownRequest(waiting, atMs) }
  return answered(requestAnswer, shown, { ndc, atMs }, { status: 202 })
}
