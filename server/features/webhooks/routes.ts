import { HOUR_MS } from '../../../common/durations.ts'
import type { Answer } from '../../http/answer.ts'
import { answerTo, keyParts, type Worked } from '../../http/idempotency/idempotency.ts'
import type { Route } from '../../http/route.ts'
import { secretOf } from '../../kernel/webhook-formats/secrets.ts'
import type { WebhookRow } from '../../store/port.ts'
import { secretAnswer, webhookAnswer, webhookListAnswer } from './answer.ts'
import {
  type AskedCall,
  docsOfOne,
  metaOf,
  one,
  type WebhookRouteParts,
  withWebhook,
} from './find-webhook.ts'
import type { Management, WebhookWithSecret } from './management.ts'
import { webhookSettingsOf } from './webhook-settings.ts'

/** What creates, shows and changes webhooks (decisions §9). */
export const webhookRoutes: readonly Route<WebhookRouteParts>[] = [
  {
    method: 'post',
    path: '/v1/webhooks',
    scopes: ['administer'],
    access: 'token',
    operation: 'webhooks.create',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'createWebhook',
      tag: 'Webhooks',
      summary: 'Create a webhook',
      description:
        'Events of the entity and of all below it are sent to the address, once a test message has been answered. `secret` is in this answer only.',
      body: 'WebhookRequest',
      label: 'Webhook',
      answers: ['WebhookSecretAnswer'],
    },
    handle: create,
  },
  {
    method: 'get',
    path: '/v1/webhooks',
    access: 'token',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'listWebhooks',
      tag: 'Webhooks',
      summary: 'List the webhooks of an entity',
      description:
        'Of the entity that the request names, else of the one of the access token; not those of the entities below it. There are 20 at most.',
      label: 'Status',
      answers: ['WebhookListAnswer'],
    },
    handle: list,
  },
  {
    ...one,
    method: 'get',
    path: '/v1/webhooks/{id}',
    operation: 'status',
    docs: {
      ...docsOfOne,
      id: 'readWebhook',
      summary: 'Read a webhook',
      description: 'Without its secret.',
      label: 'Status',
      answers: ['WebhookAnswer'],
    },
    handle: async (asked, parts) =>
      withWebhook(asked, parts, async (webhook) => webhookAnswer(webhook, metaOf(asked, parts))),
  },
  {
    ...one,
    method: 'post',
    path: '/v1/webhooks/{id}',
    scopes: ['administer'],
    operation: 'webhooks.change',
    once: true,
    docs: {
      ...docsOfOne,
      id: 'changeWebhook',
      summary: 'Change a webhook',
      description:
        'What is not sent stays as it is. With another `url` it is inactive until the test message, which is sent at once, is answered.',
      body: 'WebhookChange',
      label: 'Webhook change',
      answers: ['WebhookAnswer'],
    },
    handle: change,
  },
  {
    ...one,
    method: 'delete',
    path: '/v1/webhooks/{id}',
    scopes: ['administer'],
    operation: 'status',
    docs: {
      ...docsOfOne,
      id: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Nothing more is sent, also not what waits.',
      label: 'Status',
      answers: ['WebhookAnswer'],
    },
    handle: (asked, parts) =>
      withWebhook(asked, parts, async ({ id }) =>
        answerTo(await parts.webhooks.remove(id), (row: WebhookRow) =>
          webhookAnswer(row, metaOf(asked, parts)),
        ),
      ),
  },
  {
    ...one,
    method: 'post',
    path: '/v1/webhooks/{id}/test',
    scopes: ['administer'],
    operation: 'webhooks.test',
    once: true,
    docs: {
      ...docsOfOne,
      id: 'testWebhook',
      summary: 'Send a test message',
      description:
        'An inactive or disabled webhook becomes active when it is answered with a status from 200 to 299.',
      body: 'WebhookTest',
      label: 'Webhook test',
      answers: ['WebhookAnswer'],
    },
    handle: test,
  },
  {
    ...one,
    method: 'post',
    path: '/v1/webhooks/{id}/rotate',
    scopes: ['administer'],
    operation: 'webhooks.rotate',
    once: true,
    docs: {
      ...docsOfOne,
      id: 'rotateWebhookSecret',
      summary: 'Replace the secret',
      description:
        'The older secret counts for another 24 hours, or as long as `olderSecretHours` says. `secret` is in this answer only.',
      body: 'WebhookRotation',
      label: 'Secret rotation',
      answers: ['WebhookSecretAnswer'],
    },
    handle: rotate,
  },
]

async function create(asked: AskedCall, parts: WebhookRouteParts): Promise<Worked> {
  const { values, usable, token } = asked.call
  const entityId = usable?.entity.id ?? token.entityId
  const secret = values.get('secret')
  const wanted = {
    entityId,
    settings: webhookSettingsOf(values),
    ...(secret === undefined ? {} : { secret: secretOf(secret) }),
  }
  return withSecret(asked, parts, (extra) => parts.webhooks.create(wanted, extra))
}

async function rotate(asked: AskedCall, parts: WebhookRouteParts): Promise<Worked> {
  const { values } = asked.call
  const secret = values.get('secret')
  const hours = Number(values.get('olderSecretHours'))
  const wanted = {
    olderEndsAtMs: parts.clock.now() + hours * HOUR_MS,
    ...(secret === undefined ? {} : { secret: secretOf(secret) }),
  }
  return withWebhook(asked, parts, ({ id }) =>
    withSecret(asked, parts, (extra) => parts.webhooks.rotate(id, wanted, extra)),
  )
}

/** Carries out a request whose answer shows a secret. */
async function withSecret(
  asked: AskedCall,
  parts: WebhookRouteParts,
  work: (extra: ReturnType<typeof keyParts<WebhookWithSecret>>) => ReturnType<Management['create']>,
): Promise<Worked> {
  const answerOf = (made: WebhookWithSecret) => secretAnswer(made, metaOf(asked, parts))
  return answerTo(await work(keyParts(asked.entry, answerOf)), answerOf)
}

async function list(asked: AskedCall, parts: WebhookRouteParts): Promise<Answer> {
  const { usable, token } = asked.call
  const entityId = usable?.entity.id ?? token.entityId
  const webhooks = await parts.store.read.webhooksOfEntity(entityId)
  return webhookListAnswer(webhooks, metaOf(asked, parts))
}

async function change(asked: AskedCall, parts: WebhookRouteParts): Promise<Worked> {
  const answerOf = (row: WebhookRow) => webhookAnswer(row, metaOf(asked, parts))
  return withWebhook(asked, parts, async ({ id }) => {
    const settings = (present: WebhookRow) => webhookSettingsOf(asked.call.values, present)
    const changed = await parts.webhooks.change(id, settings, keyParts(asked.entry, answerOf))
    return answerTo(changed, answerOf)
  })
}

async function test(asked: AskedCall, parts: WebhookRouteParts): Promise<Worked> {
  const answerOf = (row: WebhookRow) => webhookAnswer(row, metaOf(asked, parts))
  return withWebhook(asked, parts, async ({ id }) =>
    answerTo(await parts.webhooks.test(id, keyParts(asked.entry, answerOf)), answerOf),
  )
}
