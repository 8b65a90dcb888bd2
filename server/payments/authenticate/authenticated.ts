import { type Decision, decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { isRefusal } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import {
  type Change,
  type PaymentRow,
  type PaymentStep,
  paymentAfterStep,
} from '../../store/port.ts'
import { chargeAtOnce } from '../charge/charge.ts'
import type { PreparedPayment } from '../charge/prepared-payment.ts'
import type { ConnectorOutcome, InquiryOutcome } from '../connectors/connector.ts'
import {
  detailsAfterAuthentication,
  detailsInAuthentication,
  detailsOf,
  onlyStores,
  type PaymentDetails,
  rememberDetails,
  storedDetails,
} from '../details.ts'
import { type AcquirerManner, type Recorded, recordedBy } from '../outcome-rules.ts'
import { eventOf } from '../record/booking.ts'
import { outcomeCommit } from '../record/outcome-commit.ts'
import type { AuthenticatingPayment, OpenedPayment, OutcomeParts } from '../record/outcomes.ts'
import { beginWait, endWait } from '../recovery/waits.ts'
import { storedParticipants } from '../screen/payment-extension.ts'
import type { AuthenticationEnd, PlannedAuthentication } from './authenticate-stage.ts'
import { unsealCharge } from './confidential.ts'

/*
 * The wait of a payment for its authentication: how the first commit begins it, how it begins after a
 * soft decline, and how the payment continues with its charge when it ends.
 */

/** Time from the start of a wait until its timer first checks it, in milliseconds. */
const FIRST_LOOK_MS = 10 * 60 * 1000

/** A payment in the state `authenticating`, with the redirect for its shopper. */
export function authenticatingPayment(
  payment: PaymentRow,
  details: PaymentDetails,
  { row, redirect }: PlannedAuthentication,
): PaymentRow {
  const state = 'authenticating'
  const waiting = detailsInAuthentication(details, redirect)
  const text = storedDetails({ state, resultCode: payment.resultCode }, waiting)
  const authenticating = { ...payment, state, authenticationId: row.id, details: text } as const
  rememberDetails(authenticating, waiting)
  return authenticating
}

/** Stores a new payment together with its wait. */
export function openAuthentication(payment: PaymentRow, planned: PlannedAuthentication): Change[] {
  return [{ kind: 'insertPayment', row: payment }, eventOf(payment), ...beginOf(payment, planned)]
}

function beginOf(payment: PaymentRow, { row, confidential }: PlannedAuthentication): Change[] {
  return [
    beginWait(payment, payment.updatedAtMs + FIRST_LOOK_MS),
    { kind: 'insertAuthentication', row },
    ...(confidential === undefined
      ? []
      : [{ kind: 'insertConfidential', row: confidential } as const]),
  ]
}

/** A payment that is declined because the issuer wants an authentication ("soft decline"). */
export function isSoftDecline(outcome: InquiryOutcome | undefined): boolean {
  return outcome?.kind === 'declined' && outcome.code === SOFT_DECLINE && !outcome.isApprovedThere
}

const SOFT_DECLINE = '300.100.100'

/**
 * Whether an answer may be the soft decline of the payment's first charge, received late or a second
 * time: then it is not the outcome of the second charge. Told again it may have another reason, so its name counts too.
 */
export function mayBeOfFirstCharge(
  payment: PaymentRow,
  answer: InquiryOutcome,
): answer is Extract<ConnectorOutcome, { kind: 'declined' }> {
  if (payment.authenticationId === null || answer.kind !== 'declined') return false
  if (isSoftDecline(answer)) return true
  const { softlyDeclinedAs = [] } = detailsOf(payment)
  return namesOf(answer).some((name) => softlyDeclinedAs.includes(name))
}

/** What an acquirer calls the payment of an answer. */
function namesOf(answer: ConnectorOutcome): readonly string[] {
  const references = 'references' in answer ? (answer.references ?? []) : []
  return references.flatMap(({ kind, value }) => (kind === 'payment' ? [value] : []))
}

/** The step of a stored payment to the wait for an authentication, after a soft decline. */
function waitingAgain(
  payment: PaymentRow,
  details: PaymentDetails,
  planned: PlannedAuthentication,
  updatedAtMs: number,
): { readonly set: PaymentStep; readonly after: PaymentRow } {
  const waiting = authenticatingPayment(payment, details, planned)
  const { state, authenticationId } = waiting
  const set: PaymentStep = { state, authenticationId, details: waiting.details, updatedAtMs }
  return { set, after: paymentAfterStep(payment, set, payment.version + 1) }
}

/**
 * Moves an intent to the wait for an authentication, after a soft decline. No security code is kept
 * for the second charge, because the first authorisation has ended (PCI DSS 3.3.1). `undefined`: the
 * payment already has its outcome.
 */
export async function beginAfterSoftDecline(
  { payment: intent, requestParticipants }: AuthenticatingPayment,
  declined: ConnectorOutcome,
  planned: PlannedAuthentication,
  { store, clock, extensions }: OutcomeParts,
): Promise<PaymentRow | undefined> {
  const softlyDeclinedAs = namesOf(declined)
  const details = {
    ...detailsOf(intent),
    ...(softlyDeclinedAs.length === 0 ? {} : { softlyDeclinedAs }),
  }
  const { set, after } = waitingAgain(intent, details, planned, clock.of(intent.entityId))
  const own: Change[] = [
    { kind: 'stepPayment', id: intent.id, expectedVersion: intent.version, set },
    eventOf(after),
    endWait(intent),
    ...beginOf(after, planned),
  ]
  const stored = await storedParticipants(intent, details, extensions)
  const theirs = [...requestParticipants, ...stored].flatMap((one) => [
    ...one.recorded(after, true),
  ])
  const committed = await store.commit([...own, ...theirs])
  return committed.applied ? after : undefined
}

/** The outcome of the payment, what has to be sent to its connector, or its wait after a soft decline. */
type NextAfterEnd =
  | Recorded
  | Pick<PreparedPayment, 'operation' | 'connector' | 'afterSoftDecline'>
  | { readonly waitsAgain: PlannedAuthentication }

/** How the end of an authentication changes its payment. */
interface LoadedEnd {
  readonly current: PaymentRow
  /** Absent: another caller has already ended the wait. */
  readonly ended?: {
    readonly changes: readonly Change[]
    readonly participants: readonly CommitParticipant[]
    readonly next: NextAfterEnd
    readonly details: PaymentDetails
  }
}

/**
 * Ends the wait of a payment in one commit, which also deletes its sealed secrets. Afterwards the
 * payment has failed, or its connector has decided at once, or it is an intent that has to be sent, or
 * it waits for the authentication that follows a soft decline.
 */
export async function writeAuthenticationEnd(
  payment: PaymentRow,
  end: AuthenticationEnd,
  requestParticipants: readonly CommitParticipant[],
  parts: OutcomeParts,
): Promise<WrittenEnd> {
  let ofRequest = requestParticipants
  const written = await decideAndCommit<LoadedEnd, WrittenEnd>(parts, {
    load: async (conflict) => {
      if (conflict !== undefined) {
        ofRequest = ofRequest.filter(({ owner }) => owner !== conflict.owner)
      }
      return loadEnd(payment.id, end, ofRequest, parts)
    },
    decide: (loaded) => decideEnd(loaded, ofRequest, parts),
  })
  if (written !== undefined) return written
  throw new Error(`The end of the authentication of ${payment.id} met a conflict each time`)
}

type WrittenEnd = PaymentRow | OpenedPayment | AuthenticatingPayment

async function loadEnd(
  paymentId: string,
  end: AuthenticationEnd,
  requestParticipants: readonly CommitParticipant[],
  parts: OutcomeParts,
): Promise<LoadedEnd> {
  const current = await parts.store.read.payment(paymentId)
  if (current === undefined) throw new Error(`Payment ${paymentId} vanished`)
  if (current.state !== 'authenticating' || current.authenticationId !== end.authenticationId) {
    return { current }
  }
  const changes = await end.changes()
  if (changes === undefined) return { current }
  const details = detailsAfterAuthentication(detailsOf(current), end)
  const next = await nextOf(current, details, end, parts)
  const stored = await storedParticipants(current, details, parts.extensions)
  const participants = [...requestParticipants, ...stored]
  const wiped: Change = { kind: 'deleteConfidential', paymentId }
  return { current, ended: { changes: [...changes, wiped], participants, next, details } }
}

async function nextOf(
  current: PaymentRow,
  details: PaymentDetails,
  end: AuthenticationEnd,
  parts: OutcomeParts,
): Promise<NextAfterEnd> {
  const { outcome: ended } = end
  const connector = await parts.connectorOf(current.connector)
  const nowMs = parts.clock.of(current.entityId)
  const recorded = (outcome: ConnectorOutcome, approvalCode = connector.approvalCode) =>
    recordedBy(current, details, outcome, { ...mannerOf(connector), approvalCode }, nowMs)
  if (ended.kind === 'failed')
    return requireRecorded(recorded({ kind: 'declined', code: ended.code }))
  if (ended.kind === 'onlyAuthenticated') {
    const code = onlyStores(current) ? connector.approvalCode : ended.code
    return requireRecorded(recorded({ kind: 'approved' }, code))
  }
  const opened = await unsealCharge(current, parts)
  if (isRefusal(opened)) return requireRecorded(recorded({ kind: 'declined', code: opened.code }))
  const { authenticationId: afterAuthenticationId } = end
  const operation = { ...opened.operation, authentication: ended.proof, afterAuthenticationId }
  const outcome = chargeAtOnce({ operation, connector })
  const { afterSoftDecline } = ended
  const repeats = afterSoftDecline === undefined ? {} : { afterSoftDecline }
  if (outcome === undefined) return { operation, connector, ...repeats }
  if (afterSoftDecline !== undefined && isSoftDecline(outcome))
    return { waitsAgain: afterSoftDecline() }
  return requireRecorded(recorded(outcome))
}

function mannerOf({ approvalCode, takenIsDone }: AcquirerManner): AcquirerManner {
  return takenIsDone === undefined ? { approvalCode } : { approvalCode, takenIsDone }
}

function requireRecorded(recorded: Recorded | undefined): Recorded {
  if (recorded === undefined) throw new Error('A connector that decides at once decided nothing')
  return recorded
}

function decideEnd(
  { current, ended }: LoadedEnd,
  requestParticipants: readonly CommitParticipant[],
  { clock, intents }: OutcomeParts,
): Decision<WrittenEnd> {
  if (ended === undefined) return { result: current }
  const { changes, participants, next, details } = ended
  const authentication = { owner: 'authentication', changes }
  if ('step' in next) {
    const { after, parts } = outcomeCommit({ current, recorded: next, participants })
    return { result: after, parts: [...parts, authentication] }
  }
  if ('waitsAgain' in next) {
    const { set, after } = waitingAgain(
      current,
      details,
      next.waitsAgain,
      clock.of(current.entityId),
    )
    // The timer of the wait stays: it looks at the latest authentication.
    const own: Change[] = [
      { kind: 'stepPayment', id: current.id, expectedVersion: current.version, set },
      eventOf(after),
      { kind: 'insertAuthentication', row: next.waitsAgain.row },
    ]
    const parts = [{ owner: 'payment', changes: own }, authentication]
    return { result: { payment: after, requestParticipants }, parts }
  }
  const set: PaymentStep = {
    state: 'intent',
    details: storedDetails({ state: 'intent', resultCode: current.resultCode }, details),
    updatedAtMs: clock.of(current.entityId),
  }
  const intent = paymentAfterStep(current, set, current.version + 1)
  rememberDetails(intent, details)
  const own: Change[] = [
    { kind: 'stepPayment', id: current.id, expectedVersion: current.version, set },
    eventOf(intent),
    endWait(current),
    beginWait(intent),
  ]
  const prepared = { ...next, payment: intent, requestParticipants }
  return {
    result: { prepared, handedInAtMs: intents.note(intent) },
    parts: [{ owner: 'payment', changes: own }, authentication],
  }
}
