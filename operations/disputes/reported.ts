import { casePaymentOf } from '../../server/payments/record/index.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import type { Change, DisputeRow, PaymentRow } from '../../server/store/port.ts'
import type { Case, DisputeReport } from './case.ts'
import {
  caseOf,
  commitStep,
  type DisputeParts,
  type Done,
  type ExtraParts,
  newIds,
  type Step,
} from './commit-step.ts'
import { advanced, awaitsEvidence, opened, undisputable } from './steps.ts'
import { evidenceTimer } from './submissions.ts'

/** Which dispute a report is about: that of the acquirer's case, else a new one of the payment. */
export interface Reported {
  readonly paymentId: string
  readonly source: DisputeRow['source']
  readonly acquirerReference: string | null
  readonly report: Omit<DisputeReport, 'nowMs'>
}

/** The rows that a report is decided on. */
export interface NamedCase {
  readonly named: PaymentRow
  /** The dispute of the case; `undefined`: there is none. */
  readonly given: Case | undefined
}

/** Takes what is reported of a payment. The same report twice is one dispute. */
export function report(reported: Reported, parts: DisputeParts, extra?: ExtraParts): Done {
  const decide = async () => {
    const found = await namedBy(reported.paymentId, reported.acquirerReference, parts)
    return isRefusal(found) ? found : reportedOf(reported, namedByAcquirer(found), parts)
  }
  return commitStep(decide, parts, extra)
}

/** The payment that a report names, and the dispute of its case, which may be on that or on a refund of it. */
export async function namedBy(
  paymentId: string,
  acquirerReference: string | null,
  { store }: DisputeParts,
): Promise<NamedCase | Refusal> {
  const named = await store.read.payment(paymentId)
  if (named === undefined) return unknownPayment
  if (acquirerReference === null) return { named, given: undefined }
  const known = await store.read.disputeOfCase(casePaymentOf(named), acquirerReference)
  return { named, given: known && (await caseOf(known, store)) }
}

/** An acquirer takes a further chargeback of the payment that it names. */
export function namedByAcquirer({ named, given }: NamedCase): NamedCase {
  if (given === undefined || given.charged.id === named.id) return { named, given }
  const { others = [] } = given
  const all = others.some(({ id }) => id === named.id) ? others : [...others, named]
  return { named, given: { ...given, others: all, named } }
}

/** The step that a report makes of the dispute of its case, or the dispute that it opens. */
export async function reportedOf(
  { source, acquirerReference, report: told }: Omit<Reported, 'paymentId'>,
  { named, given }: NamedCase,
  parts: DisputeParts,
): Promise<Step | DisputeRow | Refusal> {
  const nowMs = parts.clock.of(named.entityId)
  const newId = newIds(parts)
  if (given !== undefined) {
    const { dispute: known } = given
    const decided = advanced(given, { ...told, nowMs }, newId)
    if (decided === undefined) return known
    const isLeftOut = awaitsEvidence(known) && !awaitsEvidence(decided.dispute)
    return { decided, more: isLeftOut ? await sentNoMore(known, nowMs, parts) : [] }
  }
  const refusal = undisputable(named, source)
  if (refusal !== undefined) return refusal
  const opening = { id: newId(), source, acquirerReference, report: { ...told, nowMs } }
  return { decided: opened(named, opening, newId) }
}

/** Evidence that still waits is told as not sent at once, and not when it would have been sent next. */
async function sentNoMore(
  dispute: DisputeRow,
  nowMs: number,
  { store }: DisputeParts,
): Promise<readonly Change[]> {
  const waiting = await store.read.timer('disputeEvidence', dispute.id)
  return waiting === undefined ? [] : evidenceTimer(dispute, nowMs)
}

const unknownPayment: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no payment with this id',
})
