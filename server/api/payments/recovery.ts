import { StoreError } from '../../engine/store/errors.ts'
import type { PaymentRow, TimerRow } from '../../engine/store/port.ts'
import type { TimerHandler, TimerResult } from '../../engine/timers/timers.ts'
import type {
  ConnectorOutcome,
  Inquiry,
  InquiryOutcome,
} from '../../methods/connectors/connector.ts'
import { mayBeOfFirstCharge } from './authenticated.ts'
import { readDetails, storedOperation } from './details.ts'
import { outcomeOfInquiry } from './recovery-plan.ts'
import { noteApprovalOfFailure, stepToReview } from './review.ts'
import type { Settlement, SettlementParts } from './settlement.ts'
import { ASKED_WAITS, type AskedWait, type AskedWaitTimer, waitsForConnector } from './waits.ts'

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
   * The payment, asked for on the fly when it waits, and is of some age; as it is stored where its
   * outcome cannot be written, now or ever. Rejects only where the store cannot read.
   */
  refresh(payment: PaymentRow): Promise<PaymentRow>
  /** Takes an answer that no request waits for: late, or said a second time. Never rejects. */
  receive(paymentId: string, outcome: ConnectorOutcome): Promise<void>
  /** Carry out the timers of waiting payments. */
  readonly timerHandlers: Readonly<Record<AskedWaitTimer, TimerHandler>>
}

export function createRecovery(parts: RecoveryParts): Recovery {
  const { store, clock, log } = parts
  const lastInquiries = new LastInquiries()

  async function onTimer(kind: AskedWaitTimer, timer: TimerRow): Promise<TimerResult> {
    const wait: AskedWait = ASKED_WAITS[kind]
    const payment = await store.read.payment(timer.subjectId)
    if (payment?.state !== wait.state) return 'done'
    const { outcome, wasNotFound } = await inquire(payment, parts)
    const settled = await settleIfPossible(payment, wait.outcomeWhenDue(outcome), parts)
    if (settled.state !== wait.state) return 'ended'
    const nowMs = clock.of(payment.entityId)
    const { maxTransitMs } = parts.connectorOf(payment.connector)
    const dueAtMs = wait.nextInquiryAt(timer, { nowMs, wasNotFound, maxTransitMs })
    return dueAtMs === undefined ? handOver(payment, parts) : { dueAtMs }
  }

  return {
    async refresh(payment) {
      if (!waitsForConnector(payment)) return payment
      if (!lastInquiries.isDue(payment, clock.of(payment.entityId))) return payment
      const { outcome } = await inquire(payment, parts)
      try {
        return await settleIfPossible(payment, outcome, parts)
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
        await takeAnswer(paymentId, outcome, parts)
      } catch (err) {
        const fields = { err, paymentId }
        log.error(fields, 'an answer that came unasked is not written; it will be asked for')
      }
    },

    timerHandlers: {
      paymentRecovery: (timer) => onTimer('paymentRecovery', timer),
      pendingPayment: (timer) => onTimer('pendingPayment', timer),
    },
  }
}

/** When payments were asked for because they were read. */
class LastInquiries {
  readonly #askedAtMs = new Map<string, number>()

  /** Whether a payment that is read at `nowMs` is to be asked for; then it is noted as asked for. */
  isDue({ id, createdAtMs }: PaymentRow, nowMs: number): boolean {
    const lastMs = this.#askedAtMs.get(id) ?? createdAtMs
    if (nowMs - lastMs < ON_THE_FLY_PACE_MS) return false
    this.#askedAtMs.delete(id)
    this.#askedAtMs.set(id, nowMs)
    if (this.#askedAtMs.size > MAX_REMEMBERED) {
      this.#askedAtMs.delete(this.#askedAtMs.keys().next().value ?? '')
    }
    return true
  }
}

/** What an inquiry says of a payment. */
interface Inquired {
  readonly outcome: ConnectorOutcome
  /** The acquirer does not know it, whatever that proves. */
  readonly wasNotFound: boolean
}

async function inquire(payment: PaymentRow, parts: RecoveryParts): Promise<Inquired> {
  const { intents, log } = parts
  const connector = parts.connectorOf(payment.connector)
  // Before asking: an answer speaks of no later moment than this one.
  const known = intents.known(payment)
  try {
    const answer = await connector.inquire(inquiryOf(payment))
    const old =
      payment.state === 'intent' && mayBeOfFirstCharge(payment, answer) ? answer : undefined
    // The first charge was declined, so the acquirer has the second one not yet, or never gets it.
    const said: InquiryOutcome = old === undefined ? answer : { kind: 'notFound' }
    const outcome = outcomeOfInquiry(said, known, connector.maxTransitMs)
    const wasNotFound = said.kind === 'notFound'
    return { outcome: outcome.kind === 'notSent' ? (old ?? outcome) : outcome, wasNotFound }
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
  { settlement, log }: RecoveryParts,
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

/** Nobody asks any more: a person has to. The payment stays as it is, which says "pending". */
async function handOver(
  payment: PaymentRow,
  { store, clock, log }: RecoveryParts,
): Promise<TimerResult> {
  const nowMs = clock.of(payment.entityId)
  const committed = await store.commit(stepToReview(payment, nowMs))
  if (!committed.applied) return { dueAtMs: nowMs }
  log.error({ paymentId: payment.id }, 'an outcome stays unknown: ask the acquirer by hand')
  return 'ended'
}

async function takeAnswer(
  paymentId: string,
  outcome: ConnectorOutcome,
  parts: RecoveryParts,
): Promise<void> {
  const { store, settlement, log } = parts
  const payment = await store.read.payment(paymentId)
  if (payment !== undefined && waitsForConnector(payment)) {
    // The timer asks which of its two charges this is about.
    if (mayBeOfFirstCharge(payment, outcome)) return
    await settlement.close(payment, outcome)
  } else if (payment?.state === 'failed' && outcome.kind === 'approved') {
    await noteApprovalOfFailure(payment, parts)
  } else if (payment === undefined || contradicts(payment, outcome)) {
    const fields = { paymentId, state: payment?.state, outcome: outcome.kind }
    log.error(fields, 'an acquirer says something else than before: ask it by hand')
  }
}

/** A settled payment is never unsettled by what comes later; but somebody has to know. */
function contradicts(payment: PaymentRow, outcome: ConnectorOutcome): boolean {
  if (outcome.kind === 'unknown' || outcome.kind === 'pending') return false
  return (outcome.kind === 'approved') !== (payment.state === 'succeeded')
}

function inquiryOf(payment: PaymentRow): Inquiry {
  const details = readDetails(payment)
  const { card } = details
  return {
    operation: storedOperation(payment, details),
    isPending: payment.state === 'pending',
    ...(card?.holder === undefined ? {} : { cardHolder: card.holder }),
  }
}
