import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { type EntityClock, wireTimestamp } from '../../kernel/timers/clock.ts'
import { resultGroupOf } from '../../results/catalogue.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import {
  type Change,
  type PaymentRow,
  type PaymentStep,
  type PaymentType,
  paymentAfterStep,
  type Store,
} from '../../store/port.ts'
import {
  APPROVED_AT,
  detailsWhenNoted,
  isApprovedLate,
  type PaymentDetails,
  readDetails,
  storedDetails,
} from '../details.ts'
import { openOf } from '../life-cycle.ts'
import { endWait } from '../recovery/waits.ts'
import { needsSecondPerson } from '../second-person/asked-operation.ts'
import { eventOf, type ManualDecision } from './booking.ts'
import type { PaymentLog } from './outcomes.ts'

export type ReviewDecision = 'accepted' | 'rejected'

/** What becomes of a payment that is in review. */
export interface Review {
  readonly decision: ReviewDecision
  readonly manual: ManualDecision
}

/** The member of `resultDetails` that shows what a person has decided. */
const DECISION = 'ReviewDecision'

/** What was decided about a payment in review; `undefined`: nothing yet. */
export function decisionOf({ resultDetails }: PaymentDetails): string | undefined {
  return resultDetails?.[DECISION]
}

/** What takes a payment back, the first one that is allowed; empty: it cannot be taken back. */
export function waysBack(paymentType: PaymentType): readonly ('reversal' | 'refund')[] {
  switch (paymentType) {
    case 'PA':
      return ['reversal']
    case 'DB':
    case 'CD':
      // After the connector's cut-off, or beside a refund, a reversal is refused.
      return ['reversal', 'refund']
    case 'CP':
    case 'RB':
      return ['refund']
    case 'RV':
    case 'RF':
    case 'CB':
    case 'CR':
    case 'RI':
    case '3D':
      return []
  }
}

/**
 * Why a payment may not be decided about so; `undefined`: it may, also where that was decided before: then
 * nothing is written again.
 */
export function reviewRefusal(payment: PaymentRow, decision: ReviewDecision): Refusal | undefined {
  const before = decisionOf(readDetails(payment))
  if (before !== undefined) return before === decision ? undefined : notAgain(before)
  const { state, resultCode, paymentType } = payment
  if (state !== 'succeeded' || resultGroupOf(resultCode) !== 'success_review') {
    return refuse('200.300.404', {
      description: `This payment is not in review: it has ${state} with ${resultCode}`,
    })
  }
  if (decision === 'accepted') return undefined
  if (waysBack(paymentType).length === 0) {
    return refuse('200.300.404', {
      description: `A payment of type ${paymentType} cannot be taken back: accept it`,
    })
  }
  // What was given back before is rejected all the same; what was captured of a hold is still the merchant's.
  return openOf(payment) === 0 && paymentType === 'PA' && payment.capturedMinor > 0
    ? nothingToTakeBack
    : undefined
}

/**
 * What a person may still decide about a payment; empty: it is in no review, or that is over. One that was
 * rejected may be rejected again while something of it is open: it was not taken back yet.
 */
export function openDecisions(payment: PaymentRow): readonly ReviewDecision[] {
  if (resultGroupOf(payment.resultCode) !== 'success_review') return []
  const isDone = isRejected(payment) && openOf(payment) === 0
  if (isDone) return []
  return (['accepted', 'rejected'] as const).filter(
    (decision) => reviewRefusal(payment, decision) === undefined,
  )
}

/**
 * Whether a rejection would give back more than one person may move: a second one has to approve of a refund or a
 * reversal first. One that was decided before is only repeated.
 */
export function needsSecondToReject(
  payment: PaymentRow,
  known: Parameters<typeof needsSecondPerson>[1],
): boolean {
  if (decisionOf(readDetails(payment)) !== undefined) return false
  const minor = openOf(payment)
  return minor > 0 && needsSecondPerson({ minor, currency: payment.currency }, known)
}

/** Whether a person has rejected a payment in review. Its code stays that of a review. */
export function isRejected(payment: PaymentRow): boolean {
  // Details are read only where it may be: most payments were in no review.
  if (resultGroupOf(payment.resultCode) !== 'success_review') return false
  return decisionOf(readDetails(payment)) === 'rejected'
}

function notAgain(before: string): Refusal {
  return refuse('200.300.404', {
    description: `This payment was ${before} before, and stays so`,
  })
}

const nothingToTakeBack = refuse('700.300.300', {
  description: 'Nothing of this hold is open: it was captured. Refund its captures, then accept it',
})

/**
 * What writes the decision down. A payment that is accepted gets the code of an ordinary success; one that
 * is rejected keeps its code: success is final, and its money goes back by a payment of its own.
 */
export function reviewChanges(
  payment: PaymentRow,
  { decision, manual }: Review,
  { approvalCode, nowMs }: { readonly approvalCode: string; readonly nowMs: number },
): { readonly after: PaymentRow; readonly changes: readonly Change[] } {
  const details = readDetails(payment)
  const resultCode = decision === 'accepted' ? approvalCode : payment.resultCode
  const resultDetails = { ...details.resultDetails, [DECISION]: decision }
  const shown = storedDetails({ state: payment.state, resultCode }, { ...details, resultDetails })
  const set = { resultCode, details: shown, updatedAtMs: nowMs }
  const after = paymentAfterStep(payment, set, payment.version + 1)
  const { id, version } = payment
  return {
    after,
    changes: [
      { kind: 'stepPayment', id, expectedVersion: version, set },
      eventOf(after, decision, manual),
    ],
  }
}

/** Marks a payment for manual review: its timer ends, and its history says so. Its state stays. */
export function stepToReview(payment: PaymentRow, nowMs: number): Change[] {
  const details = storedDetails(payment, detailsWhenNoted(payment, readDetails(payment)))
  return [...reviewed(payment, { details, updatedAtMs: nowMs }), endWait(payment)]
}

/** Tells a person that an acquirer is late with the result of what it has taken. It is waited for as before. */
export function noteOverdue(payment: PaymentRow, nowMs: number): Change[] {
  return reviewed(payment, { updatedAtMs: nowMs })
}

const ALARM =
  'an acquirer approved a payment that has failed here: its money may have moved, ask it by hand'

interface NotingParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: PaymentLog
}

/** The same as `writeApprovalOfFailure`, but never rejects: where nothing can be written, only the log has the alarm. */
export async function noteApprovalOfFailure(
  payment: PaymentRow,
  parts: NotingParts,
): Promise<PaymentRow> {
  try {
    return await writeApprovalOfFailure(payment, parts)
  } catch (err) {
    parts.log.error(
      { err, paymentId: payment.id },
      'an approval could not be stored: this line is the only record of it',
    )
    return payment
  }
}

/**
 * Logs an alarm and records that the acquirer approved a payment which has failed here (R-LATE-1): the
 * approval came too late, or could not be trusted. The payment stays failed, because the merchant has
 * read that and may have charged again: manual review has to decide about the money. Returns the
 * payment as it is stored afterwards. A second call changes nothing. Rejects with the store.
 */
export async function writeApprovalOfFailure(
  payment: PaymentRow,
  parts: NotingParts,
): Promise<PaymentRow> {
  const { store, clock, log } = parts
  const { id: paymentId, resultCode } = payment
  if (isApprovedLate(readDetails(payment))) return payment
  log.error({ paymentId, resultCode }, ALARM)
  const noted = await decideAndCommit(parts, {
    load: async () => (await store.read.payment(paymentId)) ?? payment,
    decide: (stored) => {
      if (stored.state !== 'failed' || isApprovedLate(readDetails(stored)))
        return { result: stored }
      const set = approvalNoted(stored, clock.of(stored.entityId))
      const after = paymentAfterStep(stored, set, stored.version + 1)
      return { result: after, parts: [{ owner: 'payment', changes: reviewed(stored, set) }] }
    },
  })
  return noted ?? payment
}

function approvalNoted(payment: PaymentRow, nowMs: number): PaymentStep {
  const details = readDetails(payment)
  const resultDetails = { ...details.resultDetails, [APPROVED_AT]: wireTimestamp(nowMs) }
  return { details: storedDetails(payment, { ...details, resultDetails }), updatedAtMs: nowMs }
}

function reviewed(payment: PaymentRow, set: PaymentStep): Change[] {
  return [
    { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set },
    eventOf(paymentAfterStep(payment, set, payment.version + 1), 'review'),
  ]
}
