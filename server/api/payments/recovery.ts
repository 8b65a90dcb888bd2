import { StoreError } from '../../engine/store/errors.ts'
import type { PaymentRow, TimerRow } from '../../engine/store/port.ts'
import type { TimerVerdict } from '../../engine/timers/timers.ts'
import type { ConnectorOutcome, Inquiry } from '../../methods/connectors/connector.ts'
import { readDetails, storedOperation } from './details.ts'
import {
  nextConfirmationAt,
  nextInquiryAt,
  nextLateInquiryAt,
  outcomeOfInquiry,
  RAN_OUT_OF_TIME,
} from './recovery-plan.ts'
import { noteApprovalOfFailure, stepToReview } from './review.ts'
import { isWaiting, type Settlement, type SettlementParts } from './settlement.ts'

/**
 * A merchant who reads a payment younger than this gets what is stored: the request that sent it is
 * probably still waiting. Also the least time between two inquiries that reads cause.
 */
const ON_THE_FLY_PACE_MS = 5_000

/** How many payments are remembered as just asked for; above it the oldest are forgotten. */
const MAX_REMEMBERED = 10_000

export type RecoveryParts = Omit<SettlementParts, 'turns' | 'extensions'> & {
  readonly settlement: Settlement
}

/** Finds out what became of payments whose outcome is not known (R-UNK-1 to R-UNK-3). */
export interface Recovery {
  /**
   * The payment, asked for on the fly when it is an intent, or pending, of some age; as it is stored
   * where its outcome cannot be written, now or ever. Rejects only where the store cannot read.
   */
  refresh(payment: PaymentRow): Promise<PaymentRow>
  /** Takes an answer that nobody waited for: late, or said a second time. Never rejects. */
  receive(paymentId: string, outcome: ConnectorOutcome): Promise<void>
  /** Carries out a `paymentRecovery` timer. */
  onTimer(timer: TimerRow): Promise<TimerVerdict>
  /** Carries out a `pendingPayment` timer: the time in which the outcome was to come is over. */
  onPendingTimer(timer: TimerRow): Promise<TimerVerdict>
}

export function createRecovery(parts: RecoveryParts): Recovery {
  const { store, clock, log, settlement, intents } = parts
  const askedAtMs = new Map<string, number>()

  async function ask(payment: PaymentRow): Promise<Asked> {
    const connector = parts.connectorOf(payment.connector)
    // Before asking: an answer speaks of no later moment than this one.
    const known = intents.known(payment.id)
    try {
      const answer = await connector.inquire(inquiryOf(payment))
      const outcome = outcomeOfInquiry(answer, known, connector.maxTransitMs)
      return { outcome, wasNotFound: answer.kind === 'notFound' }
    } catch (err) {
      log.error({ err, paymentId: payment.id, connector: connector.name }, 'inquiry failed')
      return { outcome: { kind: 'unknown' }, wasNotFound: false }
    }
  }

  /**
   * Settles, or leaves the payment as it is where its outcome cannot be written and never will be: it
   * is asked for at the usual pace, until a person has to look. Rejects only with the store, which
   * may take it a minute later.
   */
  async function settleIfPossible(
    payment: PaymentRow,
    outcome: ConnectorOutcome,
  ): Promise<PaymentRow> {
    try {
      return await settlement.close(payment, outcome)
    } catch (err) {
      if (err instanceof StoreError) throw err
      const fields = { err, paymentId: payment.id, outcome: outcome.kind }
      log.error(fields, 'an outcome cannot be written')
      return payment
    }
  }

  /** Nobody asks any more: a person has to. The payment stays an intent, which says "pending". */
  async function handOver(payment: PaymentRow): Promise<TimerVerdict> {
    const nowMs = clock.of(payment.entityId)
    const committed = await store.commit(stepToReview(payment, nowMs))
    if (!committed.applied) return { dueAtMs: nowMs }
    log.error({ paymentId: payment.id }, 'an outcome stays unknown: ask the acquirer by hand')
    return 'ended'
  }

  function isDueOnTheFly(payment: PaymentRow): boolean {
    const nowMs = clock.of(payment.entityId)
    const lastMs = askedAtMs.get(payment.id) ?? payment.createdAtMs
    if (nowMs - lastMs < ON_THE_FLY_PACE_MS) return false
    askedAtMs.delete(payment.id)
    askedAtMs.set(payment.id, nowMs)
    if (askedAtMs.size > MAX_REMEMBERED) askedAtMs.delete(askedAtMs.keys().next().value ?? '')
    return true
  }

  return {
    async refresh(payment) {
      if (!isWaiting(payment) || !isDueOnTheFly(payment)) return payment
      const { outcome } = await ask(payment)
      try {
        return await settleIfPossible(payment, outcome)
      } catch (err) {
        if (!(err instanceof StoreError)) throw err
        // A read answers while nothing can be written (R-RD-1): the timer asks again.
        const fields = { err, paymentId: payment.id, outcome: outcome.kind }
        log.error(fields, 'an outcome is not written yet')
        return payment
      }
    },

    async receive(paymentId, outcome) {
      try {
        const payment = await store.read.payment(paymentId)
        if (payment !== undefined && isWaiting(payment)) await settlement.close(payment, outcome)
        else if (payment?.state === 'failed' && outcome.kind === 'approved') {
          await noteApprovalOfFailure(payment, parts)
        } else if (payment === undefined || contradicts(payment, outcome)) {
          const fields = { paymentId, state: payment?.state, outcome: outcome.kind }
          log.error(fields, 'an acquirer says something else than before: ask it by hand')
        }
      } catch (err) {
        log.error(
          { err, paymentId },
          'an answer that came unasked is not written; it will be asked for',
        )
      }
    },

    async onTimer(timer) {
      const payment = await store.read.payment(timer.subjectId)
      if (payment?.state !== 'intent') return 'done'
      const { outcome, wasNotFound } = await ask(payment)
      const settled = await settleIfPossible(payment, outcome)
      if (settled.state !== 'intent') return 'ended'
      const nowMs = clock.of(payment.entityId)
      const { maxTransitMs } = parts.connectorOf(payment.connector)
      const dueAtMs =
        nextInquiryAt(timer, nowMs) ??
        (wasNotFound ? nextConfirmationAt(timer, nowMs, maxTransitMs) : undefined)
      return dueAtMs === undefined ? handOver(payment) : { dueAtMs }
    },

    async onPendingTimer(timer) {
      const payment = await store.read.payment(timer.subjectId)
      if (payment?.state !== 'pending') return 'done'
      const { outcome } = await ask(payment)
      const isOver = outcome.kind === 'pending' || outcome.kind === 'notSent'
      const settled = await settleIfPossible(payment, isOver ? RAN_OUT_OF_TIME : outcome)
      if (settled.state !== 'pending') return 'ended'
      const dueAtMs = nextLateInquiryAt(timer, clock.of(payment.entityId))
      return dueAtMs === undefined ? handOver(payment) : { dueAtMs }
    },
  }
}

/** What an inquiry tells of a payment. */
interface Asked {
  readonly outcome: ConnectorOutcome
  /** The acquirer does not know it, whatever that proves. */
  readonly wasNotFound: boolean
}

/** A settled payment is never unsettled by what comes later; but somebody has to know. */
function contradicts(payment: PaymentRow, outcome: ConnectorOutcome): boolean {
  if (outcome.kind === 'unknown' || outcome.kind === 'pending') return false
  return (outcome.kind === 'approved') !== (payment.state === 'succeeded')
}

function inquiryOf(payment: PaymentRow): Inquiry {
  const details = readDetails(payment.details)
  const { card } = details
  return {
    operation: storedOperation(payment, details),
    isPending: payment.state === 'pending',
    ...(card?.holder === undefined ? {} : { cardHolder: card.holder }),
  }
}
