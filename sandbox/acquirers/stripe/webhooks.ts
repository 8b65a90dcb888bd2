import type { Event, WebhookEndpoint } from './objects/types.ts'
import type { webhookEndpointCreate } from './parameters/others.ts'
import { createWebhookSecrets, signature, type WebhookSecrets } from './webhook-secrets.ts'
import type { ValuesOf } from './wire/describe.ts'
import { API_VERSION, type World } from './world.ts'

/** A call of an endpoint. Answers with the status, or rejects where nobody listens. */
export type SendEvent = (call: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}) => Promise<number>

type EndpointParams = ValuesOf<typeof webhookEndpointCreate>

/** Stripe ends its attempts after three days; the emulator after so many. */
const MAX_ATTEMPTS = 16
/** Deliveries that are remembered. */
const MAX_REMEMBERED = 10_000
/** Events that may wait; further ones are not sent. */
const MAX_PENDING = 100_000

interface Delivery {
  readonly event: Event
  readonly endpoint: WebhookEndpoint
  readonly body: string
  attempts: number
}

export interface DeliveryOptions {
  /** Which of those that wait; all by default. */
  readonly which?: (event: Event) => boolean
  /** The newest first. */
  readonly isReversed?: boolean
  /** Each so often. */
  readonly times?: number
}

/** How the events of one request are sent otherwise. */
export type EventChange = { readonly version?: string; readonly livemode?: boolean }

/** Keeps the endpoints and sends them events: at once, or when it is asked to. */
export function createWebhooks(world: World, send: SendEvent, isAtOnce: boolean) {
  const secrets = createWebhookSecrets(world)
  let pending: Delivery[] = []
  let underWay: Promise<unknown> = Promise.resolve()
  const sent: { readonly eventId: string; readonly type: string; readonly status: number }[] = []

  world.events.listen((event) => {
    for (const endpoint of world.store.all('webhook_endpoint')) {
      const { enabled_events: names, status } = endpoint
      if (status !== 'enabled' || !(names.includes('*') || names.includes(event.type))) continue
      if (pending.length >= MAX_PENDING) continue
      event.pending_webhooks += 1
      const version = endpoint.api_version ?? API_VERSION
      pending.push({ event, endpoint, body: bodyOf(event, { version }), attempts: 0 })
    }
  })

  async function call(delivery: Delivery): Promise<void> {
    const { event, endpoint, body } = delivery
    delivery.attempts += 1
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature(body, secrets.of(endpoint.id), world.seconds()),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }
    const status = await send({ url: endpoint.url, headers, body }).catch(() => 0)
    sent.push({ eventId: event.id, type: event.type, status })
    if (sent.length > MAX_REMEMBERED) sent.shift()
    const isTaken = status >= 200 && status < 300
    if (isTaken && pending.includes(delivery)) event.pending_webhooks -= 1
    if (!isTaken && delivery.attempts < MAX_ATTEMPTS) return
    pending = pending.filter((one) => one !== delivery)
  }

  async function deliverNow({ which, isReversed, times = 1 }: DeliveryOptions): Promise<void> {
    const chosen = pending.filter(({ event }) => which?.(event) ?? true)
    if (isReversed) chosen.reverse()
    for (const delivery of chosen) {
      for (let time = 0; time < times; time++) await call(delivery)
    }
  }

  /** One delivery after the other: two calls of it never send the same event at once. */
  function deliver(options: DeliveryOptions = {}): Promise<void> {
    const next = underWay.then(() => deliverNow(options))
    underWay = next
    return next
  }

  return {
    create: (params: EndpointParams) => createEndpoint(world, secrets, params),
    deliver,
    /** Waits for what is being sent. */
    settled: () => underWay.then(() => undefined),
    isAtOnce,
    pending: (): readonly Event[] => pending.map(({ event }) => event),
    sent,
    /** Sends an event of the past again, to all that wanted it. */
    async again(eventId: string): Promise<void> {
      const event = world.store.need('event', eventId)
      for (const endpoint of world.store.all('webhook_endpoint')) {
        await call({ event, endpoint, body: bodyOf(event, {}), attempts: 0 })
      }
    },
    /** Events that nobody will be told of; they can still be read. */
    lose(which: (event: Event) => boolean): void {
      pending = pending.filter(({ event }) => !which(event))
    },
    change(which: (event: Event) => boolean, change: EventChange): void {
      pending = pending.map((one) =>
        which(one.event) ? { ...one, body: bodyOf(one.event, change) } : one,
      )
    },
    rotateSecret: secrets.rotate,
    forgetOldSecrets: secrets.forgetOld,
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>

function createEndpoint(world: World, secrets: WebhookSecrets, params: EndpointParams) {
  const endpoint = world.store.add<WebhookEndpoint>({
    id: world.newId('we'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: world.seconds(),
    description: params.description ?? null,
    enabled_events: params.enabled_events,
    livemode: world.livemode,
    metadata: params.metadata ?? {},
    status: 'enabled',
    url: params.url,
  } as WebhookEndpoint)
  // It is shown at the creation only.
  return { ...endpoint, secret: secrets.rotate(endpoint.id) }
}

function bodyOf(event: Event, { version, livemode }: EventChange): string {
  const changed = {
    ...event,
    ...(version === undefined ? {} : { api_version: version }),
    ...(livemode === undefined ? {} : { livemode }),
  }
  return JSON.stringify(changed, null, 2)
}
