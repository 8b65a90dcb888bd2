import type { Access } from '../../entities/access.ts'
import { type KeyInUse, keyInUse } from '../../http/idempotency/idempotency.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import { decideAndCommit } from '../../kernel/timers/decide-and-commit.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import {
  asksTooMuch,
  casePaymentOf,
  detailsOf,
  type EnterAskedDispute,
  type EvidenceSubmission,
  type FiledOutcome,
  type MoneyOfCase,
  type Notifications,
  needsSecondPerson,
  paymentChanges,
  type ReportFiledChargeback,
} from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import type {
  Change,
  DisputeDocumentFacts,
  DisputeDocumentRow,
  DisputeEventRow,
  DisputeRow,
  OperationRequestRow,
  PaymentRow,
  Store,
} from '../../store/port.ts'
import { type EnteredByHand, enteredOf, refusedByHand, requestOf } from './by-hand.ts'
import { type Evidence, evidenceRefusal } from './evidence.ts'
import { openedByFile, toldByFile } from './filed.ts'
import { disputeChanges } from './notified.ts'
import {
  accepted,
  advanced,
  answeredByAcquirer,
  awaitsEvidence,
  type Case,
  confirmed,
  type Decided,
  type DisputeReport,
  expired,
  opened,
  proven,
  type Said,
  standingOf,
  submitted,
  unanswerable,
  undisputable,
} from './steps.ts'

export interface DisputeParts {
  readonly store: Store
  readonly vault: Pick<Vault, 'sealCredential' | 'openCredential'>
  readonly clock: EntityClock
  readonly notifications: Notifications
  readonly access: Pick<Access, 'settingsOf'>
}

/** Which dispute a report is about: that of the acquirer's case, else a new one of the payment. */
export interface Reported {
  readonly paymentId: string
  readonly source: DisputeRow['source']
  readonly acquirerReference: string | null
  readonly report: Omit<DisputeReport, 'nowMs'>
}

/** A dispute with its history and its documents. */
export interface WholeDispute {
  readonly dispute: DisputeRow
  readonly events: readonly DisputeEventRow[]
  readonly documents: readonly DisputeDocumentFacts[]
}

/** A document of a dispute. */
export interface KeptDocument extends Evidence {
  readonly id: string
  readonly createdAtMs: number
}

/** What a person has entered, and a second one has to allow. */
export interface WaitingRequest {
  readonly waiting: OperationRequestRow
}

/** What a request adds to the commit of its effect: its idempotency key. */
export type ExtraParts = (after: WholeDispute) => readonly ChangePart[]

type Done = Promise<WholeDispute | Refusal | KeyInUse>

/** Disputes of payments. Everything rejects with the store. */
export interface DisputeService {
  /** Takes what is reported of a payment. The same report twice is one dispute. */
  report(reported: Reported, extra?: ExtraParts): Done
  /** Takes what a file of the acquirer reports. */
  readonly reportFiled: ReportFiledChargeback
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
  /** Contests the dispute with the evidence that is kept. */
  submit(id: string, said: Omit<Said, 'nowMs'>, extra?: ExtraParts): Done
  /** Accepts the dispute: the money stays with the shopper. */
  accept(id: string, said: Omit<Said, 'nowMs'>, extra?: ExtraParts): Done
  /** What was submitted, and is not known to be with the acquirer; `undefined`: nothing. */
  submissionOf(id: string): Promise<PlannedSubmission | undefined>
  /** Writes down what became of it, and that nothing is to be sent any more. */
  endSubmission(submission: PlannedSubmission, end: EndOfSubmission): Done
  /** The dispute as it is. */
  find(id: string): Promise<WholeDispute | undefined>
  /** A document of a dispute with its bytes; `undefined`: the dispute has none with this id. */
  document(id: string, documentId: string): Promise<KeptDocument | undefined>
  /** Ends disputes that nobody has answered in time. */
  readonly onTimer: TimerHandler
}

/** Evidence that is to be sent. */
export interface PlannedSubmission extends EvidenceSubmission {
  readonly disputeId: string
  readonly connector: string
  readonly entityId: string
  /** When the merchant has submitted it, by the channel's clock. */
  readonly submittedAtMs: number
  /** Until when it counts, by the same clock; `null`: the acquirer has named no deadline. */
  readonly evidenceByMs: number | null
  /** False: the bank has decided, or gone on, without it. */
  readonly isAwaited: boolean
}

/** What became of a submission, with the words of its event. */
export interface EndOfSubmission {
  readonly outcome: Parameters<typeof answeredByAcquirer>[1]
  readonly madeBy: string
  readonly note: string
}

/** A step, and the documents that it adds. */
interface Step {
  readonly decided: Decided
  /** Of the timer that sends evidence. */
  readonly more?: readonly Change[]
  /** Webhooks hear nothing of it. */
  readonly isQuiet?: true
  readonly document?: DisputeDocumentRow
}

/** What is to be committed, and its result. */
interface Loaded<Result> {
  readonly result: Result
  readonly parts: readonly ChangePart[]
}

/** The rows that a report is decided on. */
interface NamedCase {
  readonly named: PaymentRow
  /** The dispute of the case; `undefined`: there is none. */
  readonly given: Case | undefined
}

/** What a person has entered: the step of its dispute, and the request that goes with one that moves money. */
interface PlannedByHand {
  readonly decided: Decided
  readonly request: OperationRequestRow | undefined
}

export function createDisputeService(parts: DisputeParts): DisputeService {
  const { store, vault, clock, notifications, access } = parts
  const newId = () => newObjectId(clock.now())

  async function caseOf(dispute: DisputeRow): Promise<Case> {
    const { id, paymentId, chargebackId } = dispute
    const [charged, booked] = await Promise.all([
      store.read.payment(paymentId),
      // Without one that stands, all was given back.
      chargebackId === null ? [] : bookedOf(dispute),
    ])
    if (charged === undefined) throw new Error(`Dispute ${id} has no payment`)
    const standing = standingOf(booked)
    const ids = new Set(standing.map(({ chargeback }) => chargeback.referencedId ?? paymentId))
    ids.delete(paymentId)
    const others = await Promise.all([...ids].map((each) => store.read.payment(each)))
    return { dispute, charged, standing, others: others.filter((one) => one !== undefined) }
  }

  async function whole(dispute: DisputeRow): Promise<WholeDispute> {
    const [events, documents] = await Promise.all([
      store.read.disputeEvents(dispute.id),
      store.read.disputeDocuments(dispute.id),
    ])
    return { dispute, events, documents }
  }

  async function partsOf({
    decided,
    document,
    more = [],
    isQuiet,
  }: Step): Promise<readonly ChangePart[]> {
    const { dispute, changes, booked } = decided
    const entity = await notifications.of(dispute.entityId)
    const own: Change[] = [...changes, ...timerOf(dispute), ...more]
    if (document !== undefined) own.push({ kind: 'insertDisputeDocument', row: document })
    if (isQuiet) return [{ owner: 'dispute', changes: own }]
    return [
      { owner: 'dispute', changes: own },
      { owner: 'webhooks', changes: disputeChanges(dispute, changes, entity) },
      ...booked.map((row) => ({ owner: 'webhooks', changes: paymentChanges(row, entity) })),
    ]
  }

  /** Decides anew after each conflict. Without parts nothing is written. */
  async function committed<Result extends object>(
    load: () => Promise<Loaded<Result> | Refusal>,
  ): Promise<Result | Refusal | KeyInUse> {
    const done = await decideAndCommit<Loaded<Result> | Refusal, Result | Refusal | KeyInUse>(
      parts,
      {
        load,
        decide(loaded) {
          if (isRefusal(loaded)) return { result: loaded }
          const { result, parts: changed } = loaded
          return changed.length === 0 ? { result } : { result, parts: changed }
        },
        onConflict: keyInUse,
      },
    )
    return done ?? tooBusy
  }

  /** The parts of a step. A row: nothing is to be changed of the dispute. */
  async function loadedOf(
    step: Step | DisputeRow | Refusal,
    extra: ExtraParts = () => [],
  ): Promise<Loaded<WholeDispute> | Refusal> {
    if (isRefusal(step)) return step
    if (!('decided' in step)) {
      const after = await whole(step)
      return { result: after, parts: extra(after) }
    }
    const after = afterStep(await whole(step.decided.dispute), step)
    return { result: after, parts: [...(await partsOf(step)), ...extra(after)] }
  }

  /** Decides on the dispute as it is, again after each conflict. */
  function commit(decide: () => Promise<Step | DisputeRow | Refusal>, extra?: ExtraParts): Done {
    return committed(async () => loadedOf(await decide(), extra))
  }

  async function step(
    id: string,
    decide: (given: Case, nowMs: number) => Promise<Step | Decided | Refusal | undefined>,
    extra?: ExtraParts,
  ): Done {
    return commit(async () => {
      const dispute = await store.read.dispute(id)
      if (dispute === undefined) return unknownDispute
      const decided = await decide(await caseOf(dispute), clock.of(dispute.entityId))
      if (decided === undefined) return dispute
      return 'changes' in decided ? { decided } : decided
    }, extra)
  }

  function openedDocument({ id, name, mediaType, createdAtMs, sealed }: DisputeDocumentRow) {
    const bytes = Buffer.from(vault.openCredential(id, sealed), 'base64')
    return { id, name, mediaType, createdAtMs, bytes }
  }

  /** The payment that a report names, and the dispute of its case, which may be on that or on a refund of it. */
  async function namedBy(
    paymentId: string,
    acquirerReference: string | null,
  ): Promise<NamedCase | Refusal> {
    const named = await store.read.payment(paymentId)
    if (named === undefined) return unknownPayment
    if (acquirerReference === null) return { named, given: undefined }
    const known = await store.read.disputeOfCase(casePaymentOf(named), acquirerReference)
    return { named, given: known && (await caseOf(known)) }
  }

  /** An acquirer takes a further chargeback of the payment that it names. */
  function namedByAcquirer({ named, given }: NamedCase): NamedCase {
    if (given === undefined || given.charged.id === named.id) return { named, given }
    const { others = [] } = given
    const all = others.some(({ id }) => id === named.id) ? others : [...others, named]
    return { named, given: { ...given, others: all, named } }
  }

  /** The step that a report makes of the dispute of its case, or the dispute that it opens. */
  async function reportedOf(
    { source, acquirerReference, report }: Omit<Reported, 'paymentId'>,
    { named, given }: NamedCase,
  ): Promise<Step | DisputeRow | Refusal> {
    const nowMs = clock.of(named.entityId)
    if (given !== undefined) {
      const { dispute: known } = given
      const decided = advanced(given, { ...report, nowMs }, newId)
      if (decided === undefined) return known
      const isLeftOut = awaitsEvidence(known) && !awaitsEvidence(decided.dispute)
      return { decided, more: isLeftOut ? await sentNoMore(known, nowMs) : [] }
    }
    const refusal = undisputable(named, source)
    if (refusal !== undefined) return refusal
    const opening = { id: newId(), source, acquirerReference, report: { ...report, nowMs } }
    return { decided: opened(named, opening, newId) }
  }

  /** Evidence that still waits is told as not sent at once, and not when it would have been sent next. */
  async function sentNoMore(dispute: DisputeRow, nowMs: number): Promise<readonly Change[]> {
    const waiting = await store.read.timer('disputeEvidence', dispute.id)
    return waiting === undefined ? [] : evidenceTimer(dispute, nowMs)
  }

  /** What a person enters, as it is now. */
  async function plannedByHand(entered: EnteredByHand): Promise<PlannedByHand | Refusal> {
    const { paymentId, acquirerReference, told, by, reason } = entered
    const found = await namedBy(paymentId, acquirerReference)
    if (isRefusal(found)) return found
    const { given } = found
    // The dispute may be that of the refund, or of the payment, whichever of them is named now. All is decided on
    // the rows of one read: the limits must hold for what is committed.
    const charged = given?.charged ?? found.named
    const report = { ...told, madeBy: by, note: reason }
    const step = await reportedOf({ source: 'manual', acquirerReference, report }, found)
    if (isRefusal(step)) return step
    const decided = 'decided' in step ? step.decided : undefined
    const refusal = refusedByHand(charged, given, { told, decided })
    if (refusal !== undefined) return refusal
    if (decided === undefined) throw new Error('A step that changes nothing is refused')
    const before = await store.read.operationRequestsOfFamily(charged.familyId)
    const nowMs = clock.of(charged.entityId)
    const tooMuch = asksTooMuch(before, { paymentId: charged.id, nowMs })
    if (tooMuch !== undefined) return tooMuch
    const place = { ordinal: before.length, nowMs }
    const request = requestOf(entered, { charged, decided }, place)
    if (request === undefined) return { decided, request }
    const { amountMinor: minor, currency } = request
    const settings = await access.settingsOf(charged.entityId)
    const limits = { settings, before, nowMs }
    const waits = needsSecondPerson({ minor, currency }, limits)
    return { decided, request: waits ? { ...request, state: 'waiting', madeId: null } : request }
  }

  /** The CB and CR of a dispute. */
  async function bookedOf({ id, familyId }: DisputeRow): Promise<readonly PaymentRow[]> {
    const family = await store.read.paymentsOfFamily(familyId)
    return family.filter(
      (one) =>
        (one.paymentType === 'CB' || one.paymentType === 'CR') &&
        detailsOf(one).resultDetails?.DisputeId === id,
    )
  }

  return {
    report: (reported, extra) =>
      commit(async () => {
        const found = await namedBy(reported.paymentId, reported.acquirerReference)
        return isRefusal(found) ? found : reportedOf(reported, namedByAcquirer(found))
      }, extra),

    async reportFiled(load, also) {
      const done = await commit(
        async () => {
          const sought = await load()
          if (sought === undefined) return noLongerFiled
          const { paymentId, caseReference } = sought
          const found = await namedBy(paymentId, caseReference)
          if (isRefusal(found)) return found
          // After the dispute: what another line has told since then steps it, and this commit conflicts.
          const filed = await load()
          if (filed === undefined) return noLongerFiled
          const from = { source: 'acquirer', acquirerReference: caseReference } as const
          const known = found.given?.dispute
          if (known === undefined)
            return reportedOf({ ...from, report: openedByFile(filed) }, found)
          const payment = (await store.read.payment(known.casePaymentId)) ?? found.named
          const booked = (await bookedOf(known)).map(moneyOf)
          const report = toldByFile(filed, { stage: known.stage, booked, payment })
          const step = report && (await reportedOf({ ...from, report }, namedByAcquirer(found)))
          if (step !== undefined && step !== known) return step
          const said = { madeBy: 'acquirer', note: filed.note, nowMs: clock.of(known.entityId) }
          return { decided: confirmed(known, said), isQuiet: true }
        },
        ({ dispute }) => [{ owner: 'settlement', changes: also(dispute.id) }],
      )
      return filedOutcome(done)
    },

    enter: (entered, extra = () => []) =>
      committed<WholeDispute | WaitingRequest>(async () => {
        const planned = await plannedByHand(entered)
        if (isRefusal(planned)) return planned
        const { decided, request } = planned
        const asked = request === undefined ? [] : [partOfRequest(request)]
        if (request?.state === 'waiting') {
          const result = { waiting: request }
          return { result, parts: [...asked, ...extra(result)] }
        }
        return loadedOf({ decided }, (after) => [...asked, ...extra(after)])
      }),

    async enterAsked(load, also) {
      const done = await committed<{ readonly madeId: string }>(async () => {
        const request = await load()
        if (request === undefined) return noLongerAsked
        const planned = await plannedByHand(enteredOf(request))
        if (isRefusal(planned)) return planned
        const { decided } = planned
        const [booked] = decided.booked
        if (booked === undefined) return movesNothing
        const loaded = await loadedOf({ decided }, () => also(request, booked.id))
        return isRefusal(loaded) ? loaded : { ...loaded, result: { madeId: booked.id } }
      })
      return done === noLongerAsked ? 'gone' : done
    },

    addEvidence: (id, evidence, madeBy, extra) =>
      step(
        id,
        async ({ dispute }, nowMs) => {
          const documents = await store.read.disputeDocuments(id)
          const refusal = unanswerable(dispute, nowMs) ?? evidenceRefusal(documents, evidence)
          if (refusal !== undefined) return refusal
          const { name, mediaType, bytes } = evidence
          const documentId = newId()
          const document: DisputeDocumentRow = {
            id: documentId,
            disputeId: id,
            name,
            mediaType,
            size: bytes.length,
            sealed: vault.sealCredential(documentId, bytes.toString('base64')),
            createdAtMs: nowMs,
          }
          return { decided: proven(dispute, { madeBy, note: `Document ${name}`, nowMs }), document }
        },
        extra,
      ),

    submit: (id, said, extra) =>
      step(
        id,
        async (given, nowMs) => {
          const documents = (await store.read.disputeDocuments(id)).length
          const decided = submitted(given, { ...said, nowMs, documents }, newId)
          if (isRefusal(decided)) return decided
          return { decided, more: evidenceTimer(given.dispute, nowMs) }
        },
        extra,
      ),

    accept: (id, said, extra) =>
      step(id, async (given, nowMs) => accepted(given, { ...said, nowMs }, newId), extra),

    async submissionOf(id) {
      const dispute = await store.read.dispute(id)
      if (dispute === undefined) return undefined
      const events = await store.read.disputeEvents(id)
      const submission = lastSubmission(events)
      if (submission === undefined) return undefined
      const documents: KeptDocument[] = []
      for (const { id: documentId } of sentNow(await store.read.disputeDocuments(id), events)) {
        const row = await store.read.disputeDocument(documentId)
        if (row !== undefined) documents.push(openedDocument(row))
      }
      return {
        disputeId: id,
        submissionId: submissionIdOf(submission),
        paymentId: dispute.paymentId,
        acquirerReference: dispute.acquirerReference,
        connector: dispute.connector,
        entityId: dispute.entityId,
        stage: dispute.submittedStage ?? dispute.stage,
        note: submission.note,
        documents,
        submittedAtMs: submission.atMs,
        evidenceByMs: dispute.evidenceByMs,
        isAwaited: awaitsEvidence(dispute),
      }
    },

    endSubmission: ({ disputeId, submissionId }, { outcome, ...said }) =>
      step(disputeId, async (given, nowMs) => {
        const latest = lastSubmission(await store.read.disputeEvents(disputeId))
        // The merchant has submitted anew, or another process has written this down.
        if (latest === undefined || submissionIdOf(latest) !== submissionId) return undefined
        const decided = answeredByAcquirer(given, outcome, { ...said, nowMs }, newId)
        return { decided, more: [evidenceTimerEnd(disputeId)] }
      }),

    async find(id) {
      const dispute = await store.read.dispute(id)
      return dispute && whole(dispute)
    },

    async document(id, documentId) {
      const row = await store.read.disputeDocument(documentId)
      return row?.disputeId === id ? openedDocument(row) : undefined
    },

    async onTimer({ subjectId }) {
      const said = { madeBy: 'timer', note: 'Nobody answered in time' }
      const ended = await step(subjectId, async (given, nowMs) =>
        expired(given, { ...said, nowMs }, newId),
      )
      // Without a key no commit meets one; too many conflicts: it comes due again after its lease.
      if ('keyInUse' in ended || ended === tooBusy) return 'ended'
      if (isRefusal(ended)) return 'done'
      // The commit that ends it has removed the timer.
      const { outcome, respondByMs } = ended.dispute
      if (outcome !== 'open') return 'ended'
      return respondByMs === null ? 'done' : { dueAtMs: respondByMs }
    },
  }
}

function partOfRequest(row: OperationRequestRow): ChangePart {
  return { owner: 'operationRequest', changes: [{ kind: 'insertOperationRequest', row }] }
}

/** The documents of a submission: after the acquirer has returned one, what was added since, if anything was. */
function sentNow<Document extends { readonly createdAtMs: number }>(
  documents: readonly Document[],
  events: readonly DisputeEventRow[],
): readonly Document[] {
  const returned = events.findLast(({ kind }) => kind === 'returned')
  if (returned === undefined) return documents
  const added = documents.filter(({ createdAtMs }) => createdAtMs > returned.atMs)
  return added.length === 0 ? documents : added
}

function moneyOf({ paymentType, amountMinor: minor, currency }: PaymentRow): MoneyOfCase {
  return { isReversal: paymentType === 'CR', amount: { minor, currency } }
}

function filedOutcome(done: Awaited<Done>): FiledOutcome {
  if (done === noLongerFiled) return 'gone'
  // Without a key no commit meets one.
  if (done === tooBusy || 'keyInUse' in done) return 'busy'
  return isRefusal(done) ? { refused: done.description ?? done.code } : 'reported'
}

/** The dispute as its step leaves it. */
function afterStep({ dispute, events, documents }: WholeDispute, step: Step): WholeDispute {
  const made = step.decided.changes.flatMap((change) =>
    change.kind === 'appendDisputeEvent' ? change.row : [],
  )
  const added = step.document === undefined ? [] : [step.document]
  return { dispute, events: [...events, ...made], documents: [...documents, ...added] }
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

function evidenceTimerEnd(subjectId: string): Change {
  return { kind: 'endTimer', timer: 'disputeEvidence', subjectId, expectedVersion: null }
}

/** That evidence is to be sent: durable before it is, so that a crash loses none. */
function evidenceTimer({ id, entityId }: DisputeRow, nowMs: number): Change[] {
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
function lastSubmission(events: readonly DisputeEventRow[]): DisputeEventRow | undefined {
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

const unknownDispute: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no dispute with this id',
})

/** Another process has reported it, or a person has matched the line to another payment. */
const noLongerFiled: Refusal = refuse('700.400.580', {
  description: 'There is nothing to report any more',
})

/** Another person has decided, or the time for it is over. */
const noLongerAsked: Refusal = refuse('700.400.580', {
  description: 'There is nothing to decide any more',
})

/** An acquirer has reported meanwhile what was asked for. */
const movesNothing: Refusal = refuse('700.400.402', {
  description: 'This moves no money any more: the dispute has changed since it was asked for',
})

const unknownPayment: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no payment with this id',
})
