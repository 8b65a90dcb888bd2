import { Type } from 'typebox'
import { askerIdOf } from '../../server/entities/known-token.ts'
import { unknownId } from '../../server/entities/named-object.ts'
import { deciderOf } from '../../server/entities/rights.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { answered } from '../../server/http/described-answer.ts'
import {
  answerTo,
  type KeyEntry,
  keyParts,
  type Worked,
} from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { decider, reason, resultCode } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import {
  type PaymentService,
  paymentReadAnswer,
  requestAnswer,
} from '../../server/payments/index.ts'
import type { ManualDecision } from '../../server/payments/record/index.ts'
import { shownRequest } from '../../server/payments/second-person/index.ts'
import { isResultCode, resultGroupOf } from '../../server/results/catalogue.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../server/results/refusal.ts'
import { type CommitParticipant, commitParts } from '../../server/store/commit-parts.ts'
import type { OperationRequestRow, PaymentRow, Store } from '../../server/store/port.ts'
import { historyAnswer, historyOf } from './answer.ts'
import type { ResolutionService } from './service.ts'

export interface ResolutionRouteParts extends CallParts {
  readonly store: Store
  readonly payments: Pick<PaymentService, 'find' | 'refresh'>
  readonly resolutions: ResolutionService
}

type AskedDecision = Asked<MerchantCall>

const ofPayment = { access: 'token' } as const
const docsOfPayment = {
  tag: 'Administration',
  subject: 'payment',
  further: { 404: 'RefusalAnswer' },
} as const

export const resolution = requestOf(
  'payments.resolve',
  Type.Object({
    outcome: Type.Enum(['succeeded', 'failed'], {
      description: 'What has become of the payment.',
    }),
    code: Type.Optional(resultCode('The result code of a failure; 800.100.100 when absent.')),
    evidence: Type.String({
      minLength: 3,
      maxLength: 2000,
      description: 'What proves the outcome: where it was found, and when. Kept in the history.',
      guarded: 'text',
    }),
    reason,
    by: Type.Optional(decider),
  }),
  {
    rules: [{ kind: 'mustBe', name: 'outcome', values: ['failed'], when: 'code' }],
    elsewhere: 'an outcome is success or failure, with a reason and its evidence',
  },
)

export const endOfReview = requestOf(
  'payments.review',
  Type.Object({
    decision: Type.Enum(['accept', 'reject'], {
      description: 'accept: it is a success. reject: it is taken back.',
    }),
    reason,
    by: Type.Optional(decider),
  }),
  { elsewhere: 'a review ends with a decision and its reason' },
)

/** What administrators decide about payments, and what was decided. */
export const resolutionRoutes: readonly Route<ResolutionRouteParts>[] = [
  {
    ...ofPayment,
    method: 'post',
    path: '/admin/v1/payments/{id}/resolution',
    right: 'payments.resolve',
    operation: resolution,
    throttle: 'payments',
    once: true,
    docs: {
      ...docsOfPayment,
      id: 'resolvePayment',
      summary: 'Write down an outcome that nobody could find out',
      description:
        'For a payment, capture or refund whose outcome its acquirer has not told within a day. The acquirer is asked once more: what it says comes first. Above `secondPersonAbove` it waits for a second person (202). Needs the access token of an administrator.',
      body: 'Resolution',
      label: 'Resolution',
      examples: [
        {
          name: 'failed',
          summary: 'The acquirer has declined it',
          parameters: {
            outcome: 'failed',
            code: '800.100.152',
            reason: 'Declined there, and the answer was lost',
            evidence: 'Mail of the acquirer, case 4711, 21 November 2026',
            by: 'Jane Jones',
          },
        },
      ],
      answers: ['PaymentReadAnswer', requestAnswer],
      failures: ['PaymentReadAnswer'],
    },
    answerOf: paymentReadAnswer,
    handle: resolve,
  },
  {
    ...ofPayment,
    method: 'post',
    path: '/admin/v1/payments/{id}/review',
    right: 'payments.resolve',
    operation: endOfReview,
    throttle: 'payments',
    once: true,
    docs: {
      ...docsOfPayment,
      id: 'reviewPayment',
      summary: 'Accept or reject a payment in review',
      description:
        'An accepted payment gets the code of an ordinary success. What is open of a rejected one is reversed or refunded by a payment of its own. Needs the access token of an administrator.',
      body: 'Review',
      label: 'Review',
      examples: [
        {
          name: 'accept',
          summary: 'The order is good',
          parameters: { decision: 'accept', reason: 'The shopper was called', by: 'Jane Jones' },
        },
      ],
      answers: ['PaymentReadAnswer'],
    },
    answerOf: paymentReadAnswer,
    handle: review,
  },
  {
    ...ofPayment,
    method: 'get',
    path: '/admin/v1/payments/{id}/history',
    right: 'payments.read',
    operation: 'status',
    throttle: 'status',
    docs: {
      ...docsOfPayment,
      id: 'readHistory',
      summary: 'Read the history of a payment',
      description:
        'Every state that the payment had, and what people have decided about it, with their reasons. Needs the access token of an administrator.',
      label: 'Status',
      answers: [historyAnswer],
    },
    handle: history,
  },
]

async function resolve(asked: AskedDecision, parts: ResolutionRouteParts): Promise<Worked> {
  const { outcome, code, evidence, ...why } = resolution.read(asked.call.values)
  const fault = code === undefined ? undefined : codeFault(code)
  if (fault !== undefined) return fault
  const payment = await reachedPayment(asked, parts)
  if (isRefusal(payment)) return payment
  const waitingAnswer = (row: OperationRequestRow) => waiting(row, asked.request.ndc, parts)
  const resolved = await parts.resolutions.resolveCounted(
    payment,
    {
      outcome,
      code,
      manual: { ...decisionOf(asked, why), evidence },
      requestParticipants: keyOf(asked.entry),
      askedById: await askerIdOf(asked.call, parts.store),
    },
    keyParts(asked.entry, waitingAnswer),
  )
  return answerTo(resolved, (made) =>
    'waiting' in made ? waitingAnswer(made.waiting) : paymentReadAnswer(made, asked.request.ndc),
  )
}

/** What waits for a second person. */
function waiting(row: OperationRequestRow, ndc: string, { clock }: ResolutionRouteParts): Answer {
  const request = shownRequest(row, clock.of(row.entityId))
  return answered(requestAnswer, { request }, { ndc, atMs: clock.now() }, { status: 202 })
}

/** A failure has a code that means one; `undefined`: the code does. */
export function codeFault(code: string): Refusal | undefined {
  const isRejection = isResultCode(code) && resultGroupOf(code).startsWith('reject_')
  if (isRejection) return undefined
  const message = 'is no code of the catalogue that means a rejection: see GET /v1/resultcodes'
  return refuseParameters([{ name: 'code', value: code, message }])
}

/** The payment was stored before, so the key is written with its outcome, not before it. */
function keyOf(entry: KeyEntry | undefined): readonly CommitParticipant[] {
  if (entry === undefined) return []
  const { participant } = entry
  return [
    {
      owner: participant.owner,
      opened: () => [],
      recorded: (payment) => participant.recorded(payment, false),
    },
  ]
}

async function review(asked: AskedDecision, parts: ResolutionRouteParts): Promise<Worked> {
  const { entry, request, call } = asked
  const payment = await reachedPayment(asked, parts)
  if (isRefusal(payment)) return payment
  const sent = endOfReview.read(call.values)
  const decision = sent.decision === 'accept' ? 'accepted' : 'rejected'
  const manual = decisionOf(asked, sent)
  const reviewed = await parts.resolutions.review(payment, { decision, manual })
  if (isRefusal(reviewed)) return reviewed
  // Stored after the effect, which takes several commits: a request that is repeated before this commit
  // finds the decision, and does nothing again.
  const kept = keyOf(entry).map(({ owner, recorded }) => ({
    owner,
    changes: recorded(reviewed, false),
  }))
  if (kept.length > 0) {
    const committed = await commitParts(parts.store, kept).catch((err) => {
      request.log.error({ id: request.logId, err, paymentId: payment.id }, KEY_NOT_KEPT)
    })
    if (committed?.applied === false) return { keyInUse: true }
  }
  return answerTo(reviewed, (row) => paymentReadAnswer(row, request.ndc))
}

/** The review is decided: a repeated request finds that, and does nothing again. */
const KEY_NOT_KEPT = 'the answer of a review is not kept for its idempotency key'

async function history(asked: AskedDecision, parts: ResolutionRouteParts): Promise<Worked> {
  const payment = await reachedPayment(asked, parts)
  if (isRefusal(payment)) return payment
  const events = await parts.store.read.events(payment.id)
  const { request } = asked
  return historyOf(payment, events, { ndc: request.ndc, atMs: parts.clock.now() })
}

/** In the history of a payment a token without a label adds nothing to the person who is named. */
function decisionOf(
  { call }: AskedDecision,
  { by, reason: why }: { readonly by?: string; readonly reason: string },
): ManualDecision {
  const isNameless = call.person === undefined && call.token.label === ''
  return { by: by !== undefined && isNameless ? by : deciderOf(call, by), reason: why }
}

async function reachedPayment(
  { id, call }: AskedDecision,
  parts: ResolutionRouteParts,
): Promise<PaymentRow | Refusal> {
  const payment = await parts.payments.find(id)
  const isReached =
    payment !== undefined &&
    (await parts.access.reaches(call, payment.entityId, call.usable?.entity))
  if (isReached) return payment
  const unknown = refuse('700.400.580', { status: 404 })
  return unknownId(unknown, { id, caller: call, as: ['payment'] }, parts)
}
