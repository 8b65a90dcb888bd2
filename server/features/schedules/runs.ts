import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '../../../common/durations.ts'
import type { Access } from '../../entities/access.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { TimerHandler, TimerResult } from '../../kernel/timers/timers.ts'
import {
  detailsOf,
  hasOutcome,
  type Notifications,
  type NotifiedEntity,
  type PaymentService,
  type PreparedPayment,
  type PrepareParts,
  prepareFirst,
} from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import { type CommitParticipant, commitParts } from '../../store/commit-parts.ts'
import type { ChangeSet, PaymentRow, ScheduleRow, Store, TimerRow } from '../../store/port.ts'
import { cardEndOf } from './card-end.ts'
import { withHalfOpenTerm } from './earlier-rows.ts'
import type { ScheduleEvent } from './event.ts'
import { scheduleChanges } from './notified.ts'
import { planOf } from './plan.ts'
import { requestOf, runTypeOf, runValues, seriesOfRun } from './request.ts'
import {
  beginRun,
  type DueRun,
  dueAt,
  dueRun,
  ended,
  endRun,
  FIRST_LOOK_MS,
  hasEndedPaused,
  isCurrent,
  isNeverDue,
  lookAtCard,
  moveTimer,
  overWithoutOutcome,
  type ReportedSet,
  type RunOutcome,
  type SetOfStep,
  stepSchedule,
} from './rules.ts'

export interface RunParts extends PrepareParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly access: Pick<Access, 'channelOf'>
  readonly payments: PaymentService
  readonly notifications: Notifications
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/** Maximum pause between checks of an unknown outcome, after pauses of 1, 2, 4, … minutes. */
const MAX_LOOK_MS = DAY_MS

/** How long a run waits after too many conflicts. */
const BUSY_MS = 60_000

/** The refusals after which no run can be paid: the registration is gone, or its series is over. */
const END_REASONS: ReadonlyMap<string, NonNullable<ScheduleRow['endReason']>> = new Map([
  ['100.150.200', 'registration'],
  ['100.150.202', 'registration'],
  ['100.150.203', 'registration'],
  ['100.150.300', 'noMoreRuns'],
])

/** The advice code for a run without a payment: its cause is a setting, which may be corrected in a day. */
const TRY_TOMORROW = '25'

/**
 * Carries out the runs of schedules. The payment, the step of the schedule and the move of its timer
 * share a commit: so a run is paid exactly once, even if a process dies at any point.
 */
export function createScheduleRuns(parts: RunParts): TimerHandler {
  const { store, clock } = parts
  return async (timer) => {
    const stored = await store.read.schedule(timer.subjectId)
    if (stored === undefined || !isCurrent(stored)) return 'done'
    const row = withHalfOpenTerm(stored)
    const nowMs = clock.of(row.entityId)
    if (row.runState === 'waiting' && (await noteOutcome(row, timer, parts))) return 'ended'
    if (hasEndedPaused(row, nowMs) || (row.state === 'active' && isNeverDue(row))) {
      await step({ row, timer, nowMs }, { set: ended('noMoreRuns') }, parts)
      return 'ended'
    }
    if (row.state === 'paused') return laterLook(row, timer, nowMs)
    if (row.cardLookAtMs !== null && row.cardLookAtMs <= nowMs) {
      const cardEndsAtMs = await cardEndOf(row.registrationId, parts)
      await step({ row, timer, nowMs }, lookAtCard(row, cardEndsAtMs, nowMs), parts)
      return 'ended'
    }
    if (dueRun(row, nowMs) !== undefined) return pay({ row, timer }, parts)
    return laterLook(row, timer, nowMs)
  }
}

function laterLook(row: ScheduleRow, { attempts }: TimerRow, nowMs: number): TimerResult {
  const lookMs = Math.min(FIRST_LOOK_MS * 2 ** Math.min(attempts, 20), MAX_LOOK_MS)
  const due = dueAt(row, nowMs, lookMs)
  return due === undefined ? 'done' : { dueAtMs: due }
}

/** Records the outcome of the latest run, if it is known now. */
async function noteOutcome(row: ScheduleRow, timer: TimerRow, parts: RunParts): Promise<boolean> {
  const payment = await parts.store.read.payment(row.lastPaymentId ?? '')
  const nowMs = parts.clock.of(row.entityId)
  const isUnknown = payment !== undefined && !hasOutcome(payment.state)
  const set = isUnknown ? overWithoutOutcome(row, nowMs) : undefined
  if (isUnknown && set === undefined) return false
  const end = set === undefined ? endRun(row, outcomeOf(payment, row), nowMs) : { set }
  await step({ row, timer, nowMs }, end, parts)
  return true
}

async function step(
  claimed: Omit<TimedRow, 'entity'>,
  change: ReportedSet,
  parts: RunParts,
): Promise<void> {
  const entity = await parts.notifications.of(claimed.row.entityId)
  await write(stepAndTimer({ ...claimed, entity }, change), parts)
}

function outcomeOf(
  payment: PaymentRow | undefined,
  { registrationId }: Pick<ScheduleRow, 'registrationId'>,
): RunOutcome {
  if (payment === undefined) throw new Error('The payment of a schedule is gone')
  const { resultDetails, registrationId: paidWith } = detailsOf(payment)
  return {
    succeeded: payment.state === 'succeeded',
    resultCode: payment.resultCode,
    adviceCode: resultDetails?.MerchantAdviceCode,
    isOfCardBefore: paidWith !== registrationId,
  }
}

interface TimedRow {
  /** Reports the end of the schedule to webhooks. */
  readonly entity: NotifiedEntity
  readonly row: ScheduleRow
  readonly timer: TimerRow
  readonly nowMs: number
}

function stepAndTimer(
  { row, timer, nowMs, entity }: TimedRow,
  { set, event }: ReportedSet,
): ChangeSet {
  const { change, after } = stepSchedule(row, set, nowMs)
  const reported: ScheduleEvent | undefined = after.state === 'ended' ? 'ended' : event
  const notices = reported === undefined ? [] : scheduleChanges(after, reported, entity)
  return [change, moveTimer(timer, after, nowMs), ...notices]
}

/** A conflict is ignored: another process, or the merchant, has changed the schedule meanwhile. */
async function write(changes: ChangeSet, { store }: RunParts): Promise<void> {
  await commitParts(store, [{ owner: 'schedule', changes }])
}

/** A schedule and its timer: as they were claimed, or as they were read after a conflict. */
type ReadRun = Pick<TimedRow, 'row' | 'timer'>

async function pay(claimed: ReadRun, parts: RunParts): Promise<TimerResult> {
  let known: ReadRun | undefined = claimed
  let read: LoadedRun | undefined
  const paid = await parts.payments.pay(async () => {
    // The first try takes what the claim and the handler have read: its commit is guarded by both versions.
    const latest = known ?? (await readAgain(claimed.timer, parts))
    known = undefined
    read = latest && (await loadRun(latest, parts))
    return read === undefined ? notDue : prepareRun(read, parts)
  })
  if (!isRefusal(paid) || read === undefined) return 'ended'
  return afterRefusal(read, paid, parts)
}

interface LoadedRun extends TimedRow {
  readonly due: DueRun
}

/** `undefined`: the claim is over, or the schedule is. */
async function readAgain(claimed: TimerRow, { store }: RunParts): Promise<ReadRun | undefined> {
  const [row, timer] = await Promise.all([
    store.read.schedule(claimed.subjectId),
    store.read.timer(claimed.kind, claimed.subjectId),
  ])
  if (row?.state !== 'active' || timer?.version !== claimed.version) return undefined
  return { row: withHalfOpenTerm(row), timer }
}

/** `undefined`: nothing is due any more. */
async function loadRun(
  { row, timer }: ReadRun,
  { clock, notifications }: RunParts,
): Promise<LoadedRun | undefined> {
  const nowMs = clock.of(row.entityId)
  const due = dueRun(row, nowMs)
  const entity = await notifications.of(row.entityId)
  return due && { row, timer, nowMs, due, entity }
}

async function prepareRun(run: LoadedRun, parts: RunParts): Promise<PreparedPayment | Refusal> {
  const { row, due, nowMs } = run
  const channel = await parts.access.channelOf(row.entityId)
  if (isRefusal(channel)) return channel
  const request = requestOf(row)
  return prepareFirst(
    {
      channel,
      values: runValues(request),
      paymentTypeFor: () => runTypeOf(request),
      participants: [participantOf(run)],
      seriesOfRun: await seriesOfRun(run, parts.store),
      shown: {
        source: due.kind === 'planned' ? 'SCHEDULER' : 'MACRETRY',
        scheduleId: row.id,
      },
      nowMs,
    },
    parts,
  )
}

/** Steps the schedule in the first commit of the payment. */
function participantOf(run: LoadedRun): CommitParticipant {
  const { row, due, nowMs } = run
  const plan = planOf(requestOf(row))
  const begun = (payment: PaymentRow) => beginRun(row, due, { paymentId: payment.id, plan, nowMs })
  return {
    owner: 'schedule',
    opened: (payment) => stepAndTimer(run, { set: begun(payment) }),
    recorded(payment, wasOpened) {
      // A later outcome is found by the timer, see `noteOutcome`.
      if (wasOpened) return []
      const set = begun(payment)
      if (!hasOutcome(payment.state)) return stepAndTimer(run, { set })
      return stepAndTimer(run, beginAndEnd(row, set, outcomeOf(payment, row), nowMs))
    },
  }
}

/** The begin of a run and its end in one step. */
function beginAndEnd(
  row: ScheduleRow,
  set: SetOfStep,
  outcome: RunOutcome,
  nowMs: number,
): ReportedSet {
  const end = endRun(stepSchedule(row, set, nowMs).after, outcome, nowMs)
  return { ...end, set: { ...set, ...end.set } }
}

/** Nothing was written: the schedule ends, waits, or counts the run as failed. */
async function afterRefusal(
  run: LoadedRun,
  { code, status }: Refusal,
  parts: RunParts,
): Promise<TimerResult> {
  const { row, due, nowMs } = run
  if (status === 429 || status === 503) return { dueAtMs: nowMs + BUSY_MS }
  const endReason = END_REASONS.get(code)
  if (endReason !== undefined) {
    await write(stepAndTimer(run, { set: ended(endReason) }), parts)
    return 'ended'
  }
  parts.log.error({ scheduleId: row.id, code }, 'a run of a schedule could not be paid')
  const plan = planOf(requestOf(row))
  const set = beginRun(row, due, { paymentId: null, plan, nowMs })
  const outcome = { succeeded: false, resultCode: code, adviceCode: TRY_TOMORROW }
  await write(stepAndTimer(run, beginAndEnd(row, set, outcome, nowMs)), parts)
  return 'ended'
}

/** Internal: never sent as an answer. */
const notDue: Refusal = refuse('100.360.300')
