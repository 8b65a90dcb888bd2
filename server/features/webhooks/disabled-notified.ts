import { textOfBody } from '../../http/answer.ts'
import { ndcOf } from '../../kernel/ids.ts'
import type { NotifiedEntity } from '../../payments/index.ts'
import type { ChangeSet, WebhookRow } from '../../store/port.ts'
import { webhookAnswer } from './answer.ts'

/**
 * The notices which tell the other webhooks at and above its entity that a webhook is disabled (R-WH-2),
 * to be written in the commit that disables it. The payload is what a read of the webhook answers.
 *
 * @param after The row as the commit leaves it.
 */
export function disabledChanges(after: WebhookRow, entity: NotifiedEntity): ChangeSet {
  const { id, entityId, version, updatedAtMs: atMs } = after
  const told = entity.changesFor({
    type: 'WEBHOOK',
    action: 'DISABLED',
    entityId,
    orderKey: id,
    subjectId: id,
    sequence: version,
    payload: () => textOfBody(webhookAnswer(after, { ndc: ndcOf(entityId, id), atMs })),
  })
  // It is among them: `entity` was read while it was active.
  return told.filter(({ row }) => row.webhookId !== id)
}
