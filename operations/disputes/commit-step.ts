import type { Access } from '../../server/entities/access.ts'
import { type KeyInUse, keyInUse } from '../../server/http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import { detailsOf, type Notifications, paymentChanges } from '../../server/payments/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import type { ChangePart } from '../../server/store/commit-parts.ts'
import type {
  Change,
  DisputeDocumentFacts,
  DisputeDocumentRow,
  DisputeEventRow,
  DisputeRow,
  PaymentRow,
  Store,
} from '../../server/store/port.ts'
import type { Case, Decided } from './case.ts'
import { standingOf } from './case-money.ts'
import { disputeChanges } from './notified.ts'

export interface DisputeParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'sealCredential' | 'openCredential' | 'keyedHash'>
  readonly clock: EntityClock
  readonly notifications: Notifications
  readonly access: Pick<Access, 'settingsOf'>
}

/** A dispute with its history and its documents. */
export interface WholeDispute {
  readonly dispute: DisputeRow
  readonly events: readonly DisputeEventRow[]
  readonly documents: readonly DisputeDocumentFacts[]
}

/** What a request adds to the commit of its effect: its idempotency key. */
export type ExtraParts = (after: WholeDispute) => readonly ChangePart[]

export type Done = Promise<WholeDispute | Refusal | KeyInUse>

/** A step, and the document that it adds or takes away. */
export interface Step {
  readonly decided: Decided
  /** Of the timer that sends evidence. */
  readonly more?: readonly Change[]
  /** Webhooks hear nothing of it. */
  readonly isQuiet?: true
  readonly document?: DisputeDocumentRow
  readonly removedDocumentId?: string
}

/** What is to be committed, and its result. */
interface Loaded<Result> {
  readonly result: Result
  readonly parts: readonly ChangePart[]
}

/** Decides anew after each conflict. Without parts nothing is written. */
export async function committed<Result extends object>(
  load: () => Promise<Loaded<Result> | Refusal>,
  parts: DisputeParts,
): Promise<Result | Refusal | KeyInUse> {
  const done = await decideAndCommit<Loaded<Result> | Refusal, Result | Refusal | KeyInUse>(parts, {
    load,
    decide(loaded) {
      if (isRefusal(loaded)) return { result: loaded }
      const { result, parts: changed } = loaded
      return changed.length === 0 ? { result } : { result, parts: changed }
    },
    onConflict: keyInUse,
  })
  return done ?? tooBusy
}

/** Decides on the dispute as it is, again after each conflict. */
export function commitStep(
  decide: () => Promise<Step | DisputeRow | Refusal>,
  parts: DisputeParts,
  extra?: ExtraParts,
): Done {
  return committed(async () => loadedOf(await decide(), parts, extra), parts)
}

/** Decides on a dispute by its id; `undefined`: nothing is to be changed of it. */
export function stepDispute(
  id: string,
  decide: (given: Case, nowMs: number) => Promise<Step | Decided | Refusal | undefined>,
  parts: DisputeParts,
  extra?: ExtraParts,
): Done {
  const { store, clock } = parts
  const decideById = async () => {
    const dispute = await store.read.dispute(id)
    if (dispute === undefined) return unknownDispute
    const decided = await decide(await caseOf(dispute, store), clock.of(dispute.entityId))
    if (decided === undefined) return dispute
    return 'changes' in decided ? { decided } : decided
  }
  return commitStep(decideById, parts, extra)
}

/** The parts of a step. A row: nothing is to be changed of the dispute. */
export async function loadedOf(
  step: Step | DisputeRow | Refusal,
  parts: DisputeParts,
  extra: ExtraParts = () => [],
): Promise<Loaded<WholeDispute> | Refusal> {
  if (isRefusal(step)) return step
  if (!('decided' in step)) {
    const after = await wholeOf(step, parts.store)
    return { result: after, parts: extra(after) }
  }
  const after = afterStep(await wholeOf(step.decided.dispute, parts.store), step)
  return { result: after, parts: [...(await partsOf(step, parts)), ...extra(after)] }
}

async function partsOf(
  { decided, document, removedDocumentId, more = [], isQuiet }: Step,
  { notifications }: DisputeParts,
): Promise<readonly ChangePart[]> {
  const { dispute, changes, booked } = decided
  const entity = await notifications.of(dispute.entityId)
  const own: Change[] = [...changes, ...timerOf(dispute), ...more]
  if (document !== undefined) own.push({ kind: 'insertDisputeDocument', row: document })
  if (removedDocumentId !== undefined) {
    own.push({ kind: 'removeDisputeDocument', id: removedDocumentId })
  }
  if (isQuiet) return [{ owner: 'dispute', changes: own }]
  return [
    { owner: 'dispute', changes: own },
    { owner: 'webhooks', changes: disputeChanges(dispute, changes, entity) },
    ...booked.map((row) => ({ owner: 'webhooks', changes: paymentChanges(row, entity) })),
  ]
}

/** The rows that a step of a dispute is decided on. */
export async function caseOf(dispute: DisputeRow, store: Store): Promise<Case> {
  const { id, paymentId, chargebackId } = dispute
  const [charged, booked] = await Promise.all([
    store.read.payment(paymentId),
    // Without one that stands, all was given back.
    chargebackId === null ? [] : bookedOf(dispute, store),
  ])
  if (charged === undefined) throw new Error(`Dispute ${id} has no payment`)
  const standing = standingOf(booked)
  const ids = new Set(standing.map(({ chargeback }) => chargeback.referencedId ?? paymentId))
  ids.delete(paymentId)
  const others = await Promise.all([...ids].map((each) => store.read.payment(each)))
  return { dispute, charged, standing, others: others.filter((one) => one !== undefined) }
}

/** The CB and CR of a dispute. */
export async function bookedOf(
  { id, familyId }: DisputeRow,
  { read }: Store,
): Promise<readonly PaymentRow[]> {
  const family = await read.paymentsOfFamily(familyId)
  return family.filter(
    (one) =>
      (one.paymentType === 'CB' || one.paymentType === 'CR') &&
      detailsOf(one).resultDetails?.DisputeId === id,
  )
}

export async function wholeOf(dispute: DisputeRow, { read }: Store): Promise<WholeDispute> {
  const [events, documents] = await Promise.all([
    read.disputeEvents(dispute.id),
    read.disputeDocuments(dispute.id),
  ])
  return { dispute, events, documents }
}

/** Ids of what is made now. */
export function newIds({ clock }: DisputeParts): () => string {
  return () => newObjectId(clock.now())
}

/** The dispute as its step leaves it. */
function afterStep({ dispute, events, documents }: WholeDispute, step: Step): WholeDispute {
  const made = step.decided.changes.flatMap((change) =>
    change.kind === 'appendDisputeEvent' ? change.row : [],
  )
  const added = step.document === undefined ? [] : [step.document]
  const left = documents.filter(({ id }) => id !== step.removedDocumentId)
  return { dispute, events: [...events, ...made], documents: [...left, ...added] }
}

/** The timer of the deadline, as the dispute is afterwards. */
function timerOf({ id, entityId, respondByMs, updatedAtMs, version }: DisputeRow): Change[] {
  const ended: Change = {
    kind: 'endTimer',
    timer: 'disputeDeadline',
    subjectId: id,
    expectedVersion: null,
  }
  const before = version === 1 ? [] : [ended]
  if (respondByMs === null) return before
  const row = {
    kind: 'disputeDeadline',
    subjectId: id,
    entityId,
    dueAtMs: respondByMs,
    attempts: 0,
    createdAtMs: updatedAtMs,
    version: 1,
  } as const
  return [...before, { kind: 'insertTimer', row }]
}

const unknownDispute: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no dispute with this id',
})
