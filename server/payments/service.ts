import type { Connector } from '../connectors/connector.ts'
import { isRefusal, type Refusal, refuse } from '../results/refusal.ts'
import type { Conflict, PaymentRow, PaymentStep, Store } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { steppedBy } from './booking.ts'
import { wasApplied } from './committed.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import type { Recovery } from './recovery.ts'
import {
  decideReference,
  openPayment,
  type ReferenceRequest,
  recordPayment,
  settledBy,
} from './rules.ts'
import type { Companion, Settlement, Surroundings } from './settlement.ts'
import type { Turns } from './turns.ts'

/** How often a decision is taken again when somebody else changed what it was taken on. */
const MOST_ATTEMPTS = 5

/** A companion moved on meanwhile: nothing of the payment was written. */
export interface Overtaken {
  readonly overtaken: 'companion'
}

/** The target of a reference changed meanwhile: load and decide again. */
interface OutdatedTarget {
  readonly overtaken: 'target'
}

/** What a capture, reversal or refund needs beside the rules' own knowledge. */
export interface Reference {
  readonly targetId: string
  readonly request: Omit<ReferenceRequest, 'nowMs' | 'reversalWindowMs'>
  readonly connector: Connector
  readonly companions?: readonly Companion[]
  /** Makes the payment once its amount is decided; repeated when the target changed meanwhile. */
  readonly prepare: (target: PaymentRow, amountMinor: number) => PreparedPayment
}

export interface PaymentService {
  /** Carries out a payment that begins a family. */
  pay(prepared: PreparedPayment, companions?: readonly Companion[]): Promise<PaymentRow | Overtaken>
  /** Captures, reverses or refunds. */
  refer(reference: Reference): Promise<PaymentRow | Refusal | Overtaken>
  find(id: string): Promise<PaymentRow | undefined>
  /** The payment as a merchant may read it: an outcome that is not known is asked for on the fly (R-UNK-3). */
  refresh(payment: PaymentRow): Promise<PaymentRow>
}

export interface PaymentServiceParts {
  readonly store: Store
  readonly clock: Clock
  readonly settlement: Settlement
  readonly recovery: Pick<Recovery, 'refresh'>
  readonly turns: Turns
}

/** A payment that was written down and waits for its connector. */
interface Begun {
  readonly begun: PreparedPayment
  readonly surroundings: Surroundings
}

export function createPaymentService(parts: PaymentServiceParts): PaymentService {
  const { store, clock, settlement, recovery, turns } = parts

  /** The first commit: with the outcome where the connector decides at once, else the intent alone (R-UNK-2). */
  async function begin(
    prepared: PreparedPayment,
    surroundings: Surroundings,
  ): Promise<PaymentRow | Begun | Overtaken | OutdatedTarget> {
    const { companions, reference } = surroundings
    const step = stepAtOnce(prepared)
    if (step !== undefined) {
      const settled = steppedBy(prepared.payment, step)
      const theirs = companions.flatMap((companion) => companion.settled(settled, false))
      const committed = await store.commit([
        ...theirs,
        ...prepared.alongside,
        ...recordPayment(settled, reference),
      ])
      return wasApplied(committed) ? settled : overtaken(committed, theirs.length)
    }
    const payment = { ...prepared.payment, details: JSON.stringify(prepared.details) }
    const theirs = companions.flatMap((companion) => companion.opened(payment))
    const committed = await store.commit([
      ...theirs,
      ...prepared.alongside,
      ...openPayment(payment, reference),
    ])
    if (!wasApplied(committed)) return overtaken(committed, theirs.length)
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
  ): Promise<PaymentRow | Refusal | Begun | Overtaken | OutdatedTarget> {
    const { request, connector, companions = [] } = reference
    const target = await store.read.payment(reference.targetId)
    if (target === undefined) throw new Error(`Payment ${reference.targetId} vanished`)
    const { reversalWindowMs } = connector
    const decided = decideReference(target, { ...request, nowMs: clock.now(), reversalWindowMs })
    if (isRefusal(decided)) return decided
    const { paymentType, isFinal } = request
    return begin(reference.prepare(target, decided.amountMinor), {
      companions,
      reference: { target, paymentType, isFinal },
    })
  }

  async function beginDecidedReference(
    reference: Reference,
  ): Promise<PaymentRow | Refusal | Begun | Overtaken> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const done = await beginReference(reference)
      if (!isOutdated(done)) return done
    }
    return tooBusy
  }

  return {
    async pay(prepared, companions = []) {
      const done = await begin(prepared, { companions })
      if ('begun' in done) return settlement.finish(done.begun, done.surroundings)
      return 'overtaken' in done ? { overtaken: 'companion' } : done
    },

    async refer(reference) {
      // The turn ends before the connector is asked: its reservation is written down, and a slow
      // connector must not hold up other references to the same payment.
      const done = await turns.take(reference.targetId, () => beginDecidedReference(reference))
      if (done === undefined) return tooBusy
      return 'begun' in done ? settlement.finish(done.begun, done.surroundings) : done
    },

    find: (id) => store.read.payment(id),

    refresh: (payment) => recovery.refresh(payment),
  }
}

function isOutdated(done: object): done is OutdatedTarget {
  return 'overtaken' in done && done.overtaken === 'target'
}

/** Companions' changes stand first in a set: the position tells who moved on. */
function overtaken(conflict: Conflict, companionChanges: number): Overtaken | OutdatedTarget {
  return { overtaken: conflict.at < companionChanges ? 'companion' : 'target' }
}

/** The same payment is being changed by too many at once. */
const tooBusy: Refusal = refuse('800.120.100', { status: 429, retryAfterSeconds: 1 })
