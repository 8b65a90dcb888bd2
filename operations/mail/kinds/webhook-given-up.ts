import { DAY_MS } from '../../../common/durations.ts'
import type { MailCause, MailKind, MailParts } from '../mail-kind.ts'
import { originOf } from './webhook-disabled.ts'

/** A webhook has not been reached with an event until the end of its repetitions: told once a day for each. */
export const webhookGivenUp: MailKind = {
  name: 'webhookGivenUp',
  mayBeUnwanted: true,
  on: ['stepDelivery'],
  async causes(changes, parts) {
    const found = changes.map((change) =>
      change.kind === 'stepDelivery' && change.set.state === 'givenUp'
        ? causeOf(change.id, parts)
        : undefined,
    )
    return (await Promise.all(found)).filter((cause) => cause !== undefined)
  },
  path: ({ subjectId }) => `/webhooks/${subjectId}`,
}

async function causeOf(
  deliveryId: string,
  { store, clock }: MailParts,
): Promise<MailCause | undefined> {
  const delivery = await store.read.delivery(deliveryId)
  if (delivery?.kind !== 'webhook' || delivery.webhookId === null) return undefined
  const webhook = await store.read.webhook(delivery.webhookId)
  if (webhook === undefined) return undefined
  const nowMs = clock.now()
  return {
    entityId: webhook.entityId,
    subjectId: webhook.id,
    name: webhook.id,
    atMs: nowMs - (nowMs % DAY_MS),
    to: { right: 'webhooks.write' },
    facts: { address: originOf(webhook), type: delivery.type, about: delivery.subjectId },
  }
}
