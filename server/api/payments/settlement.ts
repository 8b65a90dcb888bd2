import type { FastifyBaseLogger } from 'fastify'
import { type CommitParticipant, commitParts } from '../../engine/store/commit-parts.ts'
import type { PaymentRow, PaymentStep, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { type Decision, decideAndCommit } from '../../engine/timers/decide-and-commit.ts'
import type { Connector, ConnectorOutcome } from '../../methods/connectors/connector.ts'
import { steppedBy, type TargetOfReference } from './booking.ts'
import { detailsOf } from './details.ts'
import { followingSuccess, type PaymentExtension, storedParticipants } from './payment-extension.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import { noteApprovalOfFailure } from './review.ts'
import { closePayment, type Settled, settledBy } from './rules.ts'
import type { SeenIntents } from './seen-intents.ts'
import { chargeOutside } from './steps.ts'
import { changeByOutcome } from './target-change.ts'
import type { Turns } from './turns.ts'
import { isWaiting } from './waits.ts'

/** A payment that was written down and waits for its connector. */
export interface OpenedPayment {
  readonly prepared: PreparedPayment
  /** When it was handed to the store, by the monotonic clock. */
  readonly handedInAtMs: number
}

export type PaymentLog = Pick<FastifyBaseLogger, 'error' | 'warn'>

export interface SettlementParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: PaymentLog
  readonly turns: Turns
  readonly intents: SeenIntents
  readonly connectorOf: (name: string) => Connector
  readonly extensions: readonly PaymentExtension[]
}

export interface Settlement {
  /**
   * Asks the connector and writes the outcome down. The payment must be durable as an intent. Never
   * rejects: what is not known, or cannot be written now, stays an intent, which says "pending" and
   * is asked for again by its timer.
   */
  finish(opened: OpenedPayment): Promise<PaymentRow>
  /**
   * Writes the outcome of a payment that is an intent, or pending; answers the payment as it is
   * stored then, whoever wrote it. Rejects when the store does not take it.
   */
  close(payment: PaymentRow, outcome: ConnectorOutcome): Promise<PaymentRow>
  /** Does what follows the success of a first payment; `undefined`: nothing does. Never rejects. */
  followSuccess(payment: PaymentRow): Promise<void> | undefined
}

export function createSettlement(parts: SettlementParts): Settlement {
  const { log, turns, intents } = parts

  function followSuccess(payment: PaymentRow): Promise<void> | undefined {
    if (payment.state !== 'succeeded' || payment.referencedId !== null) return undefined
    return followingSuccess(payment, parts.extensions)?.catch((err) => {
      log.warn({ err, paymentId: payment.id }, 'what follows a payment is not done')
    })
  }

  async function close(
    payment: PaymentRow,
    outcome: ConnectorOutcome,
    keyParticipants: readonly CommitParticipant[] = [],
  ): Promise<PaymentRow> {
    const write = () => writeOutcome({ payment, outcome, keyParticipants }, parts)
    const { referencedId } = payment
    // A release competes with other references to the same target, so it takes a turn.
    const inTurn = referencedId === null ? undefined : turns.take(referencedId, write)
    const closed = await (inTurn ?? write())
    if (closed.state !== 'intent') intents.forget(payment.id)
    if (closed.state === 'failed' && isApprovedThere(outcome)) {
      return noteApprovalOfFailure(closed, parts)
    }
    await followSuccess(closed)
    return closed
  }

  async function finish({ prepared, handedInAtMs }: OpenedPayment): Promise<PaymentRow> {
    const { payment, keyParticipants } = prepared
    const outcome = await chargeOutside(prepared, handedInAtMs, parts)
    try {
      if (outcome.kind === 'unknown') return await endRequest(payment, keyParticipants, parts)
      return await close(payment, outcome, keyParticipants)
    } catch (err) {
      // Must not ask the client to try again: this payment has happened, or perhaps has. Its timer remains.
      const fields = { err, paymentId: payment.id, outcome: outcome.kind }
      log.error(fields, 'an outcome is not written yet')
      return payment
    }
  }

  return {
    finish: (opened) => intents.whileUnderWay(opened.prepared.payment.id, () => finish(opened)),

    close: (payment, outcome) => close(payment, outcome),

    followSuccess,
  }
}

/** The request ends, the payment does not. */
async function endRequest(
  payment: PaymentRow,
  keyParticipants: readonly CommitParticipant[],
  { store }: SettlementParts,
): Promise<PaymentRow> {
  const parts = keyParticipants.map((participant) => ({
    owner: participant.owner,
    changes: participant.requestEnded?.(payment) ?? [],
  }))
  if (parts.length > 0) await commitParts(store, parts)
  return payment
}

interface OutcomeToWrite {
  readonly payment: PaymentRow
  readonly outcome: ConnectorOutcome
  readonly keyParticipants: readonly CommitParticipant[]
}

/** An outcome with all that changes in its commit, made from the stored payment. */
interface LoadedOutcome {
  readonly current: PaymentRow
  /** Nothing to write: it is not known, or somebody else has written it. */
  readonly settled: Settled | undefined
  readonly participants: readonly CommitParticipant[]
  readonly reference: TargetOfReference | undefined
}

/** The one way of an outcome into the store, whether it comes at once or days later. */
async function writeOutcome(
  { payment, outcome, keyParticipants }: OutcomeToWrite,
  parts: SettlementParts,
): Promise<PaymentRow> {
  let current = payment
  let ofRequest = keyParticipants
  const written = await decideAndCommit<LoadedOutcome, PaymentRow>(parts, {
    load: async (conflict) => {
      if (conflict !== undefined) {
        // Where another request has answered the key of this one, the outcome goes without it.
        ofRequest = ofRequest.filter(({ owner }) => owner !== conflict.owner)
        current = await readPayment(payment.id, parts)
      }
      return loadOutcome(current, outcome, ofRequest, parts)
    },
    decide: decideOutcome,
  })
  if (written !== undefined) return written
  throw new Error(`The outcome of payment ${payment.id} met a conflict each time`)
}

async function loadOutcome(
  current: PaymentRow,
  outcome: ConnectorOutcome,
  keyParticipants: readonly CommitParticipant[],
  parts: SettlementParts,
): Promise<LoadedOutcome> {
  const settled = isWaiting(current) ? settle(current, outcome, parts) : undefined
  if (settled === undefined) {
    return { current, settled, participants: [], reference: undefined }
  }
  const stored = await storedParticipants(current, detailsOf(current), parts.extensions)
  const reference = await referenceOf(current, parts)
  return { current, settled, participants: [...keyParticipants, ...stored], reference }
}

function settle(
  payment: PaymentRow,
  outcome: ConnectorOutcome,
  { clock, connectorOf }: SettlementParts,
): Settled | undefined {
  const { approvalCode } = connectorOf(payment.connector)
  const nowMs = clock.of(payment.entityId)
  return settledBy(payment, detailsOf(payment), outcome, approvalCode, nowMs)
}

async function referenceOf(
  payment: PaymentRow,
  parts: SettlementParts,
): Promise<TargetOfReference | undefined> {
  if (payment.referencedId === null) return undefined
  const target = await readPayment(payment.referencedId, parts)
  return { target, isFinal: target.finalisedBy === payment.id }
}

function decideOutcome({
  current,
  settled,
  participants,
  reference,
}: LoadedOutcome): Decision<PaymentRow> {
  if (settled === undefined) return { result: current }
  const outcome = { ...settled, step: amendedStep(settled.step, current, participants) }
  const after = steppedBy(current, outcome.step, current.version + 1)
  const releasedMinor = reference && changeByOutcome(after, reference, true).releasedMinor
  const theirs = participants.map((participant) => ({
    owner: participant.owner,
    changes: participant.settled(after, true, releasedMinor),
  }))
  // Must come first: a concurrent writer then fails on the version of the payment, before it meets
  // the limit of a balance that has its money back already.
  const own = { owner: 'payment', changes: closePayment(current, outcome, reference) }
  return { result: after, parts: [own, ...theirs] }
}

function amendedStep(
  step: PaymentStep,
  current: PaymentRow,
  participants: readonly CommitParticipant[],
): PaymentStep {
  if (step.state !== 'succeeded') return step
  let amended = step
  for (const { amend } of participants) {
    if (amend !== undefined) amended = { ...amended, ...amend(steppedBy(current, amended)) }
  }
  return amended
}

async function readPayment(id: string, { store }: SettlementParts): Promise<PaymentRow> {
  const payment = await store.read.payment(id)
  if (payment === undefined) throw new Error(`Payment ${id} vanished`)
  return payment
}

function isApprovedThere(outcome: ConnectorOutcome): boolean {
  return outcome.kind === 'approved' || (outcome.kind === 'declined' && !!outcome.isApprovedThere)
}
