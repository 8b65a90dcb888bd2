import { textOfBody } from '../../http/answer.ts'
import { ndcOf, shortIdOf } from '../../kernel/ids.ts'
import { type NotifiedEntity, paymentReadAnswer, withMembers } from '../../payments/index.ts'
import type { ChangeSet, PaymentRow } from '../../store/port.ts'

/** What webhooks are told of a hold, as the member `event` of the payload. */
export type HoldEvent = 'expiresSoon' | 'expired'

/** What reports an event of a hold: the payment as a read shows it at that moment. */
export function holdChanges(hold: PaymentRow, event: HoldEvent, entity: NotifiedEntity): ChangeSet {
  const { id, entityId, familyId, version } = hold
  const payload = () =>
    withMembers(textOfBody(paymentReadAnswer(hold, ndcOf(entityId, id))), {
      event,
      shortId: shortIdOf(id),
      channelName: entity.channelName,
      source: 'SCHEDULER',
      authentication: { entityId },
    })
  return entity.changesFor({
    type: 'HOLD',
    entityId,
    orderKey: familyId,
    subjectId: id,
    sequence: version,
    payload,
  })
}
