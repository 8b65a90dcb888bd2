import { newObjectId } from '../../engine/ids.ts'
import type { ChangePart } from '../../engine/store/commit-parts.ts'
import type { ScheduleRow } from '../../engine/store/port.ts'
import { type Decision, decideAndCommit } from '../../engine/timers/decide-and-commit.ts'
import type { TimerHandler } from '../../engine/timers/timers.ts'
import type { UsableEntity } from '../../wire/entities/access.ts'
import { type KeyInUse, keyInUse } from '../../wire/idempotency/entry.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../wire/results/refusal.ts'
import { moneyOf } from '../payments/money.ts'
import { readFirst } from '../payments/prepare.ts'
import type { NotifiedEntity } from '../webhooks/notifications.ts'
import { scheduleChanges } from './notified.ts'
import { planOf, readPlan } from './plan.ts'
import { changedRequest, requestOf, runTypeOf, runValues, storedRequest } from './request.ts'
import { ended, endTimerOf, insertSchedule, newSchedule, stepSchedule, stopped } from './rules.ts'
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
  change(row: ScheduleRow, request: ScheduleRequest): Promise<Made>
  /** Stops the active plan of a chain, at once or after its notice. */
  stop(row: ScheduleRow, request: Pick<ScheduleRequest, 'extraParts'>): Promise<Made>
  find(id: string): Promise<ScheduleRow | undefined>
  /** Those of a registration after an id, oldest first; one more than a page has, if there are more. */
  list(registrationId: string, afterId: string): Promise<readonly ScheduleRow[]>
  readonly onTimer: TimerHandler
}

export function createScheduleService(parts: RunParts): ScheduleService {
  const { store, clock } = parts

  /** A plan as it would be stored; or why a run of it would be refused. */
  async function drafted(
    channel: UsableEntity,
    values: ParameterValues,
    before?: ScheduleRow,
  ): Promise<ScheduleRow | Refusal> {
    const plan = readPlan(values)
    if (!('cron' in plan)) return refuseParameters(plan)
    const amount = moneyOf(values, runTypeOf(values))
    if (isRefusal(amount)) return amount
    const nowMs = clock.of(channel.entity.id)
    const first = {
      channel,
      values: runValues(values),
      paymentTypeFor: () => runTypeOf(values),
      nowMs,
    }
    const run = await readFirst(first, parts)
    if (isRefusal(run)) return run
    const row = newSchedule({
      id: newObjectId(clock.now()),
      ...(before === undefined ? {} : { before }),
      entityId: channel.entity.id,
      registrationId: values.sent('registrationId') ?? '',
      amount,
      request: storedRequest(values),
      plan,
      nowMs,
    })
    return row.nextRunAtMs === null ? neverDue : row
  }

  /** The active plan of the chain of a schedule. */
  async function activeOf(row: ScheduleRow, none: Refusal): Promise<ScheduleRow | Refusal> {
    return (await store.read.activeSchedule(row.chainId)) ?? none
  }

  /** Decides on the active plan of a chain, again after every conflict. */
  async function decide(
    load: () => Promise<ScheduleRow | Refusal>,
    decideOn: (found: FoundSchedule) => Decision<ScheduleRow>,
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

  /** A schedule whose registration has ended meanwhile ends when it is read, not at its next run. */
  async function endedWithRegistration(row: ScheduleRow): Promise<ScheduleRow> {
    if (row.state !== 'active') return row
    const nowMs = clock.of(row.entityId)
    const registration = await store.read.registration(row.registrationId)
    if (registration?.state === 'active' && nowMs < registration.expiresAtMs) return row
    const { change, after } = stepSchedule(row, ended('registration'), nowMs)
    const entity = await parts.notifications.of(row.entityId)
    const notices = scheduleChanges(after, 'DS', entity)
    const written = await store.commit([change, endTimerOf(row), ...notices])
    return written.applied ? after : ((await store.read.schedule(row.id)) ?? row)
  }

  return {
    create: ({ channel, values, extraParts }) =>
      decide(
        () => drafted(channel, values),
        ({ row, entity }) => {
          if (values.get('dryRun') === 'true') return { result: row }
          const changes = [...insertSchedule(row), ...scheduleChanges(row, 'SD', entity)]
          const made = { owner: 'schedule', changes }
          return { result: row, parts: [...extraParts(row), made] }
        },
      ),

    async change(row, { channel, values, extraParts }) {
      let active: ScheduleRow | undefined
      const load = async () => {
        const found = await activeOf(row, nothingToChange)
        if (isRefusal(found)) return found
        active = found
        return drafted(channel, changedRequest(requestOf(found), values), found)
      }
      return decide(load, ({ row: next, entity }) => {
        if (active === undefined || values.get('dryRun') === 'true') return { result: next }
        const { change } = stepSchedule(active, replaced, next.createdAtMs)
        const notices = scheduleChanges(next, 'RS', entity)
        const changes = [change, endTimerOf(active), ...insertSchedule(next), ...notices]
        return { result: next, parts: [...extraParts(next), { owner: 'schedule', changes }] }
      })
    },

    stop: (row, { extraParts }) =>
      decide(
        () => activeOf(row, nothingToStop),
        ({ row: active, entity }) => {
          const nowMs = clock.of(active.entityId)
          const plan = planOf(requestOf(active))
          const { change, after } = stepSchedule(active, stopped(active, plan, nowMs), nowMs)
          const end = after.state === 'active' ? [] : [endTimerOf(active)]
          const notices = scheduleChanges(after, 'DS', entity)
          const made = { owner: 'schedule', changes: [change, ...end, ...notices] }
          return { result: after, parts: [...extraParts(after), made] }
        },
      ),

    async find(id) {
      const row = await store.read.schedule(id)
      return row && endedWithRegistration(row)
    },

    list: (registrationId, afterId) =>
      store.read.schedulesOf(registrationId, afterId, SCHEDULES_OF_A_PAGE + 1),

    onTimer: createScheduleRuns(parts),
  }
}

const replaced = {
  state: 'replaced',
  nextRunAtMs: null,
  retryAtMs: null,
  runState: 'over',
} as const

const neverDue: Refusal = refuse('100.360.300', {
  description:
    'Nothing to schedule: these times never come, or not before the end; send dryRun=true to try others',
})

const nothingToChange: Refusal = refuse('100.360.300', {
  description: 'Nothing to schedule: the schedule has ended; make a new one',
})

const nothingToStop: Refusal = refuse('100.360.303', {
  description: 'Nothing to deschedule: the schedule has already ended',
})

/** Too many requests change the same schedule at the same time. */
const tooBusy: Refusal = refuse('800.120.100', { status: 429, retryAfterSeconds: 1 })
