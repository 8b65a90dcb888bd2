import { DAY_MS } from '../../../common/durations.ts'
import { formatAmount, type Money, parseAmount } from '../../../common/money.ts'
import { limitAt } from '../../entities/second-person-limit.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import type { KeyInUse } from '../../http/idempotency/idempotency.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { ChangePart, CommitParticipant } from '../../store/commit-parts.ts'
import type { OperationRequestRow, PaymentRow } from '../../store/port.ts'
import type { Resolution } from '../record/resolution.ts'
import type { AdminRequest } from '../request-answer.ts'

/** What may be asked for by hand about the payments of one family: as many as the store lists. */
const MAX_ASKED_OF_FAMILY = 1000

const tooManyAsked: Refusal = refuse('200.300.404', {
  description: `People have asked for ${MAX_ASKED_OF_FAMILY} operations of this payment and of what refers to it already: use an access token`,
})

/** Requests of one payment that wait for a second person: else the list of all could be filled by one. */
const MAX_WAITING_OF_PAYMENT = 3

const tooManyWaiting: Refusal = refuse('700.400.570', {
  status: 409,
  description: `${MAX_WAITING_OF_PAYMENT} requests about this payment wait for a second person already: let them be decided first`,
})

/** Why no more may be asked for, or counted, about a family. `before`: what was asked for about it. */
export function asksTooOften(before: readonly OperationRequestRow[]): Refusal | undefined {
  return before.length >= MAX_ASKED_OF_FAMILY ? tooManyAsked : undefined
}

/** Why no more may be asked for about a payment. `before`: what was asked for about its family. */
export function asksTooMuch(
  before: readonly OperationRequestRow[],
  { paymentId, nowMs }: { readonly paymentId: string; readonly nowMs: number },
): Refusal | undefined {
  const tooOften = asksTooOften(before)
  if (tooOften !== undefined) return tooOften
  const waiting = before.filter((one) => one.paymentId === paymentId && isWaiting(one, nowMs))
  return waiting.length >= MAX_WAITING_OF_PAYMENT ? tooManyWaiting : undefined
}

/** How long a second person has time. */
export const APPROVAL_MS = 7 * DAY_MS

/** What was moved so shortly before counts together: a large amount must not pass in small parts. */
const COUNTED_MS = DAY_MS

/**
 * Whether an operation of this amount needs a second person: with what was made by hand of the same family
 * since a day, it moves more than the merchant's limit.
 */
export function needsSecondPerson(
  { minor, currency }: Money,
  {
    settings,
    before,
    nowMs,
  }: {
    readonly settings: Pick<EntitySettings, 'secondPersonAbove' | 'earlierLimits'>
    readonly before: readonly OperationRequestRow[]
    readonly nowMs: number
  },
): boolean {
  const limit = limitAt(settings, currency, nowMs)
  if (limit === undefined) return false
  const most = parseAmount(limit, currency)
  const counted = before
    .filter(({ state, updatedAtMs }) => state === 'made' && updatedAtMs > nowMs - COUNTED_MS)
    .reduce((sum, { amountMinor }) => sum + amountMinor, minor)
  // Settings are checked when they are written; a limit that cannot be read must not let anything pass.
  return typeof most === 'string' || counted > most.minor
}

/** Whether a second person may still decide. */
export function isWaiting({ state, createdAtMs }: OperationRequestRow, nowMs: number): boolean {
  return state === 'waiting' && nowMs < createdAtMs + APPROVAL_MS
}

export function shownRequest(row: OperationRequestRow, nowMs: number): AdminRequest {
  const { id, paymentId, paymentType, amountMinor, currency, reason, askedBy, state } = row
  const resolution = askedResolutionOf(row)
  const isOver = state === 'waiting' && !isWaiting(row, nowMs)
  return {
    id,
    paymentId,
    paymentType,
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    reason,
    ...(resolution && { outcome: resolution.outcome, evidence: resolution.evidence }),
    askedBy,
    askedAt: wireTimestamp(row.createdAtMs),
    state: isOver ? 'expired' : state,
    ...(row.decidedBy === null
      ? {}
      : { decidedBy: row.decidedBy, decidedAt: wireTimestamp(row.updatedAtMs) }),
    ...(row.decisionReason === null ? {} : { decisionReason: row.decisionReason }),
    ...(row.madeId === null ? {} : { madeId: row.madeId }),
  }
}

/** The CB or CR that was booked; `gone`: there was nothing to enter any more. */
type AskedDisputeOutcome = { readonly madeId: string } | 'gone' | Refusal | KeyInUse

/**
 * Enters what a person has asked for of a dispute, and a second one allows: the port between what waits for a
 * second person and the feature that keeps disputes. `load` is asked before each try; `undefined`: it does not
 * wait any more. What `also` answers goes into the same commit. Rejects with the store.
 */
export type EnterAskedDispute = (
  load: () => Promise<OperationRequestRow | undefined>,
  also: (request: OperationRequestRow, madeId: string) => readonly ChangePart[],
) => Promise<AskedDisputeOutcome>

/** An outcome that a person has asked to be written down, as its request keeps it. */
interface AskedResolution extends Pick<Resolution, 'outcome'> {
  /** Of a failure; absent: "declined, no reason given". */
  readonly code?: string
  readonly evidence: string
}

/** What a request keeps as its `report`. */
export function reportOfResolution(resolution: AskedResolution): string {
  return JSON.stringify({ resolution })
}

/** The outcome that a request is about; `undefined`: it is about something else. */
export function askedResolutionOf({
  report,
}: Pick<OperationRequestRow, 'report'>): AskedResolution | undefined {
  if (report === null) return undefined
  // Written by `reportOfResolution` only.
  return (JSON.parse(report) as { readonly resolution?: AskedResolution }).resolution
}

/**
 * Writes down an outcome that a person has asked for, and a second one allows: the port between what waits for a
 * second person and the feature that writes outcomes down. The participants go into its commit.
 */
export type ResolveAsked = (
  payment: PaymentRow,
  asked: Pick<OperationRequestRow, 'report' | 'reason'> & { readonly by: string },
  participants: readonly CommitParticipant[],
) => Promise<PaymentRow | Refusal>
