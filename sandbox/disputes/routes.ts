import { DAY_MS } from '../../common/durations.ts'
import {
  type DisputeRouteParts,
  disputeAnswer,
  reaches,
  unknownDispute,
  type WholeDispute,
} from '../../operations/disputes/index.ts'
import { unknownId } from '../../server/entities/named-object.ts'
import { type MerchantCall, withEcho } from '../../server/http/call.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import type { ParameterValues } from '../../server/parameters/values.ts'
import { moneyOfStored } from '../../server/payments/index.ts'
import { isRefusal } from '../../server/results/refusal.ts'
import type { DisputeStage } from '../../server/store/port.ts'

/** `/test/disputes`: what an acquirer would report of a dispute. */
export const simulatedDisputeRoutes: readonly Route<DisputeRouteParts>[] = [
  {
    method: 'post',
    path: '/test/disputes',
    scopes: ['administer'],
    access: 'token',
    operation: 'disputes.report',
    throttle: 'unlimited',
    once: true,
    testOnly: true,
    docs: {
      id: 'reportDispute',
      tag: 'Test',
      summary: 'Report a dispute as an acquirer would',
      description:
        'In the test environment only: opens a dispute, or takes the one of an `acquirerReference` to another stage or to its end.',
      body: 'DisputeReportRequest',
      label: 'Dispute report',
      answers: ['DisputeAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: report,
  },
]

async function report(
  { call, entry, request }: Asked<MerchantCall>,
  parts: DisputeRouteParts,
): Promise<Worked> {
  const { values } = call
  const paymentId = values.get('paymentId') ?? ''
  const payment = await parts.store.read.payment(paymentId)
  if (payment === undefined || !(await reaches(payment.entityId, call, parts))) {
    return unknownId(unknownDispute, { id: paymentId, caller: call, as: ['payment'] }, parts)
  }
  const answer = (after: WholeDispute) => disputeAnswer(after, request.ndc, parts.clock)
  const said = reportIn(values, parts.clock.of(payment.entityId))
  if (isRefusal(said)) return withEcho(said, values)
  const reported = await parts.disputes.report(
    {
      paymentId,
      source: 'simulator',
      acquirerReference: values.get('acquirerReference') ?? `simulated-${paymentId}`,
      report: said,
    },
    keyParts(entry, answer),
  )
  return answerTo(withEcho(reported, values), answer)
}

function reportIn(values: ParameterValues, nowMs: number) {
  const amount = values.sent('amount') === undefined ? undefined : moneyOfStored(values, 'DB')
  if (isRefusal(amount)) return amount
  const days = values.get('respondByDays')
  const outcome = values.get('disputeOutcome') as 'won' | 'lost' | undefined
  const reasonCode = values.get('disputeReason')
  const resultCode = values.get('disputeCode')
  return {
    stage: values.get('stage') as DisputeStage,
    ...(outcome === undefined ? {} : { outcome }),
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(resultCode === undefined ? {} : { resultCode }),
    ...(amount === undefined ? {} : { amount }),
    ...(days === undefined ? {} : { respondByMs: nowMs + Number(days) * DAY_MS }),
    madeBy: 'simulator',
    note: values.get('note') ?? '',
  }
}
