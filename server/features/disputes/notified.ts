import type { NotifiedEntity } from '../../payments/index.ts'
import type { ChangeSet, DisputeRow } from '../../store/port.ts'
import { disputeMembers } from './answer.ts'

/** What reports a step of a dispute, as the step has left it. */
export function disputeChanges(after: DisputeRow, entity: NotifiedEntity): ChangeSet {
  const { id, entityId, familyId, version } = after
  return entity.changesFor({
    type: 'DISPUTE',
    action: version === 1 ? 'CREATED' : 'UPDATED',
    entityId,
    orderKey: familyId,
    subjectId: id,
    sequence: version,
    payload: () => JSON.stringify({ ...disputeMembers(after), channelName: entity.channelName }),
  })
}
