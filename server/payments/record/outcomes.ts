import type { FastifyBaseLogger } from 'fastify'
import { type Decision, decideAndCommit } from '../../kernel/decide-and-commit.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import { type ChangePart, type CommitParticipant, commitParts } from '../../store/commit-parts.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import type { AuthenticateStage, EndAuthentication } from '../authenticate/authenticate-stage.ts'
import {
  beginAfterSoftDecline,
  isSoftDecline,
  writeAuthenticationEnd,
} from '../authenticate/authenticated.ts'
import type { UnsealingParts } from '../authenticate/confidential.ts'
import { chargeOutside } from '../charge/charge.ts'
import type { PreparedPayment } from '../charge/prepared-payment.ts'
import type { ConnectorOutcome } from '../connectors/connector.ts'
import { detailsOf, hasOutcome, isVoided } from '../details.ts'
import { type Recorded, recordedBy } from '../outcome-rules.ts'
import type { FindConnector } from '../read/routing.ts'
import type { SeenIntents } from '../recovery/recovery-plan.ts'
import type { Turns } from '../recovery/turns.ts'
import { isOfOtherAmount, refuseOtherAmount, voidApproved } from '../recovery/void.ts'
import { waitsForConnector } from '../recovery/waits.ts'
import {
  followingSuccess,
  type PaymentExtension,
  storedParticipants,
} from '../screen/payment-extension.ts'
import type { ManualDecision, TargetOfReference } from './booking.ts'
import { outcomeCommit } from './outcome-commit.ts'
import { noteApprovalOfFailure } from './review-rules.ts'

/** A stored payment that waits for its connector. */
export interface OpenedPayment {
  readonly prepared: Pick<
    PreparedPayment,
    'payment' | 'operation' | 'connector' | 'requestParticipants' | 'afterSoftDecline'
  >
  /** When it was handed to the store, in milliseconds of the monotonic clock. */
  readonly handedInAtMs: number
}

/** A stored payment that waits for its authentication. */
export interface AuthenticatingPayment {
  readonly payment: PaymentRow
  readonly requestParticipants: readonly CommitParticipant[]
}

export type PaymentLog = Pick<FastifyBaseLogger, 'error' | 'warn'>

export interface OutcomeParts {
  readonly store: Store
  readonly vault: UnsealingParts['vault']
  readonly clock: EntityClock
  readonly log: PaymentLog
  readonly turns: Turns
  readonly intents: SeenIntents
  readonly connectorOf: FindConnector
  readonly extensions: readonly PaymentExtension[]
  /** Absent where 3-D Secure is off. */
  readonly authentication?: AuthenticateStage | undefined
}

/** An outcome that a person writes down, for which no connector answers. */
export interface ManualOutcome {
  readonly decision: ManualDecision
  /** The idempotency key of its request. */
  readonly requestParticipants: readonly CommitParticipant[]
}

export interface ClosedHow {
  readonly manual?: ManualOutcome
  /** Nothing is written where the payment was changed after it was read: the outcome follows from how it was. */
  readonly onlyUnchanged?: true
}

export interface Outcomes {
  /**
   * Asks the connector and writes the outcome. The payment must be durable as an intent. Never rejects:
   * if the outcome is unknown or cannot be written now, the payment stays an intent, whose result code
   * says "pending", and its timer asks again.
   */
  finish(opened: OpenedPayment): Promise<PaymentRow>
  /**
   * Writes the outcome of a payment that is an intent, or pending. The approval of what is being voided, or of another
   * amount, is voided there instead. Returns the payment as it is stored afterwards, even if another caller has written its outcome, or where a participant that ends at a conflict
   * met one. Rejects when the store fails.
   */
  close(payment: PaymentRow, outcome: ConnectorOutcome, how?: ClosedHow): Promise<PaymentRow>
  /** Continues a payment whose authentication is stored. Never rejects. */
  authenticate(opened: AuthenticatingPayment): Promise<PaymentRow>
  /** Ends the wait of a payment for its authentication. */
  readonly endAuthentication: EndAuthentication
  /** Calls the extensions after the success of a first payment; `undefined`: none has work. Never rejects. */
  followSuccess(payment: PaymentRow): Promise<void> | undefined
}

export function createOutcomes(parts: OutcomeParts): Outcomes {
  const { log, turns, intents } = parts

  async function close(
    payment: PaymentRow,
    outcome: ConnectorOutcome,
    how: Omit<OutcomeToWrite, 'payment' | 'outcome'> = {},
  ): Promise<PaymentRow> {
    if (waitsForConnector(payment) && isOfOtherAmount(outcome, payment)) {
      return refuseOtherAmount(payment, outcome, parts)
    }
    const write = () => writeOutcome({ payment, outcome, ...how }, parts)
    const { referencedId } = payment
    // A release competes with other references to the same target, so it takes a turn.
    const inTurn = referencedId === null ? undefined : turns.take(referencedId, write)
    const closed = await (inTurn ?? write())
    if (closed.state !== 'intent') intents.forget(payment)
    if (isVoidedApproval(closed, outcome)) await voidApproved(closed, outcome, parts)
    if (closed.state === 'failed' && isApprovedThere(outcome)) {
      return noteApprovalOfFailure(closed, parts)
    }
    await followSuccess(closed, parts)
    return closed
  }

  async function finish({ prepared, handedInAtMs }: OpenedPayment): Promise<PaymentRow> {
    const { payment, requestParticipants } = prepared
    const outcome = await chargeOutside(prepared, handedInAtMs, parts)
    try {
      if (outcome.kind === 'unknown') return await endRequest(payment, requestParticipants, parts)
      if (prepared.afterSoftDecline !== undefined && isSoftDecline(outcome)) {
        const planned = prepared.afterSoftDecline()
        const waiting = await beginAfterSoftDecline(prepared, outcome, planned, parts)
        if (waiting !== undefined)
          return await authenticate({ payment: waiting, requestParticipants })
      }
      const closed = await close(payment, outcome, { ofRequest: requestParticipants })
      if (isWritten(outcome, payment, closed)) return closed
      return await endRequest(closed, requestParticipants, parts)
    } catch (err) {
      // Must not ask the client to try again: the payment may have been charged. Its timer finds out.
      const fields = { err, paymentId: payment.id, outcome: outcome.kind }
      log.error(fields, 'an outcome is not written yet')
      return payment
    }
  }

  async function authenticate({
    payment,
    requestParticipants,
  }: AuthenticatingPayment): Promise<PaymentRow> {
    if (parts.authentication === undefined) return payment
    const now = await parts.authentication.begin(payment, requestParticipants, endAuthentication)
    if (now.state !== 'authenticating') return now
    try {
      return await endRequest(now, requestParticipants, parts)
    } catch (err) {
      log.error({ err, paymentId: payment.id }, 'an answer is not kept for its idempotency key')
      return now
    }
  }

  const endAuthentication: EndAuthentication = async (payment, end, requestParticipants = []) => {
    const written = await writeAuthenticationEnd(payment, end, requestParticipants, parts)
    if ('handedInAtMs' in written) {
      const charged = intents.whileUnderWay(payment.id, () => finish(written))
      return { payment: written.prepared.payment, charged }
    }
    if ('payment' in written) return { ...written, charged: authenticate(written) }
    const following = followSuccess(written, parts)
    const charged =
      following === undefined ? Promise.resolve(written) : following.then(() => written)
    return { payment: written, charged }
  }

  return {
    authenticate,
    endAuthentication,

    finish: (opened) => intents.whileUnderWay(opened.prepared.payment.id, () => finish(opened)),

    close,

    followSuccess: (payment) => followSuccess(payment, parts),
  }
}

function followSuccess(
  payment: PaymentRow,
  { extensions, log }: OutcomeParts,
): Promise<void> | undefined {
  if (payment.state !== 'succeeded' || payment.referencedId !== null) return undefined
  const notDone = (err: unknown) =>
    log.warn({ err, paymentId: payment.id }, 'what follows a payment is not done')
  try {
    return followingSuccess(payment, extensions)?.catch(notDone)
  } catch (error) {
    notDone(error)
    return undefined
  }
}

/**
 * Ends the request while the payment still waits: its idempotency key records that, and webhooks are told.
 * Where another process has written the outcome meanwhile, and told it, the answer is that outcome: "pending"
 * would reach the webhooks after it.
 */
async function endRequest(
  payment: PaymentRow,
  requestParticipants: readonly CommitParticipant[],
  parts: OutcomeParts,
): Promise<PaymentRow> {
  const { store, extensions } = parts
  const ofFeatures = await storedParticipants(payment, detailsOf(payment), extensions)
  const ended = endings(payment, [...requestParticipants, ...ofFeatures])
  if (ended.length === 0) return payment
  const { id, version } = payment
  const unchanged = { kind: 'requirePayment', id, expectedVersion: version } as const
  const committed = await commitParts(store, [{ owner: 'payment', changes: [unchanged] }, ...ended])
  if (committed.applied || committed.owner !== 'payment') return payment
  const current = await readPayment(id, parts)
  await commitParts(store, endings(current, requestParticipants))
  return current
}

function endings(
  payment: PaymentRow,
  participants: readonly CommitParticipant[],
): readonly ChangePart[] {
  return participants
    .map((one) => ({ owner: one.owner, changes: one.requestEnded?.(payment) ?? [] }))
    .filter(({ changes }) => changes.length > 0)
}

interface OutcomeToWrite {
  readonly payment: PaymentRow
  readonly outcome: ConnectorOutcome
  /** The participants of the request that began the payment; absent: that was answered before. */
  readonly ofRequest?: readonly CommitParticipant[]
  readonly manual?: ManualOutcome
  readonly onlyUnchanged?: true
}

/** An outcome with all data for its commit, made from the stored payment. */
interface LoadedOutcome {
  readonly current: PaymentRow
  /** `undefined`: nothing to write, because it is unknown, or another caller has written it. */
  readonly recorded: Recorded | undefined
  readonly participants: readonly CommitParticipant[]
  readonly reference: TargetOfReference | undefined
}

/** Writes the outcome of a stored payment; used for every outcome, at once or days later. */
async function writeOutcome(
  { payment, outcome, ofRequest, manual, onlyUnchanged }: OutcomeToWrite,
  parts: OutcomeParts,
): Promise<PaymentRow> {
  let current = payment
  let requestParticipants = ofRequest ?? manual?.requestParticipants ?? []
  const wasAnswered = ofRequest === undefined
  const written = await decideAndCommit<LoadedOutcome, PaymentRow>(parts, {
    load: async (conflict) => {
      if (conflict !== undefined) {
        // Another request has answered the idempotency key: the outcome is written without the key.
        requestParticipants = requestParticipants.filter(({ owner }) => owner !== conflict.owner)
        current = await readPayment(payment.id, parts)
        if (onlyUnchanged && conflict.owner === 'payment') return nothingToWrite(current)
      }
      const written = { outcome, requestParticipants, wasAnswered, decision: manual?.decision }
      return loadOutcome(current, written, parts)
    },
    decide: decideOutcome,
    onConflict: ({ owner }) =>
      requestParticipants.some((one) => one.owner === owner && one.endsAtConflict)
        ? current
        : undefined,
  })
  if (written !== undefined) return written
  throw new Error(`The outcome of payment ${payment.id} met a conflict each time`)
}

/** What a commit writes of an outcome besides the payment itself. */
interface WrittenOutcome {
  readonly outcome: ConnectorOutcome
  readonly requestParticipants: readonly CommitParticipant[]
  /** The request that began the payment was answered before, as pending. */
  readonly wasAnswered: boolean
  readonly decision: ManualDecision | undefined
}

async function loadOutcome(
  current: PaymentRow,
  { outcome, requestParticipants, wasAnswered, decision }: WrittenOutcome,
  parts: OutcomeParts,
): Promise<LoadedOutcome> {
  const mayEnd = decision !== undefined || !isVoided(current) || isFailure(outcome)
  const found =
    waitsForConnector(current) && mayEnd
      ? await recordedOutcome(current, outcome, parts)
      : undefined
  if (found === undefined) return nothingToWrite(current)
  const recorded = decision === undefined ? found : { ...found, decision }
  const details = detailsOf(current)
  const stored = await storedParticipants(current, details, parts.extensions, wasAnswered)
  const reference = await referenceOf(current, parts)
  return { current, recorded, participants: [...requestParticipants, ...stored], reference }
}

const nothingToWrite = (current: PaymentRow): LoadedOutcome => ({
  current,
  recorded: undefined,
  participants: [],
  reference: undefined,
})

/** What is being voided can only fail. */
function isFailure({ kind }: ConnectorOutcome): boolean {
  return kind === 'declined' || kind === 'notSent'
}

async function recordedOutcome(
  payment: PaymentRow,
  outcome: ConnectorOutcome,
  { clock, connectorOf }: OutcomeParts,
): Promise<Recorded | undefined> {
  const connector = await connectorOf(payment.connector)
  const nowMs = clock.of(payment.entityId)
  return recordedBy(payment, detailsOf(payment), outcome, connector, nowMs)
}

async function referenceOf(
  payment: PaymentRow,
  parts: OutcomeParts,
): Promise<TargetOfReference | undefined> {
  if (payment.referencedId === null) return undefined
  const target = await readPayment(payment.referencedId, parts)
  return { target, isFinal: target.finalisedBy === payment.id }
}

function decideOutcome({
  current,
  recorded,
  participants,
  reference,
}: LoadedOutcome): Decision<PaymentRow> {
  if (recorded === undefined) return { result: current }
  const { after, parts } = outcomeCommit({ current, recorded, participants, reference })
  return { result: after, parts }
}

async function readPayment(id: string, { store }: OutcomeParts): Promise<PaymentRow> {
  const payment = await store.read.payment(id)
  if (payment === undefined) throw new Error(`Payment ${id} vanished`)
  return payment
}

function isVoidedApproval(closed: PaymentRow, outcome: ConnectorOutcome): boolean {
  return outcome.kind === 'approved' && !hasOutcome(closed.state) && isVoided(closed)
}

/** Not the approval of what is being voided, nor that it was never sent of what was sent again. */
function isWritten(outcome: ConnectorOutcome, payment: PaymentRow, closed: PaymentRow): boolean {
  if (closed.state === 'intent' || isOfOtherAmount(outcome, payment)) return false
  return !isVoidedApproval(closed, outcome)
}

function isApprovedThere(outcome: ConnectorOutcome): boolean {
  return outcome.kind === 'approved' || (outcome.kind === 'declined' && !!outcome.isApprovedThere)
}
