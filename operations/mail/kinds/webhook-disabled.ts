import type { WebhookRow } from '../../../server/store/port.ts'
import type { MailCause, MailKind, MailParts } from '../mail-kind.ts'

/** The gateway has disabled a webhook: its receiver hears nothing any more. */
export const webhookDisabled: MailKind = {
  name: 'webhookDisabled',
  mayBeUnwanted: true,
  on: ['stepWebhook'],
  async causes(changes, parts) {
    const found = changes.map((change) =>
      change.kind === 'stepWebhook' && change.set.state === 'disabled'
        ? causeOf(change.id, parts)
        : undefined,
    )
    return (await Promise.all(found)).filter((cause) => cause !== undefined)
  },
  async isTrue({ subjectId }, { store }) {
    return (await store.read.webhook(subjectId))?.state === 'disabled'
  },
  path: ({ subjectId }) => `/webhooks/${subjectId}`,
}

async function causeOf(id: string, { store, clock }: MailParts): Promise<MailCause | undefined> {
  const webhook = await store.read.webhook(id)
  if (webhook === undefined) return undefined
  return {
    entityId: webhook.entityId,
    subjectId: id,
    name: `${id} ${webhook.version}`,
    atMs: clock.now(),
    to: { right: 'webhooks.write' },
    facts: { address: originOf(webhook) },
  }
}

/** Without path and query, which may have a secret. */
export function originOf({ url }: Pick<WebhookRow, 'url'>): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
