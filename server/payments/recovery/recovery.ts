import type { TimerHandler, TimerResult } from '../../kernel/timers/timers.ts'
import { type Refusal, tooBusy } from '../../results/refusal.ts'
import { StoreError } from '../../store/errors.ts'
import type { PaymentRow, TimerRow } from '../../store/port.ts'
import { mayBeOfFirstCharge } from '../authenticate/authenticated.ts'
import type { ConnectorOutcome, InquiryOutcome, LateWord } from '../connectors/connector.ts'
import { hasOutcome, isVoided, readDetails } from '../details.ts'
import { recordLateFailure } from '../record/late-failure.ts'
import type { OutcomeParts, Outcomes } from '../record/outcomes.ts'
import {
  hasItsOutcome,
  manualOutcome,
  otherAmount,
  type Resolution,
  stillPending,
  toldInstead,
  unresolvable,
} from '../record/resolution.ts'
import {
  noteApprovalOfFailure,
  noteOverdue,
  stepToReview,
  writeApprovalOfFailure,
} from '../record/review-rules.ts'
import { inquiryOf } from './inquiry.ts'
import { markAsReplayed } from './mark-replayed.ts'
import { outcomeOfInquiry } from './recovery-plan.ts'
import { keepReturned } from './returned.ts'
import { isOfOtherAmount, voidIfUnfound } from './void.ts'
import {
  ASKED_WAITS,
  type AskedWait,
  type AskedWaitTimer,
  EXPIRED,
  waitsForConnector,
} from './waits.ts'

/**
 * A read of a payment younger than this returns what is stored, because the request that sent it
 * probably still waits for the acquirer. Also the shortest time between two inquiries caused by reads.
 */
const ON_THE_FLY_PACE_MS = 5_000

/** The shortest times between two inquiries that reads cause. */
const PACES_MS = {
  usual: ON_THE_FLY_PACE_MS,
  /** A shopper has cancelled and waits: the acquirer may already know of the cancellation. */
  urgent: 1_000,
  /** A shopper has come back: the shop, which reads at once, is to find the outcome. Only earlier returns count. */
  returned: 1_000,
} as const

/** Maximum number of payments whose last inquiry is remembered; the oldest are forgotten first. */
const MAX_REMEMBERED = 10_000

export type RecoveryParts = Omit<OutcomeParts, 'turns'> & {
  readonly outcomes: Outcomes
}

/** All but `usual` ask also about a payment that was just sent. */
export type InquiryPace = keyof typeof PACES_MS

/** Finds the outcome of payments whose outcome is not known (R-UNK-1 to R-UNK-3). */
export interface Recovery {
  /**
   * The payment after an inquiry, if it waits and is old enough for one; as it is stored where the
   * outcome cannot be written. Rejects only where the store cannot read.
   */
  refresh(payment: PaymentRow, pace?: InquiryPace): Promise<PaymentRow>
  /**
   * Ends the wait of a payment by the word of a person, if its connector, which is asked once more, still
   * does not know the outcome; else that outcome is written, and this refused. Rejects with the store.
   */
  resolve(payment: PaymentRow, resolution: Resolution): Promise<PaymentRow | Refusal>
  /**
   * Writes down what the shopper has brought back in the query of the address, where the connector of the payment
   * needs it, and asks for the outcome. Rejects with the store.
   */
  returned(payment: PaymentRow, query: URLSearchParams): Promise<void>
  /** Takes an answer that no request waits for: late, or received a second time. Never rejects. */
  receive(paymentId: string, told: ConnectorOutcome | LateWord): Promise<void>
  /** The same, and rejects where the answer is not written: it has to be told again. */
  take(paymentId: string, told: ConnectorOutcome | LateWord): Promise<void>
  /** Run when the timers of waiting payments are due. */
  readonly timerHandlers: Readonly<Record<AskedWaitTimer, TimerHandler>>
}

export function createRecovery(parts: RecoveryParts): Recovery {
  const { store, clock, log } = parts
  const lastInquiries = new LastInquiries()
  const lastReturns = new LastInquiries()

  async function onTimer(kind: AskedWaitTimer, timer: TimerRow): Promise<TimerResult> {
    const wait: AskedWait = ASKED_WAITS[kind]
    const payment = await store.read.payment(timer.subjectId)
    if (payment?.state !== wait.state) return 'done'
    const { asked, outcome, wasNotFound } = await inquire(payment, parts)
    const recorded = await recordIfPossible(asked, outcomeWhenDue(wait, asked, outcome), parts)
    if (recorded.state !== wait.state) return 'ended'
    if (outcome.kind !== 'approved') await voidIfUnfound(recorded, parts)
    const nowMs = clock.of(payment.entityId)
    if (wait.isReviewedWhenDue && !(await isInReview(payment, parts))) {
      const noted = await store.commit(noteOverdue(payment, nowMs))
      if (!noted.applied) return { dueAtMs: nowMs }
      log.error({ paymentId: payment.id, connector: payment.connector }, OVERDUE)
    }
    const { maxTransitMs } = await parts.connectorOf(payment.connector)
    const dueAtMs = wait.nextInquiryAt(timer, { nowMs, wasNotFound, maxTransitMs })
    return dueAtMs === undefined ? markForReview(payment, parts) : { dueAtMs }
  }

  async function refresh(payment: PaymentRow, pace: InquiryPace = 'usual'): Promise<PaymentRow> {
    if (!waitsForConnector(payment)) return payment
    const last = pace === 'returned' ? lastReturns : lastInquiries
    if (!last.isDue(payment, clock.of(payment.entityId), pace)) return payment
    const { asked, outcome } = await inquire(payment, parts)
    try {
      return await recordIfPossible(asked, outcome, parts)
    } catch (err) {
      if (!(err instanceof StoreError)) throw err
      // Must not reject: reads work while the store cannot write (R-RD-1). The timer asks again.
      const fields = { err, paymentId: payment.id, outcome: outcome.kind }
      log.error(fields, 'an outcome is not written yet')
      return asked
    }
  }

  return {
    refresh,

    async returned(payment, query) {
      await refresh(await keepReturned(payment, query, parts), 'returned')
    },

    async resolve(payment, resolution) {
      const isUnderWay = parts.intents.isUnderWay(payment.id)
      const nowMs = clock.of(payment.entityId)
      const safeMs = clock.safeNow(payment.entityId)
      const refusal = unresolvable(payment, { nowMs: safeMs, isUnderWay })
      if (refusal !== undefined) return refusal
      const { asked, outcome } = await inquire(payment, parts)
      const isKnown = outcome.kind === 'approved' || outcome.kind === 'declined'
      if (isKnown && !isOfOtherAmount(outcome, payment))
        return toldInstead(await parts.outcomes.close(asked, outcome))
      const forbidden = forbiddenBy(outcome, resolution, payment)
      if (forbidden !== undefined) return forbidden
      const { manual } = resolution
      const written = manualOutcome(resolution, nowMs)
      const resolved = await parts.outcomes.close(asked, written, { manual })
      if (resolved.state === resolution.outcome) return resolved
      return hasOutcome(resolved.state) ? hasItsOutcome(resolved) : tooBusy
    },

    async receive(paymentId, told) {
      try {
        await takeAnswer(paymentId, told, noteApprovalOfFailure, parts)
      } catch (err) {
        const fields = { err, paymentId }
        log.error(fields, 'an answer that came unasked is not written; it will be asked for')
      }
    },

    take: (paymentId, told) => takeAnswer(paymentId, told, writeApprovalOfFailure, parts),

    timerHandlers: {
      paymentRecovery: (timer) => onTimer('paymentRecovery', timer),
      pendingPayment: (timer) => onTimer('pendingPayment', timer),
      takenPayment: (timer) => onTimer('takenPayment', timer),
    },
  }
}

/** What the acquirer has just said that keeps a person from writing this outcome down. */
function forbiddenBy(
  outcome: ConnectorOutcome,
  { outcome: wanted }: Resolution,
  payment: PaymentRow,
): Refusal | undefined {
  if (wanted === 'succeeded') return isOfOtherAmount(outcome, payment) ? otherAmount : undefined
  // It may still approve it: a failure would then have taken the shopper's money.
  return outcome.kind === 'pending' ? stillPending : undefined
}

/** What was approved of a voided payment is there until the void is done: no time ends such a payment. */
function outcomeWhenDue(
  wait: AskedWait,
  payment: PaymentRow,
  outcome: ConnectorOutcome,
): ConnectorOutcome {
  return isVoided(payment) ? outcome : wait.outcomeWhenDue(outcome)
}

/** The times of the last inquiries caused by reads. */
class LastInquiries {
  readonly #askedAtMs = new Map<string, number>()

  /** Whether a read at `nowMs` causes an inquiry; if so, its time is noted. */
  isDue({ id, createdAtMs }: PaymentRow, nowMs: number, pace: InquiryPace): boolean {
    const lastMs = this.#askedAtMs.get(id) ?? (pace === 'usual' ? createdAtMs : 0)
    if (nowMs - lastMs < PACES_MS[pace]) return false
    this.#askedAtMs.delete(id)
    this.#askedAtMs.set(id, nowMs)
    if (this.#askedAtMs.size > MAX_REMEMBERED) {
      this.#askedAtMs.delete(this.#askedAtMs.keys().next().value ?? '')
    }
    return true
  }
}

/** The result of an inquiry. */
interface Inquired {
  /** The payment as it was stored when its connector was asked. */
  readonly asked: PaymentRow
  readonly outcome: ConnectorOutcome
  /** The acquirer does not know the payment; that alone does not prove that it was never sent. */
  readonly wasNotFound: boolean
}

async function inquire(payment: PaymentRow, parts: RecoveryParts): Promise<Inquired> {
  const { intents, log } = parts
  const connector = await parts.connectorOf(payment.connector)
  // Must be read before asking: the time that passes until the answer must not count.
  const known = intents.known(payment)
  const nothingKnown = { outcome: { kind: 'unknown' }, wasNotFound: false } as const
  try {
    const asked = connector.replays === true ? await markAsReplayed(payment, parts) : payment
    if (asked === undefined) return { asked: payment, ...nothingKnown }
    const answer = await connector.inquire(inquiryOf(asked))
    const old =
      payment.state === 'intent' && mayBeOfFirstCharge(payment, answer) ? answer : undefined
    // The acquirer reports the declined first charge, so the second one has not arrived there, or never
    // will.
    const said: InquiryOutcome = old === undefined ? answer : { kind: 'notFound' }
    const outcome = outcomeOfInquiry(said, known, connector.maxTransitMs)
    const wasNotFound = said.kind === 'notFound'
    const found = outcome.kind === 'notSent' ? (old ?? outcome) : outcome
    return { asked, outcome: found, wasNotFound }
  } catch (err) {
    log.error({ err, paymentId: payment.id, connector: connector.name }, 'inquiry failed')
    return { asked: payment, ...nothingKnown }
  }
}

/**
 * Writes the outcome. Where the outcome can never be written, the payment stays as it is: its timer
 * asks at the usual pace until manual review. Rejects only with a store error, after which a later
 * try may succeed.
 */
async function recordIfPossible(
  payment: PaymentRow,
  outcome: ConnectorOutcome,
  { outcomes, log }: RecoveryParts,
): Promise<PaymentRow> {
  try {
    const how = outcome === EXPIRED ? ({ onlyUnchanged: true } as const) : {}
    return await outcomes.close(payment, outcome, how)
  } catch (err) {
    if (err instanceof StoreError) throw err
    const fields = { err, paymentId: payment.id, outcome: outcome.kind }
    log.error(fields, 'an outcome cannot be written')
    return payment
  }
}

const OVERDUE =
  'an acquirer has not told the result of what it has accepted, and its usual time is over: look there by hand'

async function isInReview({ id }: PaymentRow, { store }: RecoveryParts): Promise<boolean> {
  return (await store.read.events(id)).at(-1)?.kind === 'review'
}

/** Ends the inquiries and marks the payment for manual review. Its result code still says "pending". */
async function markForReview(
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
  told: ConnectorOutcome | LateWord,
  note: typeof writeApprovalOfFailure,
  parts: RecoveryParts,
): Promise<void> {
  const { store, outcomes, log } = parts
  const payment = await store.read.payment(paymentId)
  // What is still waited for has failed, in whatever words it is told.
  const outcome = told.kind === 'failedLater' ? { ...told, kind: 'declined' as const } : told
  // The answer may belong to either of two charges: an inquiry by the timer decides, or has decided.
  if (payment !== undefined && mayBeOfFirstCharge(payment, outcome)) return
  const isAwaited = payment !== undefined && waitsForConnector(payment)
  const current = isAwaited ? await outcomes.close(payment, outcome) : payment
  // Of one that was awaited only where another answer has called it done at the same moment.
  const late = current && lateWordOf(current, told)
  if (late !== undefined) {
    await recordLateFailure(paymentId, late, parts)
  } else if (current?.state === 'failed' && outcome.kind === 'approved') {
    await note(current, parts)
  } else if (!isAwaited && (payment === undefined || contradicts(payment, outcome))) {
    const fields = { paymentId, state: payment?.state, outcome: outcome.kind }
    log.error(fields, 'an acquirer contradicts its earlier answer: ask it by hand')
  }
}

/** The failure of a success: told as one, or the decline of what was only accepted and counts as done. */
function lateWordOf(payment: PaymentRow, told: ConnectorOutcome | LateWord): LateWord | undefined {
  if (payment.state !== 'succeeded') return undefined
  if (told.kind === 'failedLater') return told
  const isUnconfirmed = readDetails(payment).isUnconfirmed === true
  return told.kind === 'declined' && isUnconfirmed ? { ...told, kind: 'failedLater' } : undefined
}

/** Whether a late answer contradicts the recorded outcome, which stays; the contradiction is logged. */
function contradicts(payment: PaymentRow, outcome: ConnectorOutcome): boolean {
  if (isOpen(outcome)) return false
  return (outcome.kind === 'approved') !== (payment.state === 'succeeded')
}

function isOpen({ kind }: ConnectorOutcome): boolean {
  return kind === 'unknown' || kind === 'pending' || kind === 'taken'
}
