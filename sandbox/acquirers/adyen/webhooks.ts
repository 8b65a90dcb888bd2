import { randomBytes } from 'node:crypto'
import type { DueWork } from '../shared/due-work.ts'
import type { PublishedShapes } from '../shared/http.ts'
import type { RequestLog } from '../shared/request-log.ts'
import type { Notification, Notifications } from './notifications.ts'
import { bodyOf, type NotificationChange } from './webhook-body.ts'

/** What an endpoint has answered. */
export interface Taken {
  readonly status: number
  readonly text: string
}

/** A call of an endpoint. Answers, or rejects where nobody listens within ten seconds. */
export type SendNotification = (call: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}) => Promise<Taken>

export interface EndpointOptions {
  readonly url: string
  readonly username: string
  readonly password: string
  /** In hexadecimal digits; made where none is given. */
  readonly hmacKey?: string
}

interface Delivery {
  readonly notification: Notification
  change: NotificationChange
}

interface Endpoint extends EndpointOptions {
  hmacKey: string
  queue: Delivery[]
  failures: number
}

export interface DeliveryOptions {
  /** Which of those that wait; all by default. */
  readonly which?: (notification: Notification) => boolean
  /** The newest first. */
  readonly isReversed?: boolean
  /** Each so often, the later ones with a later date. */
  readonly times?: number
}

/** Times after which a queue that has stopped is tried again (docs.adyen.com, "Handle webhook events"). */
const RETRY_MINUTES = [2, 5, 10, 15, 30, 60, 120, 240, 480]
const MAX_ENDPOINTS = 20
/** Events that may wait for an endpoint; further ones are not sent. */
const MAX_QUEUED = 100_000
const MAX_REMEMBERED = 10_000

interface WebhookParts {
  readonly notifications: Notifications
  readonly due: DueWork
  readonly now: () => number
  readonly send: SendNotification
  readonly isAtOnce: boolean
  readonly shapes: PublishedShapes | undefined
  readonly log: RequestLog
}

const isTaken = ({ status, text }: Taken) =>
  (status >= 200 && status < 300) || text.trim() === '[accepted]'

/** Calls one endpoint after the other, one event at a time. */
function createSender({ due, now, send, isAtOnce, shapes, log }: WebhookParts) {
  const endpoints: Endpoint[] = []
  const sent: { readonly eventCode: string; readonly pspReference: string; status: number }[] = []
  const bodyFaults: string[] = []
  let underWay: Promise<void> = Promise.resolve()

  async function call(endpoint: Endpoint, delivery: Delivery): Promise<boolean> {
    const { notification, change } = delivery
    const { eventCode, pspReference } = notification.item
    const body = bodyOf(notification, endpoint.hmacKey, change)
    const faults = shapes?.answer(JSON.parse(body), `event ${eventCode}`) ?? []
    if (faults.length > 0) log.counts.wrongAnswers += 1
    bodyFaults.push(...faults)
    const basic = Buffer.from(`${endpoint.username}:${endpoint.password}`).toString('base64')
    const headers = { 'content-type': 'application/json', authorization: `Basic ${basic}` }
    const taken = await send({ url: endpoint.url, headers, body }).catch(() => UNHEARD)
    sent.push({ eventCode, pspReference, status: taken.status })
    if (sent.length > MAX_REMEMBERED) sent.shift()
    return isTaken(taken)
  }

  async function deliverTo(endpoint: Endpoint, options: DeliveryOptions): Promise<void> {
    const { which, isReversed, times = 1 } = options
    const chosen = endpoint.queue.filter(({ notification }) => which?.(notification) ?? true)
    if (isReversed) chosen.reverse()
    for (const delivery of chosen) {
      const { change } = delivery
      for (let time = 0; time < times; time++) {
        if (time > 0) delivery.change = { ...change, laterByMs: time * 1_000 }
        if (!(await call(endpoint, delivery))) {
          stop(endpoint)
          return
        }
      }
      endpoint.queue = endpoint.queue.filter((one) => one !== delivery)
      endpoint.failures = 0
    }
  }

  function stop(endpoint: Endpoint): void {
    const minutes = RETRY_MINUTES[Math.min(endpoint.failures, RETRY_MINUTES.length - 1)] as number
    endpoint.failures += 1
    if (isAtOnce) due.at(now() + minutes * 60_000, () => void afterOthers({}, endpoints))
  }

  /** Two deliveries at once never send the same event. */
  function afterOthers(options: DeliveryOptions, to: readonly Endpoint[]): Promise<void> {
    underWay = underWay.then(async () => {
      for (const endpoint of to) await deliverTo(endpoint, options)
    })
    return underWay
  }

  return {
    endpoints,
    sent,
    bodyFaults,
    call,
    deliver: (options: DeliveryOptions = {}) => afterOthers(options, endpoints),
    /** What is new is sent at once, but to no endpoint whose queue has stopped. */
    deliverNew(): void {
      const open = endpoints.filter(({ failures, queue }) => failures === 0 && queue.length > 0)
      if (isAtOnce && open.length > 0) void afterOthers({}, open)
    },
    settled: () => underWay,
  }
}

/**
 * Keeps the endpoints and sends them events: at once, or when it is asked to. An event that is not
 * taken stops the whole queue of its endpoint, which is tried again later.
 */
export function createWebhooks(parts: WebhookParts) {
  const { notifications } = parts
  const sender = createSender(parts)
  const { endpoints, deliver, deliverNew, settled, sent, bodyFaults } = sender

  notifications.listen((notification) => {
    for (const { queue } of endpoints) {
      if (queue.length < MAX_QUEUED) queue.push({ notification, change: {} })
    }
  })

  return {
    /** Subscribes an endpoint to all events from now on, and says by which key they are signed. */
    add(options: EndpointOptions): { readonly hmacKey: string } {
      if (endpoints.length >= MAX_ENDPOINTS) throw new Error('too many endpoints')
      const hmacKey = options.hmacKey ?? newKey()
      endpoints.push({ ...options, hmacKey, queue: [], failures: 0 })
      return { hmacKey }
    },
    /** A new key signs everything from now on, also what waits. */
    rotateHmacKey(hmacKey = newKey()): string {
      for (const endpoint of endpoints) endpoint.hmacKey = hmacKey
      return hmacKey
    },
    deliver,
    deliverNew,
    /** Waits for what is being sent. */
    settled,
    pending: (): readonly Notification[] =>
      endpoints.flatMap(({ queue }) => queue.map(({ notification }) => notification)),
    sent,
    /** What the published schemas say against events. */
    bodyFaults,
    /** Sends events of the past again. */
    async again(which: (notification: Notification) => boolean): Promise<void> {
      const chosen = notifications.all.filter(which)
      for (const endpoint of endpoints) {
        for (const notification of chosen) await sender.call(endpoint, { notification, change: {} })
      }
    },
    /** Events that nobody will be told of. */
    lose(which: (notification: Notification) => boolean): void {
      for (const endpoint of endpoints) {
        endpoint.queue = endpoint.queue.filter(({ notification }) => !which(notification))
      }
    },
    change(which: (notification: Notification) => boolean, change: NotificationChange): void {
      for (const delivery of endpoints.flatMap(({ queue }) => queue)) {
        if (which(delivery.notification)) delivery.change = { ...delivery.change, ...change }
      }
    },
  }
}

const newKey = () => randomBytes(32).toString('hex').toUpperCase()

export type Webhooks = ReturnType<typeof createWebhooks>

const UNHEARD: Taken = { status: 0, text: '' }
