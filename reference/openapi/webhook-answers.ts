import { alreadyShown, answer, at, described, ID, text } from './answer-parts.ts'
import { type JsonSchema, reference } from './json-schema.ts'

const texts = (description: string): JsonSchema => ({ type: 'array', items: text, description })

const webhookMembers = {
  id: described('Names the webhook.', { pattern: ID }),
  entityId: described('Whose events are sent, with those of all entities below it.', {
    pattern: ID,
  }),
  url: described('Where they are sent.'),
  format: described('How they are sent.', { enum: ['signed', 'encrypted'] }),
  wrapper: described('Of the encrypted format.', { enum: ['none', 'json'] }),
  types: texts('Which events are sent.'),
  actions: texts('Which changes of registrations are sent; absent: all.'),
  paymentTypes: texts('Events of which payments are sent; absent: all.'),
  fields: described('Which members payloads have.', { enum: ['ALL', 'NON_CUSTOMER_DATA'] }),
  state: described(
    'inactive until a test message is answered; disabled after an answer 410, or 30 days of failures.',
    { enum: ['inactive', 'active', 'disabled', 'deleted'] },
  ),
  stateReason: described('Why it is not active, where that is known.'),
  failingSince: described(
    'When the first of the calls failed that have all failed since, UTC.',
    at,
  ),
  createdAt: described('When it was made, UTC.', at),
  updatedAt: described('When it was last changed, UTC.', at),
} as const satisfies Readonly<Record<string, JsonSchema>>

const requiredOfWebhook = [
  'id',
  'entityId',
  'url',
  'format',
  'types',
  'fields',
  'state',
  'createdAt',
  'updatedAt',
]

const secretMembers = {
  secret: described('whsec_ and base64 of 32 bytes. It is in this answer only.', {
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  }),
  encryptionKey: described('Of the encrypted format: the same 32 bytes as 64 hex digits.', {
    pattern: '^[0-9a-f]{64}$',
  }),
  olderSecretEndsAt: described('After a rotation: until when the older secret counts, UTC.', at),
} as const satisfies Readonly<Record<string, JsonSchema>>

const attempt: JsonSchema = {
  type: 'object',
  properties: {
    number: { type: 'integer', minimum: 1 },
    at: described('When it began, UTC.', at),
    durationMs: { type: 'integer', minimum: 0 },
    status: { type: 'integer', description: 'The HTTP status of the answer, if there was one.' },
    reason: described('Why it counts as failed.'),
    answer: described('The beginning of the answer.'),
  },
  required: ['number', 'at', 'durationMs'],
}

const delivery: JsonSchema = {
  type: 'object',
  properties: {
    id: described('Names the delivery; replay takes it as deliveryId.', { pattern: ID }),
    'webhook-id': described('The header of the call; the same in all attempts.'),
    kind: described('What it is.', { enum: ['webhook', 'test'] }),
    type: described('The type of the event.'),
    action: described('The change, where the event names one.'),
    entityId: described('Where it happened.', { pattern: ID }),
    subjectId: described('The payment, registration or schedule.'),
    state: described('waiting: it will be sent, or sent again. givenUp: it will not.', {
      enum: ['waiting', 'delivered', 'givenUp'],
    }),
    createdAt: described('When the event happened, UTC.', at),
    nextAttemptAt: described('When it is sent next, UTC; only while it waits.', at),
    body: described('What is sent, before encryption. Absent before the first attempt.'),
    attempts: { type: 'array', items: attempt },
  },
  required: [
    'id',
    'webhook-id',
    'kind',
    'type',
    'entityId',
    'subjectId',
    'state',
    'createdAt',
    'attempts',
  ],
}

const {
  'webhook-id': _id,
  type: _type,
  action: _action,
  subjectId: _subject,
  ...ofCall
} = delivery.properties ?? {}

const call: JsonSchema = {
  type: 'object',
  properties: {
    ...ofCall,
    id: described('Names the call.', { pattern: ID }),
    kind: described('The parameter that named the address.', {
      enum: ['notificationUrl', 'resultUrl'],
    }),
    url: described('The address, without the parameters that the call adds.'),
  },
  required: ['id', 'kind', 'entityId', 'url', 'state', 'createdAt', 'attempts'],
}

/** Answers about webhooks, by the names of their schemas. */
export const webhookAnswers: Readonly<Record<string, JsonSchema>> = {
  Webhook: {
    type: 'object',
    properties: webhookMembers,
    required: requiredOfWebhook,
    description: 'A webhook without its secret.',
  },
  WebhookDelivery: { ...delivery, description: 'A call and its attempts, oldest first.' },
  WebhookAnswer: answer(webhookMembers, requiredOfWebhook, 'A webhook without its secret.'),
  WebhookSecretAnswer: answer(
    { ...webhookMembers, ...secretMembers, alreadyShown },
    requiredOfWebhook,
    'A webhook with its new secret.',
  ),
  WebhookListAnswer: answer(
    { webhooks: { type: 'array', items: reference('Webhook') } },
    ['webhooks'],
    'The webhooks of an entity, oldest first.',
  ),
  DeliveryListAnswer: answer(
    {
      deliveries: { type: 'array', items: reference('WebhookDelivery') },
      cursor: described(
        'Older ones may follow: send the same request with this cursor. Absent at the end of the list.',
      ),
    },
    ['deliveries'],
    'What was sent to a webhook, newest first.',
  ),
  CallListAnswer: answer(
    {
      calls: {
        type: 'array',
        items: { ...call, description: 'A call and its attempts, oldest first.' },
      },
    },
    ['calls'],
    'The calls to the addresses that a payment or checkout has named, newest first.',
  ),
  ReplayAnswer: answer(
    {
      replayed: {
        type: 'integer',
        description: 'How many deliveries are sent again.',
        minimum: 0,
      },
      cursor: described(
        'There may be more, older ones: send the same request with this cursor. Absent at the end.',
      ),
    },
    ['replayed'],
    'What is sent again.',
  ),
}
