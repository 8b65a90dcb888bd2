import type {
  WebhookDelivery,
  WebhookSecretAnswer,
  Webhook as WireWebhook,
} from '../../../common/wire-types.ts'

/** A webhook as `GET /admin/v1/webhooks` answers it (docs/webhooks.md). */
export type Webhook = WireWebhook

/** With its secret, which the gateway shows once. */
export type WebhookSecret = WebhookSecretAnswer

export type Delivery = WebhookDelivery

/** What a webhook can be told of. */
export const EVENT_TYPES = [
  'PAYMENT',
  'REGISTRATION',
  'SCHEDULE',
  'RISK',
  'HOLD',
  'DISPUTE',
] as const
