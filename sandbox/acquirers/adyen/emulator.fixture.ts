import { afterEach } from 'vitest'
import {
  EMULATED_API_KEY,
  EMULATED_MERCHANT,
  type EmulatorOptions,
  startAdyenEmulator,
} from './emulator.ts'
import type { NotificationItem } from './notifications.ts'
import { publishedShapes } from './published-shapes.fixture.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at by paths
export type Body = any

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

type Members = { readonly [name: string]: unknown }

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

export const DAY_MS = 24 * 3_600_000
const START_MS = Date.UTC(2026, 10, 2, 12)

export const HMAC_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'

export const BROWSER = {
  acceptHeader: '*/*',
  colorDepth: 24,
  javaEnabled: false,
  language: 'en',
  screenHeight: 900,
  screenWidth: 1_440,
  timeZoneOffset: 0,
  userAgent: 'Mozilla/5.0',
}

export const card = (number = '4111111111111111', more: Members = {}) => ({
  type: 'scheme',
  number,
  expiryMonth: '03',
  expiryYear: '2030',
  cvc: '737',
  holderName: 'Jane Jones',
  ...more,
})

/** An emulator with a clock that is moved by hand, and a client of it. */
export async function startEmulator(options: Partial<EmulatorOptions> = {}) {
  let nowMs = START_MS
  let status = 200
  const received: { body: string; authorization: string; live: string; item: NotificationItem }[] =
    []
  const emulator = await startAdyenEmulator({
    clock: { now: () => nowMs },
    shapes: publishedShapes(),
    endpoints: [{ url: 'http://shop.example/', username: 'u', password: 'p', hmacKey: HMAC_KEY }],
    send: async ({ headers, body }) => {
      const { live, notificationItems } = JSON.parse(body)
      const item = notificationItems[0].NotificationRequestItem
      received.push({ body, authorization: headers.authorization ?? '', live, item })
      return { status, text: '' }
    },
    ...options,
  })
  open.push(emulator.close)

  async function send(method: string, path: string, init: { body?: string; headers?: Members }) {
    const headers = {
      'x-api-key': EMULATED_API_KEY,
      'content-type': 'application/json',
      ...init.headers,
    } as Record<string, string>
    const answer = await fetch(`${emulator.url}/v71/${path}`, {
      method,
      headers,
      body: init.body ?? null,
    })
    const text = await answer.text()
    const body = text === '' ? undefined : JSON.parse(text)
    return { status: answer.status, headers: answer.headers, body } as Answered
  }

  const post = (path: string, body: Members, key?: string) =>
    send('POST', path, {
      body: JSON.stringify({ merchantAccount: EMULATED_MERCHANT, ...body }),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })

  return {
    ...emulator,
    received,
    send,
    post,
    /** What the endpoint answers from now on. */
    answerWith: (next: number) => {
      status = next
    },
    /** Moves the clock, and does what is due then. */
    pass(milliseconds: number) {
      nowMs += milliseconds
      emulator.runDue()
    },
    pay: (paymentMethod: Members = card(), more: Members = {}, key?: string) =>
      post(
        'payments',
        {
          amount: { value: 1_000, currency: 'EUR' },
          reference: 'p-1',
          returnUrl: 'https://shop.example/back?a=1',
          paymentMethod,
          ...more,
        },
        key,
      ),
    /** Delivers what waits, and says which events the endpoint has got so far. */
    async events(): Promise<readonly string[]> {
      await emulator.webhooks.deliver()
      return received.map(({ item }) => `${item.eventCode} ${item.success}`)
    },
  }
}

/** What the merchant asks for with a held payment. */
export const MANUAL = { additionalData: { manualCapture: 'true', authorisationType: 'PreAuth' } }

export const euros = (value: number) => ({ amount: { value, currency: 'EUR' } })
