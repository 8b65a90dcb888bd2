import type { UsableEntity } from '../../entities/access.ts'
import { unknownId } from '../../entities/named-object.ts'
import { lackedForType } from '../../entities/token-limits.ts'
import { type CallParts, type MerchantCall, withEcho } from '../../http/call.ts'
import { answerTo, keyParts, type Worked } from '../../http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../http/route.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { refusedAlone } from '../../payments/second-person/index.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { ScheduleRow, Store } from '../../store/port.ts'
import type { RegistrationService } from '../registrations/index.ts'
import { scheduleAnswer, scheduleListAnswer } from './answer.ts'
import { mostRunsADay } from './plan.ts'
import { changedRequest, requestOf, runTypeOf } from './request.ts'
import { mayPayAgain } from './rules.ts'
import { SCHEDULES_OF_A_PAGE, type ScheduleService } from './service.ts'

export interface ScheduleRouteParts extends CallParts {
  readonly store: Store
  readonly schedules: ScheduleService
  readonly registrations: RegistrationService
}

type Call = Asked<MerchantCall>

/** `/scheduling/v1/schedules` (decisions §2). */
export const scheduleRoutes: readonly Route<ScheduleRouteParts>[] = [
  {
    method: 'post',
    path: '/scheduling/v1/schedules',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'schedules.create',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'createSchedule',
      tag: 'Schedules',
      summary: 'Pay with a registration again and again',
      description:
        'Each run is a payment of its own with the stored payment details. `job.*` say when; `dryRun=true` stores nothing and answers the next ten run times.',
      body: 'ScheduleRequest',
      label: 'Schedule',
      answers: ['ScheduleAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: create,
  },
  {
    method: 'get',
    path: '/scheduling/v1/schedules/{id}',
    access: 'token',
    operation: 'schedules.read',
    throttle: 'status',
    docs: {
      id: 'readSchedule',
      tag: 'Schedules',
      summary: 'Read a schedule, or those of a registration',
      description:
        'With the id of a registration in the address: all of its schedules, oldest first, 100 at a time.',
      label: 'Schedule',
      subject: 'schedule',
      answers: ['ScheduleAnswer', 'ScheduleList'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: read,
  },
  {
    method: 'post',
    path: '/scheduling/v1/schedules/{id}/reschedule',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'schedules.change',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'reschedule',
      tag: 'Schedules',
      summary: 'Change the amount, the times or the card of a schedule',
      description:
        'The answer’s `id` is that of the new plan; the one before becomes inactive. Any id of the chain is taken. What is not sent stays as it was. With another `registrationId` a declined run that waits to be paid again is paid at once.',
      body: 'ScheduleChange',
      label: 'Reschedule',
      subject: 'schedule',
      answers: ['ScheduleAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: change,
  },
  {
    method: 'post',
    path: '/scheduling/v1/schedules/{id}/deschedule',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'schedules.stop',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'deschedule',
      tag: 'Schedules',
      summary: 'Stop a schedule',
      description:
        'At once; with a notice period, after the runs that are due within it. Any id of the chain is taken.',
      body: 'ScheduleStop',
      label: 'Deschedule',
      subject: 'schedule',
      answers: ['ScheduleAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: stop,
  },
  {
    method: 'post',
    path: '/scheduling/v1/schedules/{id}/pause',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'schedules.pause',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'pauseSchedule',
      tag: 'Schedules',
      summary: 'Pause a schedule',
      description:
        'Nothing is paid until it is resumed, and a declined run is not paid again. Any id of the chain is taken.',
      body: 'SchedulePause',
      label: 'PauseSchedule',
      subject: 'schedule',
      answers: ['ScheduleAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: pause,
  },
  {
    method: 'post',
    path: '/scheduling/v1/schedules/{id}/resume',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'schedules.resume',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'resumeSchedule',
      tag: 'Schedules',
      summary: 'Resume a paused schedule',
      description:
        'It goes on with its next run; runs of the pause are left out. One whose card has expired needs another card first: reschedule it with `registrationId`. Any id of the chain is taken.',
      body: 'ScheduleResume',
      label: 'ResumeSchedule',
      subject: 'schedule',
      answers: ['ScheduleAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: resume,
  },
  {
    method: 'delete',
    path: '/scheduling/v1/schedules/{id}',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'status',
    throttle: 'registrations',
    docs: {
      id: 'deleteSchedule',
      tag: 'Schedules',
      summary: 'Stop a schedule',
      description: 'The older way: the same as `/deschedule`.',
      label: 'Status',
      subject: 'schedule',
      answers: ['ScheduleAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: stop,
  },
]

async function create({ call, entry, request }: Call, parts: ScheduleRouteParts): Promise<Worked> {
  const { values } = call
  const channel = await parts.access.channelFor(call, values)
  if (isRefusal(channel)) return withEcho(channel, values)
  const isDryRun = values.get('dryRun') === 'true'
  const alone = await planRefusedAlone(call, { channel, request: values, isDryRun }, parts)
  if (alone !== undefined) return withEcho(alone, values)
  const nowMs = parts.clock.of(channel.entity.id)
  const answerOf = (row: ScheduleRow) =>
    scheduleAnswer(row, { ndc: request.ndc, paymentType: 'SD', nowMs, isDryRun })
  const extraParts = keyParts(entry, answerOf)
  const made = await parts.schedules.create({ channel, values, extraParts })
  return answerTo(withEcho(made, values), answerOf)
}

async function read({ id, call, request }: Call, parts: ScheduleRouteParts): Promise<Worked> {
  const found = await parts.registrations.find(id)
  const { ndc } = request
  if (found !== undefined && (await reaches(call, found.entityId, parts))) {
    const nowMs = parts.clock.of(found.entityId)
    const rows = await parts.schedules.list(id, call.values.get('afterId') ?? '')
    const page = rows.slice(0, SCHEDULES_OF_A_PAGE)
    const last = rows.length > page.length ? page.at(-1)?.id : undefined
    return scheduleListAnswer(page, { ndc, nowMs, ...(last === undefined ? {} : { next: last }) })
  }
  const row = await findSchedule(id, call, parts)
  if (isRefusal(row)) return row
  const nowMs = parts.clock.of(row.entityId)
  const current =
    row.state === 'replaced' ? await parts.store.read.currentSchedule(row.chainId) : row
  const replacedBy = current?.id === row.id ? undefined : current?.id
  return scheduleAnswer(row, { ndc, paymentType: 'SD', nowMs, replacedBy })
}

async function change(
  { id, call, entry, request }: Call,
  parts: ScheduleRouteParts,
): Promise<Worked> {
  const { values } = call
  const row = await findChangeable(id, call, parts)
  if (isRefusal(row)) return withEcho(row, values)
  const channel = await parts.access.channelOf(row.entityId)
  if (isRefusal(channel)) return withEcho(channel, values)
  const planned = changedRequest(requestOf(row), values)
  const isDryRun = values.get('dryRun') === 'true'
  const present = await parts.store.read.currentSchedule(row.chainId)
  const plan = { channel, request: planned, present, isDryRun }
  const alone = await planRefusedAlone(call, plan, parts)
  if (alone !== undefined) return withEcho(alone, values)
  const nowMs = parts.clock.of(row.entityId)
  const answerOf = (after: ScheduleRow) =>
    scheduleAnswer(after, { ndc: request.ndc, paymentType: 'RS', nowMs, isDryRun })
  const extraParts = keyParts(entry, answerOf)
  const made = await parts.schedules.change(row, { channel, values, extraParts })
  return answerTo(withEcho(made, values), answerOf)
}

async function stop(
  { id, call, entry, request }: Call,
  parts: ScheduleRouteParts,
): Promise<Worked> {
  const row = await findChangeable(id, call, parts)
  if (isRefusal(row)) return row
  const nowMs = parts.clock.of(row.entityId)
  const answerOf = (after: ScheduleRow) =>
    scheduleAnswer(after, { ndc: request.ndc, paymentType: 'DS', nowMs })
  const stopped = await parts.schedules.stop(row, { extraParts: keyParts(entry, answerOf) })
  return answerTo(stopped, answerOf)
}

async function pause(
  { id, call, entry, request }: Call,
  parts: ScheduleRouteParts,
): Promise<Worked> {
  const row = await findChangeable(id, call, parts)
  if (isRefusal(row)) return row
  const answerOf = changedAnswer(row, request.ndc, parts)
  const extraParts = keyParts(entry, answerOf)
  return answerTo(await parts.schedules.pause(row, { extraParts }), answerOf)
}

async function resume(
  { id, call, entry, request }: Call,
  parts: ScheduleRouteParts,
): Promise<Worked> {
  const row = await findChangeable(id, call, parts)
  if (isRefusal(row)) return row
  const channel = await parts.access.channelOf(row.entityId)
  if (isRefusal(channel)) return channel
  const answerOf = changedAnswer(row, request.ndc, parts)
  const extraParts = keyParts(entry, answerOf)
  return answerTo(await parts.schedules.resume(row, { channel, extraParts }), answerOf)
}

function changedAnswer({ entityId }: ScheduleRow, ndc: string, { clock }: ScheduleRouteParts) {
  const nowMs = clock.of(entityId)
  return (after: ScheduleRow) => scheduleAnswer(after, { ndc, paymentType: 'RS', nowMs })
}

/** The schedule that a merchant's request names, if its token and entity have access to it. */
export async function findSchedule(
  id: string,
  caller: MerchantCall,
  parts: Omit<ScheduleRouteParts, 'registrations'>,
): Promise<ScheduleRow | Refusal> {
  const row = await parts.schedules.find(id)
  if (row !== undefined && (await reaches(caller, row.entityId, parts))) return row
  // The answer must not reveal that a foreign schedule exists.
  return unknownId(unknownSchedule, { id, caller, as: [] }, parts)
}

/** The same, where the token has the scope of what the schedule pays. */
export async function findChangeable(
  id: string,
  caller: MerchantCall,
  parts: Omit<ScheduleRouteParts, 'registrations'>,
): Promise<ScheduleRow | Refusal> {
  const row = await findSchedule(id, caller, parts)
  return isRefusal(row) ? row : (lackedForType(caller, runTypeOf(requestOf(row))) ?? row)
}

interface PlannedAlone {
  readonly channel: UsableEntity
  /** The whole plan. */
  readonly request: ParameterValues
  /** What it replaces: an unpaid run of that is paid with the new plan, within a day of the next run. */
  readonly present?: ScheduleRow | undefined
  readonly isDryRun: boolean
}

/** Why a person, or a token that counts as one, may not plan this alone. */
export function planRefusedAlone(
  call: MerchantCall,
  { channel, request, present, isDryRun }: PlannedAlone,
  parts: CallParts & { readonly store: Store },
): Promise<Refusal | undefined> {
  const registrationId = request.get('registrationId')
  const moved = {
    channel,
    values: request,
    paymentType: runTypeOf(request),
    registrationIds: registrationId === undefined ? [] : [registrationId],
    timesADay: mostRunsADay(request) + (present !== undefined && mayPayAgain(present) ? 1 : 0),
    isDryRun,
  }
  return refusedAlone(call, moved, parts)
}

function reaches(
  caller: MerchantCall,
  entityId: string,
  { access }: Pick<ScheduleRouteParts, 'access'>,
) {
  return access.reaches(caller, entityId, caller.usable?.entity)
}

const unknownSchedule: Refusal = refuse('100.360.303', {
  status: 404,
  description:
    'Schedule unknown: was it made by another merchant, environment (test or live) or gateway?',
})
