import { commitParts } from '../../engine/store/commit-parts.ts'
import type { Store, WebhookRow } from '../../engine/store/port.ts'
import { unknownId } from '../../wire/entities/named-object.ts'
import type { Answer } from '../../wire/http/answer.ts'
import type { CallParts, MerchantCall } from '../../wire/http/call.ts'
import type { Asked, Route } from '../../wire/http/route.ts'
import { keyParts } from '../../wire/idempotency/entry.ts'
import { answerTo, type Worked } from '../../wire/idempotency/once.ts'
import { isRefusal } from '../../wire/results/refusal.ts'
import {
  deliveryListAnswer,
  replayAnswer,
  secretAnswer,
  webhookAnswer,
  webhookListAnswer,
} from './answer.ts'
import { filterOf, listDeliveries, type Replayed, replayOne, replayRange } from './delivery-log.ts'
import { secretOf } from './formats/secrets.ts'
import { type Management, unknownWebhook, type WebhookWithSecret } from './management.ts'
import { webhookSettingsOf } from './webhook-settings.ts'

export interface WebhookRouteParts extends CallParts {
  readonly store: Store
  readonly webhooks: Management
}

/** The common members of routes for one webhook. */
const one = { access: 'token', throttle: 'status' } as const
const docsOfOne = {
  tag: 'Webhooks',
  subject: 'webhook',
  further: { 404: 'RefusalAnswer' },
} as const

/** `/v1/webhooks` and below (decisions §9). */
export const webhookRoutes: readonly Route<WebhookRouteParts>[] = [
  {
    method: 'post',
    path: '/v1/webhooks',
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
    method: 'get',
    path: '/v1/webhooks/{id}/deliveries',
    operation: 'webhooks.deliveries',
    docs: {
      ...docsOfOne,
      id: 'listDeliveries',
      summary: 'Read the delivery log',
      description:
        'What was sent, and how each attempt was answered; newest first. Delivered ones are kept for 30 days.',
      label: 'Delivery log',
      answers: ['DeliveryListAnswer'],
    },
    handle: deliveries,
  },
  {
    ...one,
    method: 'post',
    path: '/v1/webhooks/{id}/replay',
    operation: 'webhooks.replay',
    throttle: 'query',
    once: true,
    docs: {
      ...docsOfOne,
      id: 'replayDeliveries',
      summary: 'Send deliveries again',
      description:
        'One, or those of a time frame: at most 1,000, newest first. They have the same `webhook-id` and body as before.',
      body: 'WebhookReplay',
      label: 'Replay',
      answers: ['ReplayAnswer'],
    },
    handle: replay,
  },
  {
    ...one,
    method: 'post',
    path: '/v1/webhooks/{id}/rotate',
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

type AskedCall = Asked<MerchantCall>

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

const HOUR_MS = 60 * 60 * 1000

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

async function deliveries(asked: AskedCall, parts: WebhookRouteParts): Promise<Worked> {
  const { values } = asked.call
  return withWebhook(asked, parts, async ({ id }) => {
    const limit = Number(values.get('limit'))
    const page = await listDeliveries(id, filterOf(values), limit, parts)
    return deliveryListAnswer(page, metaOf(asked, parts))
  })
}

async function replay(asked: AskedCall, parts: WebhookRouteParts): Promise<Worked> {
  const deliveryId = asked.call.values.get('deliveryId')
  return withWebhook(asked, parts, async ({ id }) => {
    const replayed =
      deliveryId === undefined
        ? await replayRange(id, filterOf(asked.call.values), parts)
        : await replayOne(id, deliveryId, parts)
    if (isRefusal(replayed)) return replayed
    const answerOf = (made: Replayed) => replayAnswer(made, metaOf(asked, parts))
    // Stored after the effect, because that takes several commits: a request that is repeated before this
    // commit sends the same again.
    const kept = keyParts(asked.entry, answerOf)(replayed)
    const { applied } = kept.length === 0 ? DONE : await commitParts(parts.store, kept)
    return applied ? answerOf(replayed) : { keyInUse: true }
  })
}

const DONE = { applied: true }

/** The webhook of the address, if the caller may use it: a foreign one is unknown (decisions §1). */
async function withWebhook(
  { id, call }: AskedCall,
  parts: WebhookRouteParts,
  work: (webhook: WebhookRow) => Promise<Worked>,
): Promise<Worked> {
  const webhook = await parts.store.read.webhook(id)
  const isReached =
    webhook !== undefined &&
    webhook.state !== 'deleted' &&
    (await parts.access.reaches(call, webhook.entityId, call.usable?.entity))
  if (isReached) return work(webhook)
  return unknownId(unknownWebhook, { id, caller: call, as: [] }, parts)
}

function metaOf({ request }: AskedCall, { clock }: WebhookRouteParts) {
  return { ndc: request.ndc, atMs: clock.now() }
}
