import type { UsableEntity } from '../../entities/access.ts'
import { type KeyInUse, keyInUse } from '../../http/idempotency/idempotency.ts'
import { type Decision, decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { moneyOf, type NotifiedEntity } from '../../payments/index.ts'
import { readFirst } from '../../payments/read/index.ts'
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseParameters,
  tooBusy,
} from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import type { ChangeSet, ScheduleRow, TimerRow } from '../../store/port.ts'
import { seriesTakeover } from '../registrations/index.ts'
import { cardEndOf } from './card-end.ts'
import { withHalfOpenTerm } from './earlier-rows.ts'
import { scheduleChanges } from './notified.ts'
import { planOf, readPlan } from './plan.ts'
import { endedByRegistration } from './registration-end.ts'
import {
  changedRequest,
  firstOf,
  requestOf,
  runTypeOf,
  runValues,
  storedRequest,
} from './request.ts'
import {
  endTimerOf,
  insertSchedule,
  insertTimer,
  isCurrent,
  isNeverDue,
  moveTimer,
  newSchedule,
  paused,
  replaced,
  resumed,
  retriedNow,
  stepSchedule,
  stopped,
} from './rules.ts'
import { createScheduleRuns, type RunParts } from './runs.ts'

/** Number of schedules of a registration in one list. */
export const SCHEDULES_OF_A_PAGE = 100

/** A request for a schedule. */
export interface ScheduleRequest {
  readonly channel: UsableEntity
  readonly values: ParameterValues
  /** Changes of other features for the same commit. */
  readonly extraParts: (row: ScheduleRow) => readonly ChangePart[]
}

/** A request to replace a plan. */
export interface PlanChange extends ScheduleRequest {
  /** Whether an unpaid run is paid at once by the new plan, in the same commit. */
  readonly paysUnpaid?: boolean
}

type ChangeOfState = Pick<ScheduleRequest, 'extraParts'>

/** The schedule that a request changes, and the webhooks that get the change. */
interface FoundSchedule {
  readonly row: ScheduleRow
  readonly entity: NotifiedEntity
}

type Made = ScheduleRow | Refusal | KeyInUse

export interface ScheduleService {
  /** Stores a schedule; with `dryRun=true` only answers what it would store. */
  create(request: ScheduleRequest): Promise<Made>
  /** Replaces the active plan of a chain; with `dryRun=true` only answers what it would store. */
  change(row: ScheduleRow, request: PlanChange): Promise<Made>
  /** Stops the plan of a chain, at once or after its notice. */
  stop(row: ScheduleRow, request: ChangeOfState): Promise<Made>
  /** Pays nothing until it is resumed. */
  pause(row: ScheduleRow, request: ChangeOfState): Promise<Made>
  /** Goes on with the next run; refuses where its card cannot be charged. */
  resume(
    row: ScheduleRow,
    request: ChangeOfState & { readonly channel: UsableEntity },
  ): Promise<Made>
  /** Pays the latest run at once, if it is unpaid. */
  retry(row: ScheduleRow, request: ChangeOfState): Promise<Made>
  find(id: string): Promise<ScheduleRow | undefined>
  /** Those of a registration after an id, oldest first; one more than a page has, if there are more. */
  list(registrationId: string, afterId: string): Promise<readonly ScheduleRow[]>
  readonly onTimer: TimerHandler
}

export function createScheduleService(parts: RunParts): ScheduleService {
  const { store } = parts
  return {
    create: (request) => create(request, parts),
    change: (row, request) => change(row, request, parts),
    stop: (row, request) => stop(row, request, parts),
    pause: (row, request) => pause(row, request, parts),
    resume: (row, request) => resume(row, request, parts),
    retry: (row, request) => retry(row, request, parts),

    async find(id) {
      const row = await store.read.schedule(id)
      return row && endedWithRegistration(withHalfOpenTerm(row), parts)
    },

    async list(registrationId, afterId) {
      const rows = await store.read.schedulesOf(registrationId, afterId, SCHEDULES_OF_A_PAGE + 1)
      return rows.map(withHalfOpenTerm)
    },

    onTimer: createScheduleRuns(parts),
  }
}

function create({ channel, values, extraParts }: ScheduleRequest, parts: RunParts): Promise<Made> {
  const load = () => drafted(channel, values, parts)
  return decide(load, parts, ({ row, entity }) => {
    if (values.get('dryRun') === 'true') return { result: row }
    const changes = [...insertSchedule(row), ...scheduleChanges(row, 'created', entity)]
    return { result: row, parts: [...extraParts(row), { owner: 'schedule', changes }] }
  })
}

function change(
  row: ScheduleRow,
  { channel, values, extraParts, paysUnpaid = false }: PlanChange,
  parts: RunParts,
): Promise<Made> {
  let current: ScheduleRow | undefined
  let takeover: ChangeSet = []
  const load = async () => {
    const found = await currentOf(row, hasEnded, parts)
    if (isRefusal(found)) return found
    current = found
    const next = await drafted(channel, changedRequest(requestOf(found), values), parts, found)
    if (isRefusal(next)) return next
    takeover = await takeoverOf(next, parts)
    // Tries that go on by themselves come when they are due.
    const paysNow = paysUnpaid && next.runState !== 'retrying'
    return paysNow ? { ...next, ...retriedNow(next, next.createdAtMs) } : next
  }
  return decide(load, parts, ({ row: next, entity }) => {
    if (current === undefined || values.get('dryRun') === 'true') return { result: next }
    const { change: step } = stepSchedule(current, replaced, next.createdAtMs)
    const notices = scheduleChanges(next, 'changed', entity)
    const changes = [step, endTimerOf(current), ...insertSchedule(next), ...notices]
    const made = { owner: 'schedule', changes }
    const taken = { owner: 'registration', changes: takeover }
    return { result: next, parts: [...extraParts(next), made, taken] }
  })
}

function stop(row: ScheduleRow, { extraParts }: ChangeOfState, parts: RunParts): Promise<Made> {
  const load = () => currentOf(row, nothingToStop, parts)
  return decide(load, parts, ({ row: current, entity }) => {
    const nowMs = parts.clock.of(current.entityId)
    const plan = planOf(requestOf(current))
    const { change: step, after } = stepSchedule(current, stopped(current, plan, nowMs), nowMs)
    const end = after.state === 'active' ? [] : [endTimerOf(current)]
    const changes = [step, ...end, ...scheduleChanges(after, 'descheduled', entity)]
    return { result: after, parts: [...extraParts(after), { owner: 'schedule', changes }] }
  })
}

function pause(row: ScheduleRow, { extraParts }: ChangeOfState, parts: RunParts): Promise<Made> {
  const load = () => currentOf(row, hasEnded, parts)
  return decide(load, parts, ({ row: current, entity }) => {
    if (current.state === 'paused') return { result: alreadyPaused }
    const nowMs = parts.clock.of(current.entityId)
    // Its timer stays, and moves to what is left when it is due.
    const { change: step, after } = stepSchedule(current, paused(current, 'merchant'), nowMs)
    const changes = [step, ...scheduleChanges(after, 'paused', entity)]
    return { result: after, parts: [...extraParts(after), { owner: 'schedule', changes }] }
  })
}

function resume(
  row: ScheduleRow,
  { channel, extraParts }: Parameters<ScheduleService['resume']>[1],
  parts: RunParts,
): Promise<Made> {
  const { store, clock } = parts
  let timer: TimerRow | undefined
  const load = async () => {
    const found = await currentOf(row, hasEnded, parts)
    if (isRefusal(found)) return found
    if (found.state !== 'paused') return notPaused
    timer = await store.read.timer('scheduleRun', found.id)
    const nowMs = clock.of(found.entityId)
    return (await runRefusal({ channel, values: requestOf(found), nowMs }, parts)) ?? found
  }
  return decide(load, parts, ({ row: found, entity }) => {
    const nowMs = clock.of(found.entityId)
    const set = resumed(found, planOf(requestOf(found)), nowMs)
    if (set === undefined) return { result: neverDue }
    const { change: step, after } = stepSchedule(found, set, nowMs)
    const due = timer === undefined ? insertTimer(after) : moveTimer(timer, after, nowMs)
    const changes = [step, due, ...scheduleChanges(after, 'resumed', entity)]
    return { result: after, parts: [...extraParts(after), { owner: 'schedule', changes }] }
  })
}

function retry(row: ScheduleRow, { extraParts }: ChangeOfState, parts: RunParts): Promise<Made> {
  const { store, clock } = parts
  let timer: TimerRow | undefined
  const load = async () => {
    const found = await currentOf(row, hasEnded, parts)
    if (!isRefusal(found)) timer = await store.read.timer('scheduleRun', found.id)
    return found
  }
  return decide(load, parts, ({ row: found }) => {
    const nowMs = clock.of(found.entityId)
    const set = retriedNow(found, nowMs)
    if (set === undefined) return { result: nothingUnpaid }
    const { change: step, after } = stepSchedule(found, set, nowMs)
    const due = timer === undefined ? insertTimer(after) : moveTimer(timer, after, nowMs)
    return {
      result: after,
      parts: [...extraParts(after), { owner: 'schedule', changes: [step, due] }],
    }
  })
}

/** Decides on the current plan of a chain, again after every conflict. */
async function decide(
  load: () => Promise<ScheduleRow | Refusal>,
  parts: RunParts,
  decideOn: (found: FoundSchedule) => Decision<ScheduleRow | Refusal>,
): Promise<Made> {
  const made = await decideAndCommit<FoundSchedule | Refusal, Made>(parts, {
    load: async () => {
      const row = await load()
      if (isRefusal(row)) return row
      return { row, entity: await parts.notifications.of(row.entityId) }
    },
    decide: (found) => (isRefusal(found) ? { result: found } : decideOn(found)),
    onConflict: keyInUse,
  })
  return made ?? tooBusy
}

/** The plan of the chain of a schedule that has not ended. */
async function currentOf(
  row: ScheduleRow,
  none: Refusal,
  { store }: RunParts,
): Promise<ScheduleRow | Refusal> {
  const current = await store.read.currentSchedule(row.chainId)
  return current === undefined ? none : withHalfOpenTerm(current)
}

/** A plan as it would be stored; or why a run of it would be refused. */
async function drafted(
  channel: UsableEntity,
  values: ParameterValues,
  parts: RunParts,
  before?: ScheduleRow,
): Promise<ScheduleRow | Refusal> {
  const { clock } = parts
  const plan = readPlan(values)
  if (!('cron' in plan)) return refuseParameters(plan)
  const amount = moneyOf(values, runTypeOf(values))
  if (isRefusal(amount)) return amount
  const nowMs = clock.of(channel.entity.id)
  const refusal = await runRefusal({ channel, values, nowMs }, parts)
  if (refusal !== undefined) return refusal
  const registrationId = values.sent('registrationId') ?? ''
  const row = newSchedule({
    id: newObjectId(clock.now()),
    ...(before === undefined ? {} : { before }),
    entityId: channel.entity.id,
    registrationId,
    amount,
    request: storedRequest(values),
    plan,
    cardEndsAtMs: await cardEndOf(registrationId, parts),
    nowMs,
  })
  return isNeverDue(row) ? neverDue : row
}

interface AskedRun {
  readonly channel: UsableEntity
  readonly values: ParameterValues
  readonly nowMs: number
}

/** Why a run with these parameters would be refused now. */
async function runRefusal(
  { channel, values, nowMs }: AskedRun,
  parts: RunParts,
): Promise<Refusal | undefined> {
  const paymentTypeFor = () => runTypeOf(values)
  const run = await readFirst({ channel, values: runValues(values), paymentTypeFor, nowMs }, parts)
  if (isRefusal(run)) return run
  return run.drafted.read.faultCode === CARD_EXPIRED ? cardExpired : undefined
}

/** What the registration of a plan takes over of the series of its chain. */
async function takeoverOf(row: ScheduleRow, { store }: RunParts): Promise<ChangeSet> {
  const { registrationId: from } = await firstOf(row, store)
  const type = runValues(requestOf(row)).get('standingInstruction.type') ?? ''
  return seriesTakeover({ from, to: row.registrationId, type, nowMs: row.createdAtMs }, store)
}

/** A schedule whose registration has ended meanwhile ends when it is read, not at its next run. */
async function endedWithRegistration(row: ScheduleRow, parts: RunParts): Promise<ScheduleRow> {
  const { store, clock, notifications } = parts
  if (!isCurrent(row)) return row
  const nowMs = clock.of(row.entityId)
  const registration = await store.read.registration(row.registrationId)
  if (registration?.state === 'active' && nowMs < registration.expiresAtMs) return row
  const entity = await notifications.of(row.entityId)
  const { after, changes } = endedByRegistration(row, nowMs, entity)
  const written = await store.commit(changes)
  return written.applied ? after : ((await store.read.schedule(row.id)) ?? row)
}

const neverDue: Refusal = refuse('100.360.300', {
  description:
    'Nothing to schedule: these times never come, or not before the end; send dryRun=true to try others',
})

const hasEnded: Refusal = refuse('100.360.300', {
  description: 'Nothing to schedule: the schedule has ended; make a new one',
})

const alreadyPaused: Refusal = refuse('100.360.300', {
  description: 'Nothing to pause: the schedule is paused already',
})

const notPaused: Refusal = refuse('100.360.300', {
  description: 'Nothing to resume: the schedule is not paused',
})

const nothingUnpaid: Refusal = refuse('100.360.300', {
  description: 'Nothing to pay again: no run is unpaid, or its outcome is not known yet',
})

const CARD_EXPIRED = '100.100.303'

const cardExpired: Refusal = refuse(CARD_EXPIRED, {
  description: 'Card expired: reschedule with the registrationId of another one',
})

const nothingToStop: Refusal = refuse('100.360.303', {
  description: 'Nothing to deschedule: the schedule has already ended',
})
