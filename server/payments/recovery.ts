import type { Connector, ConnectorOutcome, Inquiry } from '../connectors/connector.ts'
import { ParameterValues } from '../parameters/values.ts'
import type { PaymentRow, Store, TimerRow } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import type { TimerVerdict } from '../timers/timers.ts'
import { readDetails } from './details.ts'
import type { ReferenceType } from './life-cycle.ts'
import { nextInquiryAt, outcomeOfInquiry } from './recovery-plan.ts'
import { settledBy, stepToReview } from './rules.ts'
import type { Companion, PaymentLog, Settlement, Surroundings } from './settlement.ts'

/**
 * A merchant who reads a payment younger than this gets what is stored: the request that sent it is
 * probably still waiting. Also the least time between two inquiries that reads cause.
 */
const ON_THE_FLY_PACE_MS = 5_000

/** How many payments are remembered as just asked for; above it the oldest are forgotten. */
const MOST_REMEMBERED = 10_000

export interface RecoveryParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: PaymentLog
  readonly settlement: Settlement
  readonly connectorOf: (name: string) => Connector
  /** What else changes with the outcome of a stored payment: its checkout, as it stands now. */
  readonly companionsOf: (payment: PaymentRow) => Promise<readonly Companion[]>
}

/** Finds out what became of payments whose outcome is not known (R-UNK-1 to R-UNK-3). */
export interface Recovery {
  /** The payment, asked for on the fly when it is an intent of some age. Rejects only with the store. */
  refresh(payment: PaymentRow): Promise<PaymentRow>
  /** Takes an answer that nobody waited for: late, or said a second time. Never rejects. */
  receive(paymentId: string, outcome: ConnectorOutcome): Promise<void>
  /** Carries out a `paymentRecovery` timer. */
  onTimer(timer: TimerRow): Promise<TimerVerdict>
}

export function createRecovery(parts: RecoveryParts): Recovery {
  const { store, clock, log, settlement } = parts
  const askedAtMs = new Map<string, number>()

  async function ask(payment: PaymentRow): Promise<ConnectorOutcome> {
    const connector = parts.connectorOf(payment.connector)
    try {
      const answer = await connector.inquire(inquiryOf(payment))
      const sinceIntentMs = clock.now() - payment.createdAtMs
      return outcomeOfInquiry(answer, sinceIntentMs, connector.longestTransitMs)
    } catch (err) {
      log.error({ err, paymentId: payment.id, connector: connector.name }, 'inquiry failed')
      return { kind: 'unknown' }
    }
  }

  async function settle(payment: PaymentRow, outcome: ConnectorOutcome): Promise<PaymentRow> {
    const { approvalCode } = parts.connectorOf(payment.connector)
    const details = readDetails(payment.details)
    const step = settledBy(payment, details, outcome, approvalCode, clock.now())
    if (step === undefined) return payment
    return settlement.close(payment, step, await surroundingsOf(payment))
  }

  async function surroundingsOf(payment: PaymentRow): Promise<Surroundings> {
    const companions = await parts.companionsOf(payment)
    if (payment.referencedId === null) return { companions }
    const target = await store.read.payment(payment.referencedId)
    if (target === undefined) throw new Error(`Payment ${payment.referencedId} vanished`)
    const paymentType = payment.paymentType as ReferenceType
    const isFinal = readDetails(payment.details).isFinal === true
    return { companions, reference: { target, paymentType, isFinal } }
  }

  /** Nobody asks any more: a person has to. The payment stays an intent, which says "pending". */
  async function handOver(payment: PaymentRow): Promise<TimerVerdict> {
    const committed = await store.commit(stepToReview(payment, clock.now()))
    if (!committed.applied) return { dueAtMs: clock.now() }
    log.error({ paymentId: payment.id }, 'an outcome stays unknown: ask the acquirer by hand')
    return 'ended'
  }

  function isDueOnTheFly(payment: PaymentRow): boolean {
    const nowMs = clock.now()
    const lastMs = askedAtMs.get(payment.id) ?? payment.createdAtMs
    if (nowMs - lastMs < ON_THE_FLY_PACE_MS) return false
    askedAtMs.delete(payment.id)
    askedAtMs.set(payment.id, nowMs)
    if (askedAtMs.size > MOST_REMEMBERED) askedAtMs.delete(askedAtMs.keys().next().value ?? '')
    return true
  }

  return {
    async refresh(payment) {
      if (payment.state !== 'intent' || !isDueOnTheFly(payment)) return payment
      return settle(payment, await ask(payment))
    },

    async receive(paymentId, outcome) {
      try {
        const payment = await store.read.payment(paymentId)
        if (payment?.state === 'intent') await settle(payment, outcome)
        else if (payment === undefined || contradicts(payment, outcome)) {
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
      const settled = await settle(payment, await ask(payment))
      if (settled.state !== 'intent') return 'ended'
      const dueAtMs = nextInquiryAt(timer, clock.now())
      return dueAtMs === undefined ? handOver(payment) : { dueAtMs }
    },
  }
}

/** A settled payment is never unsettled by what comes later; but somebody has to know. */
function contradicts(payment: PaymentRow, outcome: ConnectorOutcome): boolean {
  if (outcome.kind === 'unknown') return false
  return (outcome.kind === 'approved') !== (payment.state === 'succeeded')
}

function inquiryOf(payment: PaymentRow): Inquiry {
  const { request, card } = readDetails(payment.details)
  return {
    operation: {
      paymentId: payment.id,
      paymentType: payment.paymentType,
      paymentBrand: payment.paymentBrand,
      amount: { minor: payment.amountMinor, currency: payment.currency },
      ...(payment.referencedId === null ? {} : { referencedId: payment.referencedId }),
      customParameters: ParameterValues.of(Object.entries(request)).map('customParameters'),
    },
    ...(card?.holder === undefined ? {} : { cardHolder: card.holder }),
  }
}
