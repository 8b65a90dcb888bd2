import { unknownId } from '../../entities/named-object.ts'
import { keyParts, type Worked } from '../../http/idempotency/idempotency.ts'
import type { Route } from '../../http/route.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import { commitParts } from '../../store/commit-parts.ts'
import { callListAnswer, deliveryListAnswer, replayAnswer } from './answer.ts'
import {
  filterOf,
  listCalls,
  listDeliveries,
  oneDelivery,
  type Replayed,
  replayOne,
  replayRange,
} from './delivery-log.ts'
import {
  type AskedCall,
  docsOfOne,
  metaOf,
  one,
  type WebhookRouteParts,
  withWebhook,
} from './find-webhook.ts'

/** The delivery log of a webhook, and what sends its deliveries again (decisions §9). */
export const deliveryRoutes: readonly Route<WebhookRouteParts>[] = [
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
        'What was sent, and how each attempt was answered; newest first, or the one that `deliveryId` names. Delivered ones are kept for 30 days.',
      label: 'Delivery log',
      answers: ['DeliveryListAnswer'],
    },
    handle: deliveries,
  },
  {
    ...one,
    method: 'post',
    path: '/v1/webhooks/{id}/replay',
    scopes: ['administer'],
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
    method: 'get',
    path: '/v1/deliveries/{id}',
    operation: 'status',
    docs: {
      tag: 'Webhooks',
      id: 'listCalls',
      subject: 'payment',
      summary: 'Read the calls about a payment or checkout',
      description:
        'The calls to its notificationUrl and, 29 minutes after a submit whose status was not read, to its shopperResultUrl, and how each attempt was answered; newest first, at most 20 with 2 MiB of bodies and answers together. Those that ended are kept for 30 days.',
      label: 'Status',
      answers: ['CallListAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: calls,
  },
]

async function calls({ id, call, request }: AskedCall, parts: WebhookRouteParts): Promise<Worked> {
  const { read } = parts.store
  const subject = (await read.payment(id)) ?? (await read.checkout(id))
  const isReached =
    subject !== undefined &&
    (await parts.access.reaches(call, subject.entityId, call.usable?.entity))
  if (!isReached) return unknownId(unknownSubject, { id, caller: call, as: [] }, parts)
  const atMs = parts.clock.now()
  return callListAnswer(await listCalls(id, parts), { ndc: request.ndc, atMs })
}

const unknownSubject: Refusal = refuse('200.300.404', {
  status: 404,
  description: 'There is no payment or checkout with this id',
})

async function deliveries(asked: AskedCall, parts: WebhookRouteParts): Promise<Worked> {
  const { values } = asked.call
  return withWebhook(asked, parts, async ({ id }) => {
    const limit = Number(values.get('limit'))
    const deliveryId = values.get('deliveryId')
    const page =
      deliveryId === undefined
        ? await listDeliveries(id, filterOf(values), limit, parts)
        : await oneDelivery(id, deliveryId, parts)
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
