import { ndcOf, shortIdOf } from '../../engine/ids.ts'
import type { ChangeSet, ScheduleRow } from '../../engine/store/port.ts'
import { textOfBody } from '../../wire/http/answer.ts'
import { withMembers } from '../webhooks/notification-body.ts'
import type { NotifiedEntity } from '../webhooks/notifications.ts'
import { type ScheduleType, scheduleAnswer } from './answer.ts'

/** What reports that a schedule was made, replaced or ended, as the change has left it. */
export function scheduleChanges(
  after: ScheduleRow,
  paymentType: ScheduleType,
  entity: NotifiedEntity,
): ChangeSet {
  const { id, entityId, chainId, version, updatedAtMs: nowMs } = after
  const payload = () =>
    withMembers(
      textOfBody(scheduleAnswer(after, { ndc: ndcOf(entityId, id), paymentType, nowMs })),
      {
        shortId: shortIdOf(id),
        channelName: entity.channelName,
        source: after.state === 'ended' ? 'SCHEDULER' : 'SYSTEM',
        authentication: { entityId },
      },
    )
  return entity.changesFor({
    type: 'SCHEDULE',
    entityId,
    orderKey: chainId,
    subjectId: id,
    sequence: version,
    payload,
  })
}
