import { textOfBody } from '../../http/answer.ts'
import { ndcOf, shortIdOf } from '../../kernel/ids.ts'
import { type NotifiedEntity, withMembers } from '../../payments/index.ts'
import type { ChangeSet, ScheduleRow } from '../../store/port.ts'
import { scheduleAnswer } from './answer.ts'
import { SCHEDULE_EVENTS, type ScheduleEvent } from './event.ts'

/** Those that a request brings about; all others come by the plan. */
const OF_REQUESTS: ReadonlySet<ScheduleEvent> = new Set([
  'created',
  'changed',
  'paused',
  'resumed',
  'descheduled',
])

/** What reports a change of a schedule, as the change has left it. */
export function scheduleChanges(
  after: ScheduleRow,
  event: ScheduleEvent,
  entity: NotifiedEntity,
): ChangeSet {
  const { id, entityId, chainId, version, updatedAtMs: nowMs } = after
  const isOfRequest = OF_REQUESTS.has(event) && after.pauseReason !== 'cardExpired'
  const answered = {
    ndc: ndcOf(entityId, id),
    paymentType: SCHEDULE_EVENTS[event],
    nowMs,
  }
  const payload = () =>
    withMembers(textOfBody(scheduleAnswer(after, answered)), {
      event,
      shortId: shortIdOf(id),
      channelName: entity.channelName,
      source: isOfRequest ? 'SYSTEM' : 'SCHEDULER',
      authentication: { entityId },
    })
  return entity.changesFor({
    type: 'SCHEDULE',
    entityId,
    orderKey: chainId,
    subjectId: id,
    sequence: version,
    payload,
  })
}
