import type { Change, PaymentRow, PaymentState, TimerKind, TimerRow } from '../../store/port.ts'
import type { ConnectorOutcome } from '../connectors/connector.ts'
import {
  FIRST_INQUIRY_MS,
  nextConfirmationAt,
  nextInquiryAt,
  nextLateInquiryAt,
  nextTakenInquiryAt,
} from './recovery-plan.ts'

/** An inquiry that brought no outcome. */
interface InquiryWithoutOutcome {
  readonly nowMs: number
  /** The acquirer does not know the payment; that alone does not prove that it was never sent. */
  readonly wasNotFound: boolean
  /** Of the payment's connector. */
  readonly maxTransitMs: number
}

/**
 * A wait of a payment between two of its changes. The row has the state of the wait, and the timer says
 * when to ask: so any process can continue the payment, and none has to stay alive for it.
 */
interface Wait {
  /** The state of the row while it waits. No two waits have the same state. */
  readonly state: PaymentState
}

/** A wait for an outcome that the connector is asked for. */
export interface AskedWait extends Wait {
  /** The outcome that an answer means when the inquiry was made because the timer is due. */
  readonly outcomeWhenDue: (answer: ConnectorOutcome) => ConnectorOutcome
  /** When to ask next; `undefined`: manual review. */
  readonly nextInquiryAt: (timer: TimerRow, asked: InquiryWithoutOutcome) => number | undefined
  /** A person is told when it is due for the first time, and it goes on. */
  readonly isReviewedWhenDue?: true
}

/** The shopper did not decide, or the slip was not paid: "pending payment ran out of time". */
export const EXPIRED: ConnectorOutcome = { kind: 'declined', code: '100.396.103' }

/** The waits in which the connector is asked, by the kind of their timer. */
export const ASKED_WAITS = {
  /** The payment waits for the acquirer: the operation is being sent, or its answer was lost. */
  paymentRecovery: {
    state: 'intent',
    outcomeWhenDue: (answer) => answer,
    nextInquiryAt: (timer, { nowMs, wasNotFound, maxTransitMs }) =>
      nextInquiryAt(timer, nowMs) ??
      (wasNotFound ? nextConfirmationAt(timer, nowMs, maxTransitMs) : undefined),
  },
  /** The payment waits for the shopper or a bank, until a time that the acquirer has set. */
  pendingPayment: {
    state: 'pending',
    outcomeWhenDue: (answer) =>
      answer.kind === 'pending' || answer.kind === 'notSent' ? EXPIRED : answer,
    nextInquiryAt: (timer, { nowMs }) => nextLateInquiryAt(timer, nowMs),
  },
  /** The acquirer has accepted the operation. From the time at which its result was expected it is asked daily, for a quarter of a year. */
  takenPayment: {
    state: 'taken',
    outcomeWhenDue: (answer) => answer,
    nextInquiryAt: (timer, { nowMs }) => nextTakenInquiryAt(timer, nowMs),
    isReviewedWhenDue: true,
  },
} as const satisfies Partial<Record<TimerKind, AskedWait>>

export type AskedWaitTimer = keyof typeof ASKED_WAITS

/** All waits of payments. In `authentication` no connector is asked: it does not know the payment yet. */
const WAITS = {
  ...ASKED_WAITS,
  authentication: { state: 'authenticating' },
} as const satisfies Partial<Record<TimerKind, Wait>>

type WaitTimer = keyof typeof WAITS

/** Whether the payment waits for an outcome that its connector can be asked for. */
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
 * Begins the wait of a payment whose state was just set. `untilMs`: when its timer is due; absent: when
 * the first inquiry about an intent is due.
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

/** Ends the wait of a payment in the commit of its outcome, even if a process has claimed the timer. */
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
