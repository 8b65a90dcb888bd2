import type { KeyInUse } from '../../server/http/idempotency/idempotency.ts'
import type { TimerHandler, TimerResult } from '../../server/kernel/timers/timers.ts'
import type {
  ReportFiledChargeback,
  ReportToldDispute,
} from '../../server/payments/record/index.ts'
import type { EnterAskedDispute } from '../../server/payments/second-person/index.ts'
import { isRefusal, type Refusal, tooBusy } from '../../server/results/refusal.ts'
import type { ChangePart } from '../../server/store/commit-parts.ts'
import type { DisputeRow } from '../../server/store/port.ts'
import {
  type AcceptanceToTell,
  accept,
  acceptanceOf,
  type EndOfAcceptance,
  endAcceptance,
} from './acceptances.ts'
import type { EnteredByHand } from './by-hand.ts'
import type { Said } from './case.ts'
import {
  type DisputeParts,
  type Done,
  type ExtraParts,
  newIds,
  stepDispute,
  type WholeDispute,
  wholeOf,
} from './commit-step.ts'
import { enter, enterAsked, type WaitingRequest } from './entered.ts'
import type { Evidence } from './evidence.ts'
import { NOTES } from './notes.ts'
import { reportFiled } from './report-filed.ts'
import { reportToldBy } from './report-told.ts'
import { type Reported, report } from './reported.ts'
import { expired } from './steps.ts'
import {
  addEvidence,
  type Contest,
  caseAtProvider,
  type EndOfSubmission,
  endSubmission,
  type KeptDocument,
  openedDocument,
  type PlannedSubmission,
  removeEvidence,
  submissionOf,
  submit,
} from './submissions.ts'

/** Disputes of payments. Everything rejects with the store. */
export interface DisputeService {
  /** Takes what is reported of a payment. The same report twice is one dispute. */
  report(reported: Reported, extra?: ExtraParts): Done
  /** Takes what a file of the acquirer reports. */
  readonly reportFiled: ReportFiledChargeback
  /** Takes what a provider tells by its events. */
  readonly reportTold: ReportToldDispute
  /**
   * Takes what a person enters in the place of the acquirer, within limits. Where it moves more than the
   * merchant's limit for one person, it waits for a second one.
   */
  enter(
    entered: EnteredByHand,
    extra?: (after: WholeDispute | WaitingRequest) => readonly ChangePart[],
  ): Promise<WholeDispute | WaitingRequest | Refusal | KeyInUse>
  /** Enters what a second person allows. */
  readonly enterAsked: EnterAskedDispute
  /** Keeps evidence, sealed. */
  addEvidence(id: string, evidence: Evidence, madeBy: string, extra?: ExtraParts): Done
  /** Takes a document back that was not submitted. */
  removeEvidence(id: string, documentId: string, madeBy: string): Done
  /** Contests the dispute with the evidence that is kept. */
  submit(id: string, said: Contest, extra?: ExtraParts): Done
  /** Accepts the dispute: the money stays with the shopper. */
  accept(id: string, said: Omit<Said, 'nowMs'>, extra?: ExtraParts): Done
  /** What was submitted, and is not known to be with the acquirer; `undefined`: nothing. */
  submissionOf(id: string): Promise<PlannedSubmission | undefined>
  /** An acceptance that the acquirer is not known to have heard of; `undefined`: there is none. */
  acceptanceOf(id: string): Promise<AcceptanceToTell | undefined>
  /** Writes down what became of it, and that nothing is to be told any more. */
  endAcceptance(acceptance: AcceptanceToTell, end: EndOfAcceptance): Done
  /** Writes down what became of it, and that nothing is to be sent any more. */
  endSubmission(submission: PlannedSubmission, end: EndOfSubmission): Done
  /** The dispute as it is. */
  find(id: string): Promise<WholeDispute | undefined>
  /** What the provider calls its case; `null`: it has no number there. */
  caseAtProvider(dispute: DisputeRow): Promise<string | null>
  /** A document of a dispute with its bytes; `undefined`: the dispute has none with this id. */
  document(id: string, documentId: string): Promise<KeptDocument | 'unopened' | undefined>
  /** Ends disputes that nobody has answered in time. */
  readonly onTimer: TimerHandler
}

export function createDisputeService(parts: DisputeParts): DisputeService {
  const { store, vault } = parts
  return {
    report: (reported, extra) => report(reported, parts, extra),
    reportFiled: reportFiled(parts),
    reportTold: reportToldBy(parts),
    enter: (entered, extra) => enter(entered, parts, extra),
    enterAsked: enterAsked(parts),
    addEvidence: (id, evidence, madeBy, extra) =>
      addEvidence(id, { evidence, madeBy }, parts, extra),
    removeEvidence: (id, documentId, madeBy) => removeEvidence(id, { documentId, madeBy }, parts),
    submit: (id, said, extra) => submit(id, said, parts, extra),

    accept: (id, said, extra) => accept(id, said, parts, extra),

    submissionOf: (id) => submissionOf(id, parts),
    acceptanceOf: (id) => acceptanceOf(id, parts),
    endAcceptance: (acceptance, end) => endAcceptance(acceptance, end, parts),
    endSubmission: (submission, end) => endSubmission(submission, end, parts),

    async find(id) {
      const dispute = await store.read.dispute(id)
      return dispute && wholeOf(dispute, store)
    },

    caseAtProvider: (dispute) => caseAtProvider(dispute, parts),

    async document(id, documentId) {
      const row = await store.read.disputeDocument(documentId)
      return row?.disputeId === id ? openedDocument(row, vault) : undefined
    },

    onTimer: ({ subjectId }) => onDeadline(subjectId, parts),
  }
}

/** Ends a dispute that nobody has answered in time. */
async function onDeadline(id: string, parts: DisputeParts): Promise<TimerResult> {
  const said = { madeBy: 'timer', note: NOTES.unanswered }
  const ended = await stepDispute(
    id,
    async (given, nowMs) => expired(given, { ...said, nowMs }, newIds(parts)),
    parts,
  )
  // Without a key no commit meets one; too many conflicts: it comes due again after its lease.
  if ('keyInUse' in ended || ended === tooBusy) return 'ended'
  if (isRefusal(ended)) return 'done'
  // The commit that ends it has removed the timer.
  const { outcome, respondByMs } = ended.dispute
  if (outcome !== 'open') return 'ended'
  return respondByMs === null ? 'done' : { dueAtMs: respondByMs }
}
