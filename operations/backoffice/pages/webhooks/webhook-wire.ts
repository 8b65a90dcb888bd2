import type {
  WebhookDelivery,
  WebhookSecretAnswer,
  Webhook as WireWebhook,
} from '../../../../dist/types/wire.ts'

/** A webhook as `GET /admin/v1/webhooks` answers it (docs/webhooks.md). */
export type Webhook = WireWebhook

/** With its secret, which the gateway shows once: a repeated answer without it is a failure (`use-send.ts`). */
export type WebhookSecret = WebhookSecretAnswer & { readonly secret: string }

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
