import { textOfBody } from '../../http/answer.ts'
import { ndcOf, shortIdOf } from '../../kernel/ids.ts'
import { type NotifiedChange, type NotifiedEntity, withMembers } from '../../payments/index.ts'
import type { ChangeSet, RegistrationRow } from '../../store/port.ts'
import { registrationAnswer } from './answer.ts'

/** What reports a change of a registration: it shows the registration as the change has left it. */
export function registrationChanges(
  after: RegistrationRow,
  action: NonNullable<NotifiedChange['action']>,
  entity: NotifiedEntity,
): ChangeSet {
  const { id, entityId, version } = after
  const payload = () =>
    withMembers(
      textOfBody(
        registrationAnswer(after, ndcOf(entityId, id), action === 'DELETED' ? 'DR' : 'RG'),
      ),
      {
        shortId: shortIdOf(id),
        channelName: entity.channelName,
        source: 'SYSTEM',
        authentication: { entityId },
      },
    )
  return entity.changesFor({
    type: 'REGISTRATION',
    action,
    entityId,
    orderKey: id,
    subjectId: id,
    sequence: version,
    payload,
  })
}
