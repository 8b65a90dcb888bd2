import type { EvidenceOutcome } from '../../server/payments/connectors/index.ts'
import { CHARGEABLE_BACK, casePaymentOf } from '../../server/payments/record/index.ts'
import { type Refusal, refuse } from '../../server/results/refusal.ts'
import type {
  ChangeSet,
  DisputeEventRow,
  DisputeOutcome,
  DisputeRow,
  DisputeStage,
  PaymentRow,
} from '../../server/store/port.ts'
import {
  ANSWERABLE,
  type Case,
  type Decided,
  type DisputeReport,
  type Opening,
  type Said,
  STAGE_ORDER,
  type StepOfDispute,
  UNKNOWN_REASON,
} from './case.ts'
import { amountAfter, bookingOf, flagsAfter, flagsOf, partMoved, shareOf } from './case-money.ts'

/**
 * Why a payment cannot be disputed at all. What an acquirer reports of a payment that failed here is a fact
 * all the same: it has the money of it, and takes it back.
 */
export function undisputable(
  { id, paymentType, state }: PaymentRow,
  source: DisputeRow['source'],
): Refusal | undefined {
  const isKnown = state === 'succeeded' || (state === 'failed' && source !== 'manual')
  if (isKnown && CHARGEABLE_BACK.includes(paymentType)) return undefined
  return refuse('700.400.402', {
    description: `A dispute is about a successful ${CHARGEABLE_BACK.join(', ')}: ${id} is a ${paymentType} that has ${state}`,
  })
}

/** A dispute as it is first reported. Nothing of a report is refused: what is strange about it is flagged. */
export function opened(charged: PaymentRow, opening: Opening, newId: () => string): Decided {
  const { id, source, acquirerReference, report } = opening
  const { nowMs } = report
  const amount = report.amount ?? { minor: charged.amountMinor, currency: charged.currency }
  const dispute: DisputeRow = {
    id,
    paymentId: charged.id,
    casePaymentId: casePaymentOf(charged),
    familyId: charged.familyId,
    entityId: charged.entityId,
    paymentBrand: charged.paymentBrand,
    stage: report.stage,
    outcome: report.outcome ?? 'open',
    reasonCode: report.reasonCode ?? null,
    resultCode: report.resultCode ?? UNKNOWN_REASON,
    amountMinor: amount.minor,
    currency: amount.currency,
    shareMinor: shareOf(amount, charged),
    connector: charged.connector,
    acquirerReference,
    source,
    chargebackId: null,
    flags: flagsOf(amount, charged).join(),
    submittedStage: null,
    defence: null,
    respondByMs: deadlineOf(report, undefined),
    evidenceByMs: null,
    chargedAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
  const booked = bookingOf({ dispute, charged, standing: [] }, {}, newId)
  const after: DisputeRow = {
    ...dispute,
    chargebackId: booked?.chargebackId ?? null,
    chargedAtMs: booked === undefined ? null : nowMs,
  }
  return {
    dispute: after,
    booked: booked?.booked ?? [],
    changes: [
      { kind: 'insertDispute', row: after },
      eventOf(after, 'opened', report, booked?.booked.length),
      ...(booked?.changes ?? []),
    ],
  }
}

/**
 * A dispute after a later report: another stage, its end, or other facts. What is told again changes nothing:
 * an earlier stage than the present one, or the stage of a dispute that has ended in it.
 */
export function advanced(
  given: Case,
  told: DisputeReport,
  newId: () => string,
): Decided | undefined {
  const { dispute, charged } = given
  const report = { ...told, stage: stageTold(dispute, told) }
  if (STAGE_ORDER[report.stage] < STAGE_ORDER[dispute.stage]) return undefined
  const isSameStage = STAGE_ORDER[report.stage] === STAGE_ORDER[dispute.stage]
  if (isSameStage && report.isNew !== true && hasEndedSo(dispute, report)) return undefined
  const moved = partMoved(given, report)
  const amount = amountAfter(given, report, moved)
  // What comes back has a reason of its own, which is no reason of the dispute.
  const isGivenBack = report.outcome === 'won' && dispute.chargedAtMs !== null
  const { reasonCode, resultCode } = isGivenBack ? dispute : { ...dispute, ...reasonsOf(report) }
  const next: DisputeRow = {
    ...dispute,
    stage: report.stage,
    outcome: report.outcome ?? 'open',
    reasonCode,
    resultCode,
    amountMinor: amount.minor,
    currency: amount.currency,
    shareMinor: shareOf(amount, charged),
    flags: flagsAfter(given, { amount, moved, isOther: report.changesAmount === true }),
    respondByMs: deadlineOf(report, isSameStage ? dispute : undefined),
  }
  if (report.isNew !== true && hasSameFacts(dispute, next)) return undefined
  const reversal = { code: report.resultCode, reason: report.reasonCode }
  const change = { before: dispute, kind: kindOf(next.outcome), said: report, moved, reversal }
  return stepped({ ...given, dispute: next }, change, newId)
}

function reasonsOf({ reasonCode, resultCode }: DisputeReport) {
  return {
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(resultCode === undefined ? {} : { resultCode }),
  }
}

/**
 * The stage that a report is about. That the merchant has contested a first chargeback is known here before the
 * bank has read it: how the bank ends its first chargeback is how the representment ends.
 */
function stageTold(
  { stage, submittedStage, outcome }: DisputeRow,
  report: DisputeReport,
): DisputeStage {
  const isContested =
    stage === 'representment' && isContestedIn(submittedStage) && outcome === 'open'
  const isEnd = report.stage === 'firstChargeback' && report.outcome !== undefined
  return isContested && isEnd ? stage : report.stage
}

/** Whether a representment is that of a merchant who has contested it here, perhaps before its money was taken. */
function isContestedIn(submittedStage: DisputeStage | null): boolean {
  return submittedStage === 'firstChargeback' || submittedStage === 'alert'
}

/** Whether the dispute has ended, and the report names no end, or the same one again. */
function hasEndedSo(dispute: DisputeRow, report: DisputeReport): boolean {
  if (dispute.outcome === 'open') return false
  return report.outcome === undefined || report.outcome === dispute.outcome
}

/** What a report may change. */
const FACTS = [
  'stage',
  'outcome',
  'reasonCode',
  'resultCode',
  'amountMinor',
  'currency',
  'respondByMs',
] as const satisfies readonly (keyof DisputeRow)[]

function hasSameFacts(one: DisputeRow, other: DisputeRow): boolean {
  return FACTS.every((name) => one[name] === other[name])
}

/**
 * Until when the merchant may answer: only while he can, and has not in this stage. A report that says nothing
 * leaves it as it was.
 */
function deadlineOf(
  { stage, outcome, respondByMs }: DisputeReport,
  before: DisputeRow | undefined,
): number | null {
  if (outcome !== undefined || !ANSWERABLE.has(stage)) return null
  if (before?.submittedStage === stage) return null
  return respondByMs === undefined ? (before?.respondByMs ?? null) : respondByMs
}

function kindOf(outcome: DisputeOutcome): DisputeEventRow['kind'] {
  return outcome === 'open' ? 'advanced' : outcome
}

/** The merchant accepts: the money stays with the shopper. */
export function accepted(given: Case, said: Said, newId: () => string): Decided | Refusal {
  const refusal = unanswerable(given.dispute, said.nowMs)
  if (refusal !== undefined) return refusal
  const next: DisputeRow = { ...given.dispute, outcome: 'accepted', respondByMs: null }
  const change = { before: given.dispute, kind: 'accepted', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** The merchant contests, with the evidence that is stored: it is the bank's turn. */
export function submitted(
  given: Case,
  said: Said & { readonly documents: number; readonly defence: string | null },
  newId: () => string,
): Decided | Refusal {
  const { dispute } = given
  const refusal = unanswerable(dispute, said.nowMs)
  if (refusal !== undefined) return refusal
  if (said.documents === 0) {
    return refuse('200.300.404', {
      description: 'There is no evidence to submit: add a document first, or accept the dispute',
    })
  }
  const stage = stageOfContest(dispute.stage)
  const next: DisputeRow = {
    ...dispute,
    stage,
    submittedStage: dispute.stage,
    defence: said.defence,
    respondByMs: null,
    evidenceByMs: dispute.respondByMs,
  }
  const change = { before: dispute, kind: 'submitted', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** Where a dispute is once the merchant has contested it in a stage. */
function stageOfContest(stage: DisputeStage): DisputeStage {
  return stage === 'firstChargeback' ? 'representment' : stage
}

/** Evidence was added: a step of its own, so that nobody answers the dispute meanwhile. */
export function proven(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'evidence', said)
}

/** Evidence was taken back: a step of its own, so that nobody submits the document meanwhile. */
export function withdrawn(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'removed', said)
}

/**
 * A file tells what is known: a step of its own, so that no two lines of a case are decided on without each
 * other.
 */
export function confirmed(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'filed', said)
}

/** Whether evidence that was submitted still matters: the bank has not gone on without it. */
export function awaitsEvidence({ outcome, stage, submittedStage }: DisputeRow): boolean {
  if (outcome !== 'open' || submittedStage === null) return false
  if (stage === 'representment') return isContestedIn(submittedStage)
  return stage === submittedStage || stage === stageOfContest(submittedStage)
}

/**
 * What became of evidence that was to be sent. What the acquirer does not take, the merchant may submit again:
 * the dispute is where it was before, but without the deadline, which the acquirer has to name anew.
 */
export function answeredByAcquirer(
  given: Case,
  outcome: Exclude<EvidenceOutcome, { kind: 'unknown' }> | { readonly kind: 'unsent' },
  said: Said,
  newId: () => string,
): Decided {
  const { dispute } = given
  if (outcome.kind === 'taken') return arrived(dispute, said)
  const { submittedStage } = dispute
  if (outcome.kind === 'unsent' || submittedStage === null || !awaitsEvidence(dispute)) {
    return noted(dispute, 'unsent', said)
  }
  // What was contested before its money was taken is a first chargeback now.
  const stage = dispute.stage === 'representment' ? 'firstChargeback' : submittedStage
  const next: DisputeRow = { ...dispute, stage, submittedStage: null }
  const change = { before: dispute, kind: 'returned', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** The acquirer has what was sent to it. */
export function arrived(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'sent', said)
}

/** The acquirer could not be told that the merchant accepts. */
export function untold(dispute: DisputeRow, said: Said): Decided {
  return noted(dispute, 'unsent', said)
}

/** A step that changes nothing but the version, with its event. */
function noted(
  dispute: DisputeRow,
  kind: 'evidence' | 'removed' | 'filed' | 'sent' | 'unsent',
  said: Said,
): Decided {
  const after: DisputeRow = {
    ...dispute,
    updatedAtMs: Math.max(said.nowMs, dispute.updatedAtMs),
    version: dispute.version + 1,
  }
  const { id, version: expectedVersion } = dispute
  const set = { updatedAtMs: after.updatedAtMs }
  return {
    dispute: after,
    booked: [],
    changes: [{ kind: 'stepDispute', id, expectedVersion, set }, eventOf(after, kind, said)],
  }
}

/** Nobody has answered in time: lost. `undefined`: it was answered, or may still be. */
export function expired(given: Case, said: Said, newId: () => string): Decided | undefined {
  const { dispute } = given
  const { respondByMs, outcome } = dispute
  if (outcome !== 'open' || respondByMs === null || said.nowMs < respondByMs) return undefined
  const next: DisputeRow = { ...dispute, outcome: 'expired', respondByMs: null }
  const change = { before: dispute, kind: 'expired', said } as const
  return stepped({ ...given, dispute: next }, change, newId)
}

/** Why evidence cannot be added, or the dispute be answered. */
export function unanswerable(dispute: DisputeRow, nowMs: number): Refusal | undefined {
  const { outcome, stage, submittedStage, respondByMs } = dispute
  if (outcome !== 'open') return closed(`is ${outcome}: nothing can be answered`)
  if (!ANSWERABLE.has(stage)) {
    return closed(`is in the stage ${stage}: the shopper's bank or the card network decides now`)
  }
  if (submittedStage === stage)
    return closed(`was contested in the stage ${stage}: the bank decides now`)
  if (respondByMs !== null && nowMs >= respondByMs) return closed('had to be answered before now')
  return undefined
}

function closed(why: string): Refusal {
  return refuse('700.400.402', { description: `The dispute ${why}` })
}

function stepped(
  given: Case,
  { before, kind, said, moved, reversal }: StepOfDispute,
  newId: () => string,
): Decided {
  const { dispute: next } = given
  const dispute: DisputeRow = {
    ...next,
    updatedAtMs: Math.max(said.nowMs, before.updatedAtMs),
    version: before.version + 1,
  }
  const booked = bookingOf({ ...given, dispute }, { moved, reversal }, newId)
  const { chargebackId: bookedId } = booked ?? dispute
  // Only a chargeback books of a dispute that was never charged.
  const chargedAtMs = before.chargedAtMs ?? (booked === undefined ? null : dispute.updatedAtMs)
  const after: DisputeRow = { ...dispute, chargebackId: bookedId, chargedAtMs }
  const { stage, outcome, reasonCode, resultCode, amountMinor, currency, shareMinor } = after
  const { chargebackId, flags, submittedStage, defence, respondByMs, evidenceByMs, updatedAtMs } =
    after
  return {
    dispute: after,
    booked: booked?.booked ?? [],
    changes: [
      {
        kind: 'stepDispute',
        id: before.id,
        expectedVersion: before.version,
        set: {
          stage,
          outcome,
          reasonCode,
          resultCode,
          amountMinor,
          currency,
          shareMinor,
          chargebackId,
          flags,
          submittedStage,
          defence,
          respondByMs,
          evidenceByMs,
          chargedAtMs,
          updatedAtMs,
        },
      },
      eventOf(after, kind, said, booked?.booked.length),
      ...(booked?.changes ?? []),
    ],
  }
}

function eventOf(
  { id, version, stage }: DisputeRow,
  kind: DisputeEventRow['kind'],
  { madeBy, note, nowMs: atMs }: Said,
  bookedCount = 0,
): ChangeSet[number] {
  const row = { disputeId: id, sequence: version, kind, stage, madeBy, note, bookedCount, atMs }
  return { kind: 'appendDisputeEvent', row }
}
