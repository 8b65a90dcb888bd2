import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ConnectorOutcome } from '../connectors/connector.ts'
import type { ChangeSet, PaymentRow, PaymentStep, Store } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { steppedBy } from './booking.ts'
import { wasApplied } from './committed.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import { closePayment, settledBy, type TargetOfReference } from './rules.ts'
import type { Turns } from './turns.ts'

/** How often an outcome is tried to be written at once, then in the background. */
const MOST_ATTEMPTS = 5
/** Waits between later attempts, in milliseconds: 1 s, 2 s, 4 s … 64 s. */
const LATER_WAITS_MS = [1, 2, 4, 8, 16, 32, 64].map((seconds) => seconds * 1000)

/** Another aggregate that changes in the same commits as a payment: a checkout, for one. */
export interface Companion {
  /** Its changes when the payment is written down and its outcome is not known yet. */
  opened(payment: PaymentRow): ChangeSet
  /** Its changes with the outcome. `wasOpened`: the changes of `opened` are in the store already. */
  settled(payment: PaymentRow, wasOpened: boolean): ChangeSet
}

/** What else changes with a payment. */
export interface Surroundings {
  readonly companion?: Companion
  readonly reference?: TargetOfReference
}

export type PaymentLog = Pick<FastifyBaseLogger, 'error'>

export interface Settlement {
  /**
   * Asks the connector and writes the outcome down. The payment must be durable as an intent. Never
   * rejects: what is not known, or cannot be written yet, stays an intent, which says "pending".
   */
  finish(begun: PreparedPayment, surroundings: Surroundings): Promise<PaymentRow>
}

export function createSettlement(parts: {
  readonly store: Store
  readonly clock: Clock
  readonly log: PaymentLog
  readonly turns: Turns
}): Settlement {
  const { store, clock, log, turns } = parts

  async function ask({ operation, connector }: PreparedPayment): Promise<ConnectorOutcome> {
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

  async function close(
    payment: PaymentRow,
    step: PaymentStep,
    { companion, reference }: Surroundings,
  ): Promise<PaymentRow> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const target = reference && (await readPayment(reference.target.id))
      const settled = steppedBy(payment, step, payment.version + 1)
      const committed = await store.commit([
        ...closePayment(payment, step, reference && target && { ...reference, target }),
        ...(companion?.settled(settled, true) ?? []),
      ])
      if (wasApplied(committed)) return settled
      const stored = await readPayment(payment.id)
      if (stored.state !== 'intent') return stored
    }
    throw new Error(`The outcome of payment ${payment.id} met a conflict each time`)
  }

  async function readPayment(id: string): Promise<PaymentRow> {
    const payment = await store.read.payment(id)
    if (payment === undefined) throw new Error(`Payment ${id} vanished`)
    return payment
  }

  /** A release competes with other references to the same target, so it takes a turn. */
  function closeInTurn(
    payment: PaymentRow,
    step: PaymentStep,
    surroundings: Surroundings,
  ): Promise<PaymentRow> {
    const write = () => close(payment, step, surroundings)
    const { reference } = surroundings
    return (reference && turns.take(reference.target.id, write)) ?? write()
  }

  /** The acquirer has acted, but the store would not take it: keeps trying while the process lives. */
  async function closeLater(
    payment: PaymentRow,
    step: PaymentStep,
    surroundings: Surroundings,
  ): Promise<void> {
    for (const milliseconds of LATER_WAITS_MS) {
      await wait(milliseconds, undefined, { ref: false })
      try {
        await closeInTurn(payment, step, surroundings)
        return
      } catch (err) {
        log.error({ err, paymentId: payment.id }, 'an outcome is still not written')
      }
    }
  }

  return {
    async finish(begun, surroundings) {
      const { payment, details, connector } = begun
      const outcome = await ask(begun)
      const step = settledBy(payment, details, outcome, connector.approvalCode, clock.now())
      if (step === undefined) return payment
      try {
        return await closeInTurn(payment, step, surroundings)
      } catch (err) {
        // Nobody may be told to try again: this payment has happened, or has surely not.
        log.error(
          { err, paymentId: payment.id, state: step.state },
          'an outcome is not written yet',
        )
        void closeLater(payment, step, surroundings)
        return payment
      }
    },
  }
}
