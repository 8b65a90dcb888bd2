import type {
  Change,
  PaymentRow,
  PaymentState,
  TimerKind,
  TimerRow,
} from '../../engine/store/port.ts'
import type { ConnectorOutcome } from '../../methods/connectors/connector.ts'
import {
  FIRST_INQUIRY_MS,
  nextConfirmationAt,
  nextInquiryAt,
  nextLateInquiryAt,
} from './recovery-plan.ts'

/** When an inquiry that brought no outcome was made, and how it was answered. */
interface FruitlessInquiry {
  readonly nowMs: number
  /** The acquirer does not know the payment, whatever that proves. */
  readonly wasNotFound: boolean
  /** Of the payment's connector. */
  readonly maxTransitMs: number
}

/**
 * What a payment waits for between two of its steps. The row says that it waits, its timer who asks
 * again: so any process can take the payment up, and none has to stay alive for it.
 */
interface Wait {
  /** Of the row, as long as it waits. No two waits have the same one. */
  readonly state: PaymentState
}

/** A wait for an outcome that the connector is asked for. */
export interface AskedWait extends Wait {
  /** What the answer of an inquiry means that is made because the timer is due. */
  readonly outcomeWhenDue: (answer: ConnectorOutcome) => ConnectorOutcome
  /** When to ask next; `undefined`: a person has to look. */
  readonly nextInquiryAt: (timer: TimerRow, asked: FruitlessInquiry) => number | undefined
}

/** A shopper who never came, or a slip that nobody paid: "pending payment ran out of time". */
const RAN_OUT_OF_TIME: ConnectorOutcome = { kind: 'declined', code: '100.396.103' }

/** The waits of payments whose connector is asked, by the timer that looks after them. */
export const ASKED_WAITS = {
  /** For the acquirer: the operation is on its way, or its answer was lost. */
  paymentRecovery: {
    state: 'intent',
    outcomeWhenDue: (answer) => answer,
    nextInquiryAt: (timer, { nowMs, wasNotFound, maxTransitMs }) =>
      nextInquiryAt(timer, nowMs) ??
      (wasNotFound ? nextConfirmationAt(timer, nowMs, maxTransitMs) : undefined),
  },
  /** For the shopper or a bank, until a time that the acquirer has set. */
  pendingPayment: {
    state: 'pending',
    outcomeWhenDue: (answer) =>
      answer.kind === 'pending' || answer.kind === 'notSent' ? RAN_OUT_OF_TIME : answer,
    nextInquiryAt: (timer, { nowMs }) => nextLateInquiryAt(timer, nowMs),
  },
} as const satisfies Partial<Record<TimerKind, AskedWait>>

export type AskedWaitTimer = keyof typeof ASKED_WAITS

/** All waits of payments: no connector knows of one that is authenticated before its charge. */
const WAITS = {
  ...ASKED_WAITS,
  authentication: { state: 'authenticating' },
} as const satisfies Partial<Record<TimerKind, Wait>>

type WaitTimer = keyof typeof WAITS

/** Whether its connector is asked for its outcome. */
export function waitsForConnector(payment: PaymentRow): boolean {
  const timer = timerOf(payment)
  return timer !== undefined && timer in ASKED_WAITS
}

function timerOf({ state }: PaymentRow): WaitTimer | undefined {
  for (const timer in WAITS) {
    if (WAITS[timer as WaitTimer].state === state) return timer as WaitTimer
  }
  return undefined
}

/**
 * Begins the wait of a payment that was just given the state of one. `untilMs`: when its time is over;
 * absent: the acquirer is asked again at the usual pace.
 */
export function beginWait(payment: PaymentRow, untilMs?: number): Change {
  const row: TimerRow = {
    kind: ownTimerOf(payment),
    subjectId: payment.id,
    dueAtMs: untilMs ?? payment.updatedAtMs + FIRST_INQUIRY_MS,
    attempts: 0,
    createdAtMs: payment.updatedAtMs,
    version: 1,
    entityId: payment.entityId,
  }
  return { kind: 'insertTimer', row }
}

/** Ends the wait of a payment in the commit that brings its outcome, whoever has claimed the timer. */
export function endWait(payment: PaymentRow): Change {
  const timer = ownTimerOf(payment)
  return { kind: 'endTimer', timer, subjectId: payment.id, expectedVersion: null }
}

function ownTimerOf(payment: PaymentRow): WaitTimer {
  const timer = timerOf(payment)
  if (timer === undefined)
    throw new Error(`Payment ${payment.id} is ${payment.state}: it does not wait`)
  return timer
}
