import { openedCredential } from '../../server/kernel/vault/unopened.ts'
import { keptReference } from '../../server/parameters/masking.ts'
import { namesOf } from '../../server/payments/accounts/index.ts'
import type { EvidenceSubmission } from '../../server/payments/connectors/index.ts'
import { isRefusal } from '../../server/results/refusal.ts'
import type {
  Change,
  DisputeDocumentRow,
  DisputeEventRow,
  DisputeRow,
} from '../../server/store/port.ts'
import type { Said } from './case.ts'
import {
  type DisputeParts,
  type Done,
  type ExtraParts,
  newIds,
  stepDispute,
} from './commit-step.ts'
import { type Evidence, evidenceRefusal, removalRefusal, unknownDocument } from './evidence.ts'
import { NOTES } from './notes.ts'
import {
  answeredByAcquirer,
  awaitsEvidence,
  proven,
  submitted,
  unanswerable,
  withdrawn,
} from './steps.ts'

/** A document of a dispute. */
export interface KeptDocument extends Evidence {
  readonly id: string
  readonly createdAtMs: number
}

/** Evidence that is to be sent. */
export interface PlannedSubmission extends Omit<EvidenceSubmission, 'isRepeated'> {
  readonly disputeId: string
  readonly connector: string
  readonly entityId: string
  /** When the merchant has submitted it, by the channel's clock. */
  readonly submittedAtMs: number
  /** Until when it counts, by the same clock; `null`: the acquirer has named no deadline. */
  readonly evidenceByMs: number | null
  /** False: the bank has decided, or gone on, without it. */
  readonly isAwaited: boolean
  /** Names of documents that the vault does not open. */
  readonly unopened: readonly string[]
}

/** What became of a submission, with the words of its event. */
export interface EndOfSubmission {
  readonly outcome: Parameters<typeof answeredByAcquirer>[1]
  readonly madeBy: string
  readonly note: string
}

/** Keeps a document for the answer to a dispute, sealed. */
export function addEvidence(
  id: string,
  { evidence, madeBy }: { readonly evidence: Evidence; readonly madeBy: string },
  parts: DisputeParts,
  extra?: ExtraParts,
): Done {
  const { store, vault } = parts
  const decide = async ({ dispute }: { readonly dispute: DisputeRow }, nowMs: number) => {
    const documents = await store.read.disputeDocuments(id)
    const refusal = unanswerable(dispute, nowMs) ?? evidenceRefusal(documents, evidence)
    if (refusal !== undefined) return refusal
    const { name, mediaType, type, bytes } = evidence
    const documentId = newIds(parts)()
    const document: DisputeDocumentRow = {
      id: documentId,
      disputeId: id,
      name,
      mediaType,
      type,
      size: bytes.length,
      sealed: vault.sealCredential(documentId, bytes.toString('base64')),
      createdAtMs: nowMs,
    }
    return { decided: proven(dispute, { madeBy, note: NOTES.document(name), nowMs }), document }
  }
  return stepDispute(id, decide, parts, extra)
}

/** Takes a document back that was not submitted. */
export function removeEvidence(
  id: string,
  { documentId, madeBy }: { readonly documentId: string; readonly madeBy: string },
  parts: DisputeParts,
): Done {
  const { read } = parts.store
  const decide = async ({ dispute }: { readonly dispute: DisputeRow }, nowMs: number) => {
    const document = (await read.disputeDocuments(id)).find((one) => one.id === documentId)
    if (document === undefined) return unknownDocument
    const refusal = removalRefusal(document, await read.disputeEvents(id))
    if (refusal !== undefined) return refusal
    const note = NOTES.document(document.name)
    return {
      decided: withdrawn(dispute, { madeBy, note, nowMs }),
      removedDocumentId: documentId,
    }
  }
  return stepDispute(id, decide, parts)
}

/** What a merchant says who contests a dispute. */
export interface Contest extends Omit<Said, 'nowMs'> {
  /** The acquirer's name of the way in which it is contested; `null`: none was named. */
  readonly defence: string | null
}

/** Contests a dispute: with the same commit begins the timer that sends its evidence. */
export function submit(id: string, said: Contest, parts: DisputeParts, extra?: ExtraParts): Done {
  const decide: Parameters<typeof stepDispute>[1] = async (given, nowMs) => {
    const documents = (await parts.store.read.disputeDocuments(id)).length
    const decided = submitted(given, { ...said, nowMs, documents }, newIds(parts))
    if (isRefusal(decided)) return decided
    return { decided, more: evidenceTimer(given.dispute, nowMs) }
  }
  return stepDispute(id, decide, parts, extra)
}

/** What was submitted, and is not known to be with the acquirer; `undefined`: nothing. */
export async function submissionOf(
  id: string,
  { store, vault }: DisputeParts,
): Promise<PlannedSubmission | undefined> {
  const dispute = await store.read.dispute(id)
  if (dispute === undefined) return undefined
  const events = await store.read.disputeEvents(id)
  const submission = lastSubmission(events)
  if (submission === undefined) return undefined
  const documents: KeptDocument[] = []
  const unopened: string[] = []
  for (const { id: documentId } of sentNow(await store.read.disputeDocuments(id), events)) {
    const row = await store.read.disputeDocument(documentId)
    const opened = row && openedDocument(row, vault)
    if (opened === 'unopened') unopened.push(row?.name ?? documentId)
    else if (opened !== undefined) documents.push(opened)
  }
  return {
    disputeId: id,
    submissionId: submissionIdOf(submission),
    paymentId: dispute.paymentId,
    acquirerReference: await caseAtProvider(dispute, { store, vault }),
    connector: dispute.connector,
    entityId: dispute.entityId,
    stage: dispute.submittedStage ?? dispute.stage,
    note: submission.note,
    defence: dispute.defence,
    documents,
    unopened,
    submittedAtMs: submission.atMs,
    evidenceByMs: dispute.evidenceByMs,
    isAwaited: awaitsEvidence(dispute),
  }
}

/** Writes down what became of a submission, and that nothing is to be sent any more. */
export function endSubmission(
  { disputeId, submissionId }: PlannedSubmission,
  { outcome, ...said }: EndOfSubmission,
  parts: DisputeParts,
): Done {
  const decide: Parameters<typeof stepDispute>[1] = async (given, nowMs) => {
    const latest = lastSubmission(await parts.store.read.disputeEvents(disputeId))
    // The merchant has submitted anew, or another process has written this down.
    if (latest === undefined || submissionIdOf(latest) !== submissionId) return undefined
    const decided = answeredByAcquirer(given, outcome, { ...said, nowMs }, newIds(parts))
    return { decided, more: [evidenceTimerEnd(disputeId)] }
  }
  return stepDispute(disputeId, decide, parts)
}

/** A document with its bytes; `unopened`: the vault does not open it. */
export function openedDocument(
  { id, name, mediaType, type, createdAtMs, sealed }: DisputeDocumentRow,
  vault: DisputeParts['vault'],
): KeptDocument | 'unopened' {
  const text = openedCredential(vault, id, sealed)
  if (text === undefined) return 'unopened'
  const bytes = Buffer.from(text, 'base64')
  return { id, name, mediaType, type, createdAtMs, bytes }
}

/** What the provider calls a case: what reads like a card number is kept otherwise with the dispute. */
export async function caseAtProvider(
  { acquirerReference, paymentId, connector }: DisputeRow,
  { store, vault }: Pick<DisputeParts, 'store' | 'vault'>,
): Promise<string | null> {
  const names = await namesOf({ id: paymentId, connector }, store)
  const named = names.find(
    ({ kind, value }) =>
      kind === 'dispute' && keptReference(value, vault.keyedHash) === acquirerReference,
  )
  return named?.value ?? acquirerReference
}

/** The documents of a submission: after the acquirer has returned one, what was added since, if anything was. */
export function sentNow<Document extends { readonly createdAtMs: number }>(
  documents: readonly Document[],
  events: readonly DisputeEventRow[],
): readonly Document[] {
  const returned = events.findLast(({ kind }) => kind === 'returned')
  if (returned === undefined) return documents
  const added = documents.filter(({ createdAtMs }) => createdAtMs > returned.atMs)
  return added.length === 0 ? documents : added
}

export function evidenceTimerEnd(subjectId: string): Change {
  return { kind: 'endTimer', timer: 'disputeEvidence', subjectId, expectedVersion: null }
}

/** That evidence is to be sent: durable before it is, so that a crash loses none. */
export function evidenceTimer({ id, entityId }: DisputeRow, nowMs: number): Change[] {
  const row = {
    kind: 'disputeEvidence',
    subjectId: id,
    entityId,
    dueAtMs: nowMs,
    attempts: 0,
    createdAtMs: nowMs,
    version: 1,
  } as const
  return [evidenceTimerEnd(id), { kind: 'insertTimer', row }]
}

/** The latest submission, unless what became of it is written down. */
export function lastSubmission(events: readonly DisputeEventRow[]): DisputeEventRow | undefined {
  const told = events.filter(({ kind }) => SUBMISSION_KINDS.has(kind))
  const last = told.at(-1)
  return last?.kind === 'submitted' ? last : undefined
}

const SUBMISSION_KINDS: ReadonlySet<DisputeEventRow['kind']> = new Set([
  'submitted',
  'sent',
  'returned',
  'unsent',
])

/** The submission of an event has a number of its own. */
function submissionIdOf({ disputeId, sequence }: DisputeEventRow): string {
  return `${disputeId}-${sequence}`
}
