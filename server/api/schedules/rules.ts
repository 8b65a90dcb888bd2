import type { Money } from '../../../common/money.ts'
import type { Change, ScheduleRow, ScheduleStep, TimerRow } from '../../engine/store/port.ts'
import { afterDecline, MAX_RETRIES, RETRY_PERIOD_MS } from './advice.ts'
import { endOf, endWhenStopped, nextRunOf, type Plan } from './plan.ts'

/** The data of a new plan. */
export interface NewSchedule {
  readonly id: string
  /** That of its chain, where it replaces another plan. */
  readonly before?: Pick<ScheduleRow, 'chainId' | 'startsAtMs' | 'nextRunAtMs' | 'runs'>
  readonly entityId: string
  readonly registrationId: string
  readonly amount: Money
  /** As it is stored. */
  readonly request: string
  readonly plan: Plan
  readonly nowMs: number
}

/** A new plan; without a run where it never comes due. */
export function newSchedule(made: NewSchedule): ScheduleRow {
  const { id, before, amount, plan, nowMs } = made
  const startsAtMs = plan.startMs ?? before?.startsAtMs ?? nowMs
  const endsAtMs = endOf(plan, startsAtMs)
  // A plan that takes the place of another goes on with its instalments.
  const runs = plan.maxRuns === undefined ? 0 : (before?.runs ?? 0)
  const afterMs = paidUntil(before?.nextRunAtMs ?? null, nowMs)
  return {
    id,
    entityId: made.entityId,
    registrationId: made.registrationId,
    chainId: before?.chainId ?? id,
    state: 'active',
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
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
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

type Set = Omit<ScheduleStep, 'updatedAtMs'>

/** What a run sets when its payment is stored. */
export function beginRun(row: ScheduleRow, due: DueRun, run: RunPayment): Set {
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
}

/** What the outcome of the latest run sets; `row` is the schedule after the run began. */
export function endRun(row: ScheduleRow, outcome: RunOutcome, nowMs: number): Set {
  if (outcome.succeeded) return over(row)
  const after = afterDecline(outcome.resultCode, outcome.adviceCode)
  switch (after.kind) {
    case 'stop':
      return ended('advice')
    case 'giveUp':
      return over(row)
    case 'retry':
      return retryAt(row, nowMs + after.afterMs)
  }
}

/** When a failed run is tried again. If a planned run comes earlier, that replaces the try. */
function retryAt(row: ScheduleRow, atMs: number): Set {
  const { lastRunAtMs, nextRunAtMs, retries } = row
  const isLate = lastRunAtMs === null || atMs > lastRunAtMs + RETRY_PERIOD_MS
  const isReplaced = nextRunAtMs !== null && atMs >= nextRunAtMs
  if (retries >= MAX_RETRIES || isLate || isReplaced) return over(row)
  return { runState: 'retrying', retryAtMs: atMs }
}

function over({ nextRunAtMs }: ScheduleRow): Set {
  return nextRunAtMs === null ? ended('noMoreRuns') : { runState: 'over', retryAtMs: null }
}

/**
 * What a run sets whose outcome is still not known; `undefined`: it is waited for. After the time of all
 * retries the outcome would change nothing.
 */
export function overWithoutOutcome(row: ScheduleRow, nowMs: number): Set | undefined {
  const { lastRunAtMs } = row
  return lastRunAtMs !== null && nowMs > lastRunAtMs + RETRY_PERIOD_MS ? over(row) : undefined
}

/** Ends a schedule by itself. */
export function ended(endReason: NonNullable<ScheduleRow['endReason']>): Set {
  return { state: 'ended', endReason, runState: 'over', nextRunAtMs: null, retryAtMs: null }
}

/** What a stop by the merchant sets: at once, or after the runs of the notice. */
export function stopped(row: ScheduleRow, plan: Plan, nowMs: number): Set {
  const stoppedAtMs = endWhenStopped(plan, row.startsAtMs, nowMs)
  const endsAtMs = Math.min(stoppedAtMs, row.endsAtMs ?? stoppedAtMs)
  const { nextRunAtMs } = row
  if (nextRunAtMs !== null && nextRunAtMs <= endsAtMs) return { endsAtMs }
  return { state: 'descheduled', endsAtMs, nextRunAtMs: null, retryAtMs: null, runState: 'over' }
}

/** A step and the row after it. */
export function stepSchedule(
  row: ScheduleRow,
  set: Set,
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

/** When a schedule has something to do next; `undefined`: never. */
export function dueAt(row: ScheduleRow, nowMs: number): number | undefined {
  if (row.state !== 'active') return undefined
  const times = [
    row.nextRunAtMs,
    row.retryAtMs,
    row.runState === 'waiting' ? nowMs + FIRST_LOOK_MS : null,
  ]
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Inserts a schedule with the timer of its first run. */
export function insertSchedule(row: ScheduleRow): Change[] {
  const timer: TimerRow = {
    kind: 'scheduleRun',
    subjectId: row.id,
    entityId: row.entityId,
    dueAtMs: row.nextRunAtMs ?? row.createdAtMs,
    attempts: 0,
    createdAtMs: row.createdAtMs,
    version: 1,
  }
  return [
    { kind: 'insertSchedule', row },
    { kind: 'insertTimer', row: timer },
  ]
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
