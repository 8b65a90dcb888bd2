import { optional, type ParameterTable, required } from './table.ts'
import { choice, integer, list, patternInWords, url } from './value-types.ts'

const objectId = patternInWords(
  /^[0-9a-f]{32}$/,
  '8ac7a4a19ab1c2d3e4f5061728394a5e',
  '32 hex digits in lower case',
)

/** The cursor of a list of deliveries: time and id of the last one that was shown. */
export const deliveryCursor = patternInWords(
  /^[0-9]{1,15}\.[0-9a-f]{32}$/,
  '1763650800000.8ac7a4a19ab1c2d3e4f5061728394a5e',
  'the cursor of an answer as it was given',
)

/** Longest time for which the older of two secrets counts, in hours: a week. */
const MAX_ROTATION_HOURS = 168

/** What a webhook can be told of. */
export const EVENT_TYPES = [
  'PAYMENT',
  'REGISTRATION',
  'SCHEDULE',
  'RISK',
  'WEBHOOK',
  'HOLD',
  'DISPUTE',
] as const

/**
 * What it is told of where it does not say: the types of the interface document and our first ones. A plugin
 * that reads every event as a payment must not meet one that it does not know.
 */
export const DEFAULT_EVENT_TYPES = EVENT_TYPES.filter(
  (type) => type !== 'HOLD' && type !== 'DISPUTE',
)

/** Where events are sent, which ones, and how. */
export const webhook = {
  source: 'decisions §9, POST /v1/webhooks',
  rows: {
    url: required(url(6, 2048), { echoed: false, address: 'called' }),
    format: optional(choice(['signed', 'encrypted']), { echoed: false }),
    wrapper: optional(choice(['none', 'json']), { echoed: false }),
    types: optional(list(EVENT_TYPES), { echoed: false }),
    actions: optional(list(['CREATED', 'UPDATED', 'DELETED']), { echoed: false }),
    fields: optional(choice(['ALL', 'NON_CUSTOMER_DATA']), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** The secret that notifications are signed or encrypted with. */
export const webhookSecret = {
  source: 'decisions §9, POST /v1/webhooks/{id}/rotate',
  rows: {
    secret: optional(
      patternInWords(
        /^(?:whsec_[A-Za-z0-9+/]{43}=|[0-9A-Fa-f]{64})$/,
        undefined,
        'whsec_ and base64 of 32 bytes, or 64 hex digits; absent: a new one is made',
      ),
      { secret: 'code', echoed: false },
    ),
    olderSecretHours: optional(integer(0, MAX_ROTATION_HOURS), { default: '24', echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** Which calls of a webhook are meant. */
export const webhookDelivery = {
  source: 'decisions §9, delivery log',
  rows: {
    deliveryId: optional(objectId, { echoed: false }),
    state: optional(choice(['waiting', 'delivered', 'givenUp']), { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable
