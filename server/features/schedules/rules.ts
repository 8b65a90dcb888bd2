import { DAY_MS } from '../../../common/durations.ts'
import type { Money } from '../../../common/money.ts'
import type { Change, ScheduleRow, ScheduleStep, TimerRow } from '../../store/port.ts'
import { afterDecline, MAX_RETRIES, RETRY_PERIOD_MS } from './advice.ts'
import { LAST_MOMENT_MS } from './calendar.ts'
import { endOf, endWhenStopped } from './ends.ts'
import type { ScheduleEvent } from './event.ts'
import { nextRunOf, type Plan } from './plan.ts'

/** The data of a new plan. */
export interface NewSchedule {
  readonly id: string
  /** The plan that it replaces. */
  readonly before?: ScheduleRow
  readonly entityId: string
  readonly registrationId: string
  readonly amount: Money
  /** As it is stored. */
  readonly request: string
  readonly plan: Plan
  /** Absent: it does not expire. */
  readonly cardEndsAtMs?: number | undefined
  readonly nowMs: number
}

/** A new plan; without a run where it never comes due. */
export function newSchedule(made: NewSchedule): ScheduleRow {
  const { id, before, amount, plan, nowMs } = made
  const isPaused = isPausedByMerchant(before)
  const startsAtMs = plan.startMs ?? before?.startsAtMs ?? nowMs
  const endsAtMs = endOf(plan, startsAtMs)
  // A plan that takes the place of another goes on with its instalments.
  const runs = plan.maxRuns === undefined ? 0 : (before?.runs ?? 0)
  const dueAtMs = isPaused ? null : (before?.nextRunAtMs ?? null)
  // A new term includes the moment at which it begins.
  const afterMs = before === undefined ? nowMs - 1 : paidUntil(dueAtMs, nowMs)
  return {
    id,
    entityId: made.entityId,
    registrationId: made.registrationId,
    chainId: before?.chainId ?? id,
    state: isPaused ? 'paused' : 'active',
    pauseReason: isPaused ? 'merchant' : null,
    endReason: null,
    amountMinor: amount.minor,
    currency: amount.currency,
    request: made.request,
    startsAtMs,
    endsAtMs,
    nextRunAtMs: hasRunsLeft(plan, runs) ? nextRunOf(plan, endsAtMs, afterMs) : null,
    lastRunAtMs: null,
    lastPaymentId: null,
    runState: 'none',
    retryAtMs: null,
    retries: 0,
    runs,
    pastDueSinceMs: before?.pastDueSinceMs ?? null,
    cardLookAtMs: firstCardLook(made),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
    ...unpaidRunOf(made),
  }
}

/** A plan that its merchant has paused stays paused when it is changed. */
function isPausedByMerchant(row: ScheduleRow | undefined): boolean {
  return row?.state === 'paused' && row.pauseReason === 'merchant'
}

/**
 * With another card a run that waits to be paid again is paid at once, and the outcome of one that is under way is
 * waited for. With the same card it is given up.
 */
function unpaidRunOf({ before, registrationId, amount, nowMs }: NewSchedule) {
  if (before === undefined || before.registrationId === registrationId) return {}
  if (before.amountMinor !== amount.minor || before.currency !== amount.currency) return {}
  const { runState, retries, lastRunAtMs, lastPaymentId } = before
  const run = { runState, retries, lastRunAtMs, lastPaymentId }
  if (runState === 'waiting') return run
  return runState === 'retrying' ? { ...run, retryAtMs: nowMs } : {}
}

/** Whether a plan has nothing to pay, and nothing to wait for. */
export function isNeverDue({ nextRunAtMs, runState }: ScheduleRow): boolean {
  return nextRunAtMs === null && runState !== 'retrying' && runState !== 'waiting'
}

/** How long before its card expires a schedule reports it. */
const CARD_NOTICE_MS = 30 * DAY_MS

/** What was reported of a card is not reported again when its plan is changed. */
function firstCardLook({ before, registrationId, cardEndsAtMs, nowMs }: NewSchedule) {
  if (before?.registrationId === registrationId) return before.cardLookAtMs
  return cardEndsAtMs === undefined ? null : Math.max(cardEndsAtMs - CARD_NOTICE_MS, nowMs)
}

/**
 * What a look at the card sets, `cardEndsAtMs` as its registration has it now: an expired one is charged
 * no more, and one that is about to expire is reported once.
 */
export function lookAtCard(
  row: ScheduleRow,
  cardEndsAtMs: number | undefined,
  nowMs: number,
): ReportedSet {
  if (cardEndsAtMs === undefined) return { set: { cardLookAtMs: null } }
  if (nowMs >= cardEndsAtMs) return { set: paused(row, 'cardExpired'), event: 'paused' }
  const noticeAtMs = cardEndsAtMs - CARD_NOTICE_MS
  if (nowMs < noticeAtMs) return { set: { cardLookAtMs: noticeAtMs } }
  return { set: { cardLookAtMs: cardEndsAtMs }, event: 'cardExpires' }
}

/** Whether it has not ended: its chain goes on with it. */
export function isCurrent({ state }: Pick<ScheduleRow, 'state'>): boolean {
  return state === 'active' || state === 'paused'
}

function hasRunsLeft({ maxRuns = Infinity }: Plan, runs: number): boolean {
  return runs < maxRuns
}

/**
 * Up to when nothing is left to pay. A run of the plan before that is due, and not paid yet, would be lost
 * when its plan is replaced, so the new one begins with it.
 */
function paidUntil(dueAtMs: number | null, nowMs: number): number {
  return dueAtMs === null ? nowMs : Math.min(dueAtMs - 1, nowMs)
}

/** A run that is due: one of the plan, or another try of the latest one. */
export interface DueRun {
  readonly kind: 'planned' | 'retry'
  readonly dueAtMs: number
}

/** Of several planned runs that were missed, one is due: the first. It makes up for all of them. */
export function dueRun(row: ScheduleRow, nowMs: number): DueRun | undefined {
  const { nextRunAtMs, retryAtMs } = row
  if (nextRunAtMs !== null && nextRunAtMs <= nowMs) return { kind: 'planned', dueAtMs: nextRunAtMs }
  if (retryAtMs !== null && retryAtMs <= nowMs) return { kind: 'retry', dueAtMs: retryAtMs }
  return undefined
}

export type SetOfStep = Omit<ScheduleStep, 'updatedAtMs'>

/** A change, and what it is reported as; absent: not at all. */
export interface ReportedSet {
  readonly set: SetOfStep
  readonly event?: ScheduleEvent
}

/** What a run sets when its payment is stored. */
export function beginRun(row: ScheduleRow, due: DueRun, run: RunPayment): SetOfStep {
  const begun = { runState: 'waiting', retryAtMs: null, lastPaymentId: run.paymentId } as const
  if (due.kind === 'retry') return { ...begun, retries: row.retries + 1 }
  const afterMs = Math.max(run.nowMs, due.dueAtMs)
  const runs = row.runs + 1
  return {
    ...begun,
    retries: 0,
    runs,
    lastRunAtMs: due.dueAtMs,
    nextRunAtMs: hasRunsLeft(run.plan, runs) ? nextRunOf(run.plan, row.endsAtMs, afterMs) : null,
  }
}

export interface RunPayment {
  readonly paymentId: string | null
  readonly plan: Plan
  readonly nowMs: number
}

/** How the payment of a run ended. */
export interface RunOutcome {
  readonly succeeded: boolean
  readonly resultCode: string
  readonly adviceCode: string | undefined
  /** It was paid with the card before, which the plan does not charge any more. */
  readonly isOfCardBefore?: boolean
}

/** A decline of another card says nothing about the one that is charged now. */
const RETRY_AT_ONCE = { kind: 'retry', afterMs: 0 } as const

/** What the outcome of the latest run sets; `row` is the schedule after the run began. */
export function endRun(row: ScheduleRow, outcome: RunOutcome, nowMs: number): ReportedSet {
  const { pastDueSinceMs, lastRunAtMs } = row
  if (outcome.succeeded) {
    const paid = { set: { ...over(row), pastDueSinceMs: null } }
    return pastDueSinceMs === null ? paid : { ...paid, event: 'recovered' }
  }
  const after = outcome.isOfCardBefore
    ? RETRY_AT_ONCE
    : afterDecline(outcome.resultCode, outcome.adviceCode)
  if (after.kind === 'stop') return { set: ended('advice') }
  const since = { pastDueSinceMs: pastDueSinceMs ?? lastRunAtMs }
  const retryAtMs = after.kind === 'retry' ? retryAt(row, nowMs + after.afterMs) : undefined
  if (retryAtMs === undefined) return { set: { ...over(row), ...since }, event: 'unpaid' }
  const waits = { set: { runState: 'retrying', retryAtMs, ...since } } as const
  return row.retries === 0 ? { ...waits, event: 'pastDue' } : waits
}

/**
 * When a failed run is tried again; `undefined`: not any more. If a planned run comes earlier, that
 * replaces the try.
 */
function retryAt(row: ScheduleRow, atMs: number): number | undefined {
  const { state, lastRunAtMs, nextRunAtMs, retries } = row
  const isLate = lastRunAtMs === null || atMs > lastRunAtMs + RETRY_PERIOD_MS
  const isReplaced = nextRunAtMs !== null && atMs >= nextRunAtMs
  const isOver = retries >= MAX_RETRIES || isLate || isReplaced || state === 'paused'
  return isOver ? undefined : atMs
}

function over({ nextRunAtMs }: ScheduleRow): SetOfStep {
  return nextRunAtMs === null ? ended('noMoreRuns') : { runState: 'over', retryAtMs: null }
}

/**
 * What a run sets whose outcome is still not known; `undefined`: it is waited for. After the time of all
 * retries the outcome would change nothing.
 */
export function overWithoutOutcome(row: ScheduleRow, nowMs: number): SetOfStep | undefined {
  const { lastRunAtMs } = row
  return lastRunAtMs !== null && nowMs > lastRunAtMs + RETRY_PERIOD_MS ? over(row) : undefined
}

/** Ends a schedule by itself. */
export function ended(endReason: NonNullable<ScheduleRow['endReason']>): SetOfStep {
  return { ...neverAgain, state: 'ended', endReason }
}

const neverAgain = {
  pauseReason: null,
  runState: 'over',
  nextRunAtMs: null,
  retryAtMs: null,
} as const

/** What the plan sets that another one takes the place of. */
export const replaced: SetOfStep = { ...neverAgain, state: 'replaced' }

/** What a pause sets. A run whose outcome is not known is still waited for; a declined one is given up. */
export function paused(row: ScheduleRow, pauseReason: ScheduleRow['pauseReason']): SetOfStep {
  const runState = row.runState === 'retrying' ? 'over' : row.runState
  return { state: 'paused', pauseReason, retryAtMs: null, runState }
}

/**
 * What the end of a pause sets: runs that were due while the merchant had paused it are left out, the one
 * that had no valid card is paid. `undefined`: no run is left.
 */
export function resumed(row: ScheduleRow, plan: Plan, nowMs: number): SetOfStep | undefined {
  const { nextRunAtMs: dueAtMs, endsAtMs, runState } = row
  const isLeftOut = dueAtMs !== null && isPausedByMerchant(row)
  const nextRunAtMs = isLeftOut ? nextRunOf(plan, endsAtMs, nowMs) : dueAtMs
  if (nextRunAtMs === null && runState !== 'waiting') return undefined
  return { state: 'active', pauseReason: null, nextRunAtMs }
}

/**
 * What another try that a person asks for sets: the latest run is paid at once, however often it was tried. `undefined`:
 * nothing is unpaid, or its outcome is waited for.
 */
export function retriedNow(row: ScheduleRow, nowMs: number): SetOfStep | undefined {
  const { state, runState, pastDueSinceMs } = row
  const isUnpaid = runState === 'retrying' || pastDueSinceMs !== null
  return state === 'active' && isUnpaid && runState !== 'waiting'
    ? { runState: 'retrying', retryAtMs: nowMs }
    : undefined
}

/** Whether its latest run may still be paid, with the amount and the card of whatever plan is then the present one. */
export function mayPayAgain({ runState, pastDueSinceMs }: ScheduleRow): boolean {
  return runState === 'retrying' || runState === 'waiting' || pastDueSinceMs !== null
}

/** What a stop by the merchant sets: at once, or after the runs of the notice. */
export function stopped(row: ScheduleRow, plan: Plan, nowMs: number): SetOfStep {
  const lastMs = endWhenStopped(plan, row.startsAtMs, nowMs)
  const endsAtMs = Math.min(lastMs ?? nowMs, row.endsAtMs ?? Infinity)
  const { nextRunAtMs } = row
  const hasRuns = lastMs !== undefined && nextRunAtMs !== null && nextRunAtMs <= endsAtMs
  if (hasRuns && row.state !== 'paused') return { endsAtMs }
  return { ...neverAgain, state: 'descheduled', endsAtMs }
}

/** A step and the row after it. */
export function stepSchedule(
  row: ScheduleRow,
  set: SetOfStep,
  nowMs: number,
): { readonly change: Change; readonly after: ScheduleRow } {
  const { id, version } = row
  const whole = { ...set, updatedAtMs: nowMs }
  return {
    change: { kind: 'stepSchedule', id, expectedVersion: version, set: whole },
    after: { ...row, ...whole, version: version + 1 },
  }
}

/** Time from a payment with unknown outcome to the first check of its outcome. */
export const FIRST_LOOK_MS = 60_000

/**
 * When a schedule has something to do next, if the outcome of a payment is looked for after `lookMs`;
 * `undefined`: never.
 */
export function dueAt(
  row: ScheduleRow,
  nowMs: number,
  lookMs: number = FIRST_LOOK_MS,
): number | undefined {
  if (!isCurrent(row)) return undefined
  const { nextRunAtMs, retryAtMs, cardLookAtMs } = row
  const times = row.state === 'paused' ? [endOfPause(row)] : [nextRunAtMs, retryAtMs, cardLookAtMs]
  if (row.runState === 'waiting') times.push(nowMs + lookMs)
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** When a paused schedule ends by itself; its timer waits for that, or for the end of all schedules. */
function endOfPause({ endsAtMs }: ScheduleRow): number {
  return endsAtMs === null ? LAST_MOMENT_MS : endsAtMs + 1
}

/** Whether a paused schedule would have no run any more. */
export function hasEndedPaused(row: ScheduleRow, nowMs: number): boolean {
  return row.state === 'paused' && endOfPause(row) <= nowMs
}

/** Inserts a schedule with the timer of its first run. */
export function insertSchedule(row: ScheduleRow): Change[] {
  return [{ kind: 'insertSchedule', row }, insertTimer(row)]
}

/** The timer of what a schedule has to do next. */
export function insertTimer(schedule: ScheduleRow): Change {
  const { id, entityId, updatedAtMs: nowMs } = schedule
  const row: TimerRow = {
    kind: 'scheduleRun',
    subjectId: id,
    entityId,
    dueAtMs: dueAt(schedule, nowMs) ?? nowMs,
    attempts: 0,
    createdAtMs: nowMs,
    version: 1,
  }
  return { kind: 'insertTimer', row }
}

/** Moves the claimed timer of a schedule to its next work, or ends it. */
export function moveTimer(timer: TimerRow, after: ScheduleRow, nowMs: number): Change {
  const { subjectId, version } = timer
  const due = dueAt(after, nowMs)
  const named = { timer: 'scheduleRun', subjectId, expectedVersion: version } as const
  return due === undefined
    ? { kind: 'endTimer', ...named }
    : { kind: 'stepTimer', ...named, dueAtMs: due, attempts: 0 }
}

/** Ends the timer of a schedule, even if a process has claimed it. */
export function endTimerOf({ id }: ScheduleRow): Change {
  return { kind: 'endTimer', timer: 'scheduleRun', subjectId: id, expectedVersion: null }
}
