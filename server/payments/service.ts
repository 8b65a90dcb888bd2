import type { Connector } from '../connectors/connector.ts'
import { isRefusal, type Refusal, refuse } from '../results/refusal.ts'
import type { PaymentRow, PaymentStep, Store } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { steppedBy } from './booking.ts'
import { wasApplied } from './committed.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import {
  decideReference,
  openPayment,
  type ReferenceRequest,
  recordPayment,
  settledBy,
} from './rules.ts'
import { createSettlement, type PaymentLog, type Surroundings } from './settlement.ts'
import { Turns } from './turns.ts'

/** How often a decision is taken again when somebody else changed what it was taken on. */
const MOST_ATTEMPTS = 5

/** Somebody else changed the companion or the target first: load and decide again. */
export interface Overtaken {
  readonly overtaken: true
}

/** What a capture, reversal or refund needs beside the rules' own knowledge. */
export interface Reference {
  readonly targetId: string
  readonly request: Omit<ReferenceRequest, 'nowMs' | 'reversalWindowMs'>
  readonly connector: Connector
  /** Makes the payment once its amount is decided; repeated when the target changed meanwhile. */
  readonly prepare: (target: PaymentRow, amountMinor: number) => PreparedPayment
}

export interface PaymentService {
  /** Carries out a payment that begins a family. */
  pay(
    prepared: PreparedPayment,
    companion?: Surroundings['companion'],
  ): Promise<PaymentRow | Overtaken>
  /** Captures, reverses or refunds. */
  refer(reference: Reference): Promise<PaymentRow | Refusal>
  find(id: string): Promise<PaymentRow | undefined>
}

export interface PaymentServiceParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: PaymentLog
}

/** A payment that was written down and waits for its connector. */
interface Begun {
  readonly begun: PreparedPayment
  readonly surroundings: Surroundings
}

export function createPaymentService({ store, clock, log }: PaymentServiceParts): PaymentService {
  const turns = new Turns()
  const settlement = createSettlement({ store, clock, log, turns })

  /** The first commit: with the outcome where the connector decides at once, else the intent alone (R-UNK-2). */
  async function begin(
    prepared: PreparedPayment,
    surroundings: Surroundings,
  ): Promise<PaymentRow | Begun | Overtaken> {
    const { companion, reference } = surroundings
    const step = stepAtOnce(prepared)
    if (step !== undefined) {
      const settled = steppedBy(prepared.payment, step)
      const committed = await store.commit([
        ...prepared.alongside,
        ...recordPayment(settled, reference),
        ...(companion?.settled(settled, false) ?? []),
      ])
      return wasApplied(committed) ? settled : { overtaken: true }
    }
    const payment = { ...prepared.payment, details: JSON.stringify(prepared.details) }
    const committed = await store.commit([
      ...prepared.alongside,
      ...openPayment(payment, reference),
      ...(companion?.opened(payment) ?? []),
    ])
    if (!wasApplied(committed)) return { overtaken: true }
    return { begun: { ...prepared, payment }, surroundings }
  }

  function stepAtOnce(prepared: PreparedPayment): PaymentStep | undefined {
    const { payment, details, operation, connector, faultCode } = prepared
    const outcome =
      faultCode === undefined
        ? connector.decide(operation)
        : ({ kind: 'declined', code: faultCode } as const)
    if (outcome === undefined) return undefined
    return settledBy(payment, details, outcome, connector.approvalCode, clock.now())
  }

  async function beginReference(
    reference: Reference,
  ): Promise<PaymentRow | Refusal | Begun | Overtaken> {
    const { request, connector } = reference
    const target = await store.read.payment(reference.targetId)
    if (target === undefined) throw new Error(`Payment ${reference.targetId} vanished`)
    const { reversalWindowMs } = connector
    const decided = decideReference(target, { ...request, nowMs: clock.now(), reversalWindowMs })
    if (isRefusal(decided)) return decided
    const { paymentType, isFinal } = request
    return begin(reference.prepare(target, decided.amountMinor), {
      reference: { target, paymentType, isFinal },
    })
  }

  async function beginDecidedReference(
    reference: Reference,
  ): Promise<PaymentRow | Refusal | Begun> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const done = await beginReference(reference)
      if (!('overtaken' in done)) return done
    }
    return tooBusy
  }

  return {
    async pay(prepared, companion) {
      const done = await begin(prepared, companion === undefined ? {} : { companion })
      return 'begun' in done ? settlement.finish(done.begun, done.surroundings) : done
    },

    async refer(reference) {
      // The turn ends before the connector is asked: its reservation is written down, and a slow
      // connector must not hold up other references to the same payment.
      const done = await turns.take(reference.targetId, () => beginDecidedReference(reference))
      if (done === undefined) return tooBusy
      return 'begun' in done ? settlement.finish(done.begun, done.surroundings) : done
    },

    find: (id) => store.read.payment(id),
  }
}

/** The same payment is being changed by too many at once. */
const tooBusy: Refusal = refuse('800.120.100', { status: 429, retryAfterSeconds: 1 })
