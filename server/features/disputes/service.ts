import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import { decideAndCommit } from '../../kernel/timers/decide-and-commit.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import { type Notifications, paymentChanges } from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import type { Change, DisputeDocumentRow, DisputeRow, Store } from '../../store/port.ts'
import { disputeChanges } from './notified.ts'
import {
  accepted,
  advanced,
  type Case,
  type Decided,
  type DisputeReport,
  expired,
  opened,
  type Said,
  submitted,
  unanswerable,
  undisputable,
} from './steps.ts'

/** Documents of one dispute, and the size of one in bytes. */
export const MAX_DOCUMENTS = 10
export const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024

/** What banks and card networks take as evidence. */
export const MEDIA_TYPES: readonly string[] = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'text/plain',
]

export interface DisputeParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'sealCredential' | 'openCredential'>
  readonly clock: EntityClock
  readonly notifications: Notifications
}

/** Which dispute a report is about: that of the acquirer's case, else a new one of the payment. */
export interface Reported {
  readonly paymentId: string
  readonly source: DisputeRow['source']
  readonly acquirerReference: string | null
  readonly report: Omit<DisputeReport, 'nowMs'>
}

/** A document to be kept as evidence. */
export interface Evidence {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/** Disputes of payments. Everything rejects with the store. */
export interface DisputeService {
  /** Takes what is reported of a payment. The same report twice is one dispute. */
  report(reported: Reported): Promise<DisputeRow | Refusal>
  /** Takes a later report about a dispute. */
  advance(id: string, report: Omit<DisputeReport, 'nowMs'>): Promise<DisputeRow | Refusal>
  /** Keeps evidence, sealed. */
  addEvidence(id: string, evidence: Evidence, madeBy: string): Promise<DisputeDocumentRow | Refusal>
  /** Opens a document. */
  evidence(id: string): Promise<(Evidence & { readonly disputeId: string }) | undefined>
  /** Contests the dispute with the evidence that is kept. */
  submit(id: string, said: Omit<Said, 'nowMs'>): Promise<DisputeRow | Refusal>
  /** Accepts the dispute: the money stays with the shopper. */
  accept(id: string, said: Omit<Said, 'nowMs'>): Promise<DisputeRow | Refusal>
  /** Ends disputes that nobody has answered in time. */
  readonly onTimer: TimerHandler
}

export function createDisputeService(parts: DisputeParts): DisputeService {
  const { store, vault, clock, notifications } = parts
  const newId = () => newObjectId(clock.now())

  async function caseOf(dispute: DisputeRow): Promise<Case> {
    const [charged, chargeback] = await Promise.all([
      store.read.payment(dispute.paymentId),
      dispute.chargebackId === null ? undefined : store.read.payment(dispute.chargebackId),
    ])
    if (charged === undefined) throw new Error(`Dispute ${dispute.id} has no payment`)
    return { dispute, charged, chargeback }
  }

  async function partsOf(decided: Decided): Promise<readonly ChangePart[]> {
    const { dispute, changes, booked } = decided
    const entity = await notifications.of(dispute.entityId)
    return [
      { owner: 'dispute', changes: [...changes, ...timerOf(dispute)] },
      { owner: 'webhooks', changes: disputeChanges(dispute, entity) },
      ...booked.map((row) => ({ owner: 'webhooks', changes: paymentChanges(row, entity) })),
    ]
  }

  type Loaded = { readonly decided: Decided; readonly parts: readonly ChangePart[] }

  /** Decides on the dispute as it is, again after each conflict. */
  async function commit(
    load: () => Promise<Decided | DisputeRow | Refusal>,
  ): Promise<DisputeRow | Refusal> {
    const done = await decideAndCommit<Loaded | DisputeRow | Refusal, DisputeRow | Refusal>(parts, {
      async load() {
        const loaded = await load()
        return 'changes' in loaded ? { decided: loaded, parts: await partsOf(loaded) } : loaded
      },
      decide: (loaded) =>
        'decided' in loaded
          ? { result: loaded.decided.dispute, parts: loaded.parts }
          : { result: loaded },
    })
    return done ?? tooBusy
  }

  async function step(
    id: string,
    decide: (given: Case, nowMs: number) => Promise<Decided | Refusal | undefined>,
  ): Promise<DisputeRow | Refusal> {
    return commit(async () => {
      const dispute = await store.read.dispute(id)
      if (dispute === undefined) return unknownDispute
      const decided = await decide(await caseOf(dispute), clock.of(dispute.entityId))
      return decided ?? dispute
    })
  }

  async function advance(id: string, report: Omit<DisputeReport, 'nowMs'>) {
    return step(id, async (given, nowMs) => advanced(given, { ...report, nowMs }, newId))
  }

  return {
    advance,

    report: ({ paymentId, source, acquirerReference, report }) =>
      commit(async () => {
        const charged = await store.read.payment(paymentId)
        if (charged === undefined) return unknownPayment
        const known =
          acquirerReference === null
            ? undefined
            : await store.read.disputeOfCase(charged.connector, acquirerReference)
        const nowMs = clock.of(charged.entityId)
        if (known !== undefined) {
          const given = await caseOf(known)
          return advanced(given, { ...report, nowMs }, newId) ?? known
        }
        const refusal = undisputable(charged)
        if (refusal !== undefined) return refusal
        const opening = { id: newId(), source, acquirerReference, report: { ...report, nowMs } }
        return opened(charged, opening, newId)
      }),

    async addEvidence(id, { name, mediaType, bytes }, madeBy) {
      const dispute = await store.read.dispute(id)
      if (dispute === undefined) return unknownDispute
      const documents = await store.read.disputeDocuments(id)
      const refusal =
        unanswerable(dispute) ?? evidenceRefusal(documents, { name, mediaType, bytes })
      if (refusal !== undefined) return refusal
      const documentId = newId()
      const row: DisputeDocumentRow = {
        id: documentId,
        disputeId: id,
        name,
        mediaType,
        size: bytes.length,
        sealed: vault.sealCredential(documentId, bytes.toString('base64')),
        createdAtMs: clock.of(dispute.entityId),
      }
      const said = { madeBy, note: `Document ${name}`, nowMs: row.createdAtMs }
      const stepped = withEvent(dispute, said)
      const committed = await store.commit([{ kind: 'insertDisputeDocument', row }, ...stepped])
      return committed.applied ? row : tooBusy
    },

    async evidence(id) {
      const row = await store.read.disputeDocument(id)
      if (row === undefined) return undefined
      const bytes = Buffer.from(vault.openCredential(row.id, row.sealed), 'base64')
      const { disputeId, name, mediaType } = row
      return { disputeId, name, mediaType, bytes }
    },

    submit: (id, said) =>
      step(id, async (given, nowMs) => {
        const documents = (await store.read.disputeDocuments(id)).length
        return submitted(given, { ...said, nowMs, documents }, newId)
      }),

    accept: (id, said) =>
      step(id, async (given, nowMs) => accepted(given, { ...said, nowMs }, newId)),

    async onTimer({ subjectId }) {
      const said = { madeBy: 'timer', note: 'Nobody answered in time' }
      const ended = await step(subjectId, async (given, nowMs) =>
        expired(given, { ...said, nowMs }, newId),
      )
      if (isRefusal(ended)) return 'done'
      // The commit that ends it has removed the timer.
      if (ended.outcome !== 'open') return 'ended'
      return ended.respondByMs === null ? 'done' : { dueAtMs: ended.respondByMs }
    },
  }
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

/** That evidence was added: a step of the dispute, so that nobody answers it meanwhile. */
function withEvent(dispute: DisputeRow, { madeBy, note, nowMs }: Said): Change[] {
  const { id, version, stage } = dispute
  const updatedAtMs = Math.max(nowMs, dispute.updatedAtMs)
  return [
    { kind: 'stepDispute', id, expectedVersion: version, set: { updatedAtMs } },
    {
      kind: 'appendDisputeEvent',
      row: {
        disputeId: id,
        sequence: version + 1,
        kind: 'evidence',
        stage,
        madeBy,
        note,
        atMs: nowMs,
      },
    },
  ]
}

function evidenceRefusal(
  documents: readonly DisputeDocumentRow[],
  { name, mediaType, bytes }: Evidence,
): Refusal | undefined {
  if (documents.length >= MAX_DOCUMENTS) return unfit(`has ${MAX_DOCUMENTS} documents already`)
  if (bytes.length === 0) return unfit(`cannot take ${name}: the document is empty`)
  if (bytes.length > MAX_DOCUMENT_BYTES) return unfit(`cannot take ${name}: it is above 2 MB`)
  if (MEDIA_TYPES.includes(mediaType)) return undefined
  return unfit(`cannot take ${name}: a document is one of ${MEDIA_TYPES.join(', ')}`)
}

function unfit(what: string): Refusal {
  return refuse('200.300.404', { description: `The dispute ${what}` })
}

const unknownDispute: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no dispute with this id',
})

const unknownPayment: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no payment with this id',
})
