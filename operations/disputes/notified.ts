import type { NotifiedEntity } from '../../server/payments/index.ts'
import type { ChangeSet, DisputeRow } from '../../server/store/port.ts'
import { disputeMembers } from './answer.ts'

/** What reports a step of a dispute, as the step has left it, with the last entry that it made in the history. */
export function disputeChanges(
  after: DisputeRow,
  changes: ChangeSet,
  entity: NotifiedEntity,
): ChangeSet {
  const { id, entityId, familyId, version } = after
  const made = changes.flatMap((one) => (one.kind === 'appendDisputeEvent' ? [one.row] : [])).at(-1)
  const event =
    made === undefined
      ? {}
      : { event: { kind: made.kind, ...(made.note === '' ? {} : { note: made.note }) } }
  return entity.changesFor({
    type: 'DISPUTE',
    action: version === 1 ? 'CREATED' : 'UPDATED',
    entityId,
    orderKey: familyId,
    subjectId: id,
    sequence: version,
    payload: () =>
      JSON.stringify({ ...disputeMembers(after), ...event, channelName: entity.channelName }),
  })
}
