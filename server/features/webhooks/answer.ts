import { type Answer, bodyOf } from '../../http/answer.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { webhookIdOf } from '../../kernel/webhook-formats/format-request.ts'
import { hexOfSecret } from '../../kernel/webhook-formats/secrets.ts'
import type { WebhookRow } from '../../store/port.ts'
import {
  cursorOfPlace,
  type DeliveryPage,
  type DeliveryPlace,
  type LoggedDelivery,
  type Replayed,
} from './delivery-log.ts'
import type { WebhookWithSecret } from './management.ts'
import { filterIn, wantedTypesOf } from './webhook-settings.ts'

/** The last members of every answer. */
export interface WebhookAnswerMeta {
  readonly ndc: string
  readonly atMs: number
}

export function webhookAnswer(webhook: WebhookRow, meta: WebhookAnswerMeta): Answer {
  return answerOf(shownWebhook(webhook), meta)
}

/** The only answer with the secret. Receivers of the encrypted format are set up with the hex digits of the key. */
export function secretAnswer(
  { webhook, secret, olderEndsAtMs }: WebhookWithSecret,
  meta: WebhookAnswerMeta,
): Answer {
  const { format } = webhook
  const answer = answerOf(
    {
      ...shownWebhook(webhook),
      secret,
      ...(format === 'encrypted' ? { encryptionKey: hexOfSecret(secret) } : {}),
      ...(olderEndsAtMs === undefined ? {} : { olderSecretEndsAt: wireTimestamp(olderEndsAtMs) }),
    },
    meta,
  )
  return { ...answer, shownOnce: ['secret', ...(format === 'encrypted' ? ['encryptionKey'] : [])] }
}

export function webhookListAnswer(
  webhooks: readonly WebhookRow[],
  meta: WebhookAnswerMeta,
): Answer {
  return answerOf({ webhooks: webhooks.map(shownWebhook) }, meta)
}

export function deliveryListAnswer(
  { deliveries, next }: DeliveryPage,
  meta: WebhookAnswerMeta,
): Answer {
  return answerOf({ deliveries: deliveries.map(shownDelivery), ...cursorOf(next) }, meta)
}

export function callListAnswer(calls: readonly LoggedDelivery[], meta: WebhookAnswerMeta): Answer {
  return answerOf({ calls: calls.map(shownCall) }, meta)
}

export function replayAnswer({ count, next }: Replayed, meta: WebhookAnswerMeta): Answer {
  return answerOf({ replayed: count, ...cursorOf(next) }, meta)
}

function answerOf(members: Readonly<Record<string, unknown>>, meta: WebhookAnswerMeta): Answer {
  return { status: 200, body: bodyOf('000.000.100', meta, { before: members }) }
}

function shownWebhook(webhook: WebhookRow): Readonly<Record<string, unknown>> {
  const { id, entityId, url, format, wrapper, fields, state, stateReason, failingSinceMs } = webhook
  const wanted = wantedTypesOf(webhook)
  const [actions, paymentTypes] = [filterIn(wanted, 'actions'), filterIn(wanted, 'paymentTypes')]
  return {
    id,
    entityId,
    url,
    format,
    ...(format === 'encrypted' ? { wrapper } : {}),
    types: wanted.map(({ type }) => type),
    ...(actions === undefined ? {} : { actions }),
    ...(paymentTypes === undefined ? {} : { paymentTypes }),
    fields,
    state,
    ...(stateReason === null ? {} : { stateReason }),
    ...(failingSinceMs === null ? {} : { failingSince: wireTimestamp(failingSinceMs) }),
    createdAt: wireTimestamp(webhook.createdAtMs),
    updatedAt: wireTimestamp(webhook.updatedAtMs),
  }
}

function shownDelivery(logged: LoggedDelivery): Readonly<Record<string, unknown>> {
  const { id, kind, type, action, entityId, subjectId } = logged.delivery
  return {
    id,
    // The header of the call, by which receivers recognise a repetition.
    'webhook-id': webhookIdOf(id),
    kind,
    type,
    ...(action === null ? {} : { action }),
    entityId,
    subjectId,
    ...shownProgress(logged),
  }
}

/** A call to an address that a payment or checkout has named. */
function shownCall(logged: LoggedDelivery): Readonly<Record<string, unknown>> {
  const { id, kind, entityId, url } = logged.delivery
  return { id, kind, entityId, url, ...shownProgress(logged) }
}

function shownProgress({ delivery, attempts }: LoggedDelivery): Readonly<Record<string, unknown>> {
  const { state, body } = delivery
  return {
    state,
    createdAt: wireTimestamp(delivery.createdAtMs),
    ...(state === 'waiting' ? { nextAttemptAt: wireTimestamp(delivery.dueAtMs) } : {}),
    ...(body === null ? {} : { body }),
    attempts: attempts.map(({ attempt, atMs, endedAtMs, status, reason, answer }) => ({
      number: attempt,
      at: wireTimestamp(atMs),
      durationMs: endedAtMs - atMs,
      ...(status === null ? {} : { status }),
      ...(reason === null ? {} : { reason }),
      ...(answer === null ? {} : { answer }),
    })),
  }
}

function cursorOf(next: DeliveryPlace | undefined): Readonly<Record<string, string>> {
  return next === undefined ? {} : { cursor: cursorOfPlace(next) }
}
