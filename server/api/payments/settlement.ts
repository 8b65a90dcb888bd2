import type { FastifyBaseLogger } from 'fastify'
import type { ChangeSet, PaymentRow, Store } from '../../engine/store/port.ts'
import type { EntityClock } from '../../engine/timers/clock.ts'
import { decideAgain } from '../../engine/timers/decide-again.ts'
import type { ConnectorOutcome } from '../../methods/connectors/connector.ts'
import { type ApprovalsOfFailures, createApprovalsOfFailures } from './approvals-of-failures.ts'
import { steppedBy, type TargetOfReference } from './booking.ts'
import { wasApplied } from './committed.ts'
import type { PaymentDetails } from './details.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import { maySend } from './recovery-plan.ts'
import { closePayment, type Settled, settledBy } from './rules.ts'
import type { SeenIntents } from './seen-intents.ts'
import { changeByOutcome } from './target-change.ts'
import type { Turns } from './turns.ts'

/**
 * Another aggregate that changes in the same commits as a payment: a checkout, an idempotency key, a
 * registration, the balance of a gift card.
 */
export interface CommitParticipant {
  /** Its changes when the payment is written down and its outcome is not known yet. */
  opened(payment: PaymentRow): ChangeSet
  /**
   * Its changes with the outcome, which may be that the payment is pending; then with the final one
   * again. `wasOpened`: the changes of `opened` are in the store already. `releasedMinor`: what the
   * outcome sets free of the closed hold that the payment refers to, beside its own amount.
   */
  settled(payment: PaymentRow, wasOpened: boolean, releasedMinor?: number): ChangeSet
  /** Its changes when the request ends and the outcome is still not known. */
  left?(payment: PaymentRow): ChangeSet
  /**
   * Looks again at what it has decided on, before the outcome of an opened payment is written and
   * after each conflict: others may have changed it meanwhile.
   */
  again?(payment: PaymentRow): Promise<CommitParticipant>
  /** What it makes of the payment itself with a success that comes after `opened`. */
  amend?(details: PaymentDetails): Amendment
}

/** What a participant makes of a payment. */
export interface Amendment {
  readonly details: PaymentDetails
  /** Where its number is kept, if that is elsewhere now. */
  readonly vaultRecordId?: string
}

/** What else changes with a payment. */
export interface CommitContext {
  readonly participants: readonly CommitParticipant[]
  readonly reference?: TargetOfReference
}

/** A payment that was written down and waits for its connector. */
export interface Begun {
  readonly prepared: PreparedPayment
  readonly context: CommitContext
  /** When it was handed to the store, by the monotonic clock. */
  readonly handedInAtMs: number
}

export type PaymentLog = Pick<FastifyBaseLogger, 'error' | 'warn'>

export interface Settlement {
  /**
   * Asks the connector and writes the outcome down. The payment must be durable as an intent. Never
   * rejects: what is not known, or cannot be written now, stays an intent, which says "pending" and
   * is asked for again by its timer.
   */
  finish(begun: Begun): Promise<PaymentRow>
  /**
   * Writes the outcome of a payment that is an intent, or pending; answers the payment as it is
   * stored then, whoever wrote it. Rejects when the store does not take it.
   */
  close(payment: PaymentRow, settled: Settled, context: CommitContext): Promise<PaymentRow>
  /** What `ApprovalsOfFailures` does, for an approval that nobody waited for. */
  noteApprovalOfFailure: ApprovalsOfFailures['note']
}

export function createSettlement(parts: {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: PaymentLog
  readonly turns: Turns
  readonly intents: SeenIntents
  /** What changes with a stored payment whose outcome comes late. */
  readonly participantsOf: (payment: PaymentRow) => Promise<readonly CommitParticipant[]>
}): Settlement {
  const { store, clock, log, turns, intents, participantsOf } = parts

  const approvalsOfFailures = createApprovalsOfFailures(parts)

  async function ask({ prepared, handedInAtMs }: Begun): Promise<ConnectorOutcome> {
    const { operation, connector } = prepared
    if (!maySend(clock.monotonic() - handedInAtMs)) return { kind: 'notSent' }
    try {
      return await connector.send(operation)
    } catch (err) {
      log.error(
        { err, paymentId: operation.paymentId, connector: connector.name },
        'connector failed',
      )
      return { kind: 'unknown' }
    }
  }

  async function write(
    payment: PaymentRow,
    told: Settled,
    { participants: first, reference }: CommitContext,
  ): Promise<PaymentRow> {
    let participants = first
    let current = payment
    const writeOnce = async () => {
      participants = await lookedAgain(participants, current)
      const outcome = amendedBy(participants, told)
      const settled = steppedBy(current, outcome.step, current.version + 1)
      const around = reference && { ...reference, target: await readPayment(reference.target.id) }
      const releasedMinor = around && changeByOutcome(settled, around, true).releasedMinor
      // The payment first: whoever comes second must meet its version, not the limit of a balance
      // that has its money back already.
      const committed = await store.commit([
        ...closePayment(current, outcome, around),
        ...participants.flatMap((participant) => participant.settled(settled, true, releasedMinor)),
      ])
      if (wasApplied(committed)) return settled
      const stored = await readPayment(payment.id)
      if (stored.state !== current.state) {
        if (outcome.step.state === 'succeeded' && stored.state === 'failed') {
          return approvalsOfFailures.note(stored)
        }
        if (stored.state !== 'pending' || outcome.step.state === 'pending') return stored
        // Somebody who asked meanwhile was told "pending": the final word goes on from there.
        participants = await participantsOf(stored)
      }
      current = stored
      return undefined
    }
    const written = await decideAgain(clock, writeOnce)
    if (written !== undefined) return written
    throw new Error(`The outcome of payment ${payment.id} met a conflict each time`)
  }

  async function readPayment(id: string): Promise<PaymentRow> {
    const payment = await store.read.payment(id)
    if (payment === undefined) throw new Error(`Payment ${id} vanished`)
    return payment
  }

  /** A release competes with other references to the same target, so it takes a turn. */
  async function close(
    payment: PaymentRow,
    settled: Settled,
    context: CommitContext,
  ): Promise<PaymentRow> {
    const inTurn = () => write(payment, settled, context)
    const { reference } = context
    const closed = await ((reference && turns.take(reference.target.id, inTurn)) ?? inTurn())
    const needsReview = settled.isApprovedThere && closed.state === 'failed'
    return needsReview ? approvalsOfFailures.note(closed) : closed
  }

  /** The request ends, the payment does not. */
  async function leave(payment: PaymentRow, { participants }: CommitContext): Promise<PaymentRow> {
    const changes = participants.flatMap((participant) => participant.left?.(payment) ?? [])
    if (changes.length > 0) await store.commit(changes)
    return payment
  }

  async function finish(begun: Begun): Promise<PaymentRow> {
    const { prepared, context } = begun
    const { payment, details, connector } = prepared
    const outcome = await ask(begun)
    const nowMs = clock.of(payment.entityId)
    const settled = settledBy(payment, details, outcome, connector.approvalCode, nowMs)
    try {
      if (settled === undefined) return await leave(payment, context)
      const closed = await close(payment, settled, context)
      intents.forget(payment.id)
      return closed
    } catch (err) {
      // Nobody may be told to try again: this payment has happened, or perhaps has. Its timer stands.
      const fields = { err, paymentId: payment.id, outcome: outcome.kind }
      log.error(fields, 'an outcome is not written yet')
      return payment
    }
  }

  return {
    finish: (begun) => intents.whileUnderWay(begun.prepared.payment.id, () => finish(begun)),

    close,

    noteApprovalOfFailure: approvalsOfFailures.note,
  }
}

async function lookedAgain(
  participants: readonly CommitParticipant[],
  payment: PaymentRow,
): Promise<readonly CommitParticipant[]> {
  return Promise.all(participants.map((participant) => participant.again?.(payment) ?? participant))
}

function amendedBy(participants: readonly CommitParticipant[], told: Settled): Settled {
  let outcome = told
  if (told.step.state !== 'succeeded') return outcome
  for (const { amend } of participants) {
    if (amend !== undefined) outcome = withAmendment(outcome, amend(outcome.details))
  }
  return outcome
}

function withAmendment(outcome: Settled, { details, vaultRecordId }: Amendment): Settled {
  const kept = vaultRecordId === undefined ? {} : { vaultRecordId }
  const step = { ...outcome.step, ...kept, details: JSON.stringify(details) }
  return { ...outcome, step, details }
}
