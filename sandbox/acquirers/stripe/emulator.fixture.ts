import { createHmac } from 'node:crypto'
import { afterEach } from 'vitest'
import { EMULATED_KEY, type EmulatorOptions, startStripeEmulator } from './emulator.ts'
import { publishedShapes } from './published-shapes.fixture.ts'
import { API_VERSION } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at by paths
export type Body = any

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

type Params = { readonly [name: string]: unknown }

/** `{ card: { number } }` → `card[number]=…`, as Stripe's API takes it. */
export function formOf(params: Params): string {
  const pairs: string[] = []
  const put = (name: string, value: unknown) => {
    if (value === undefined) return
    if (typeof value !== 'object' || value === null) {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    } else for (const [key, inner] of Object.entries(value)) put(`${name}[${key}]`, inner)
  }
  for (const [name, value] of Object.entries(params)) put(name, value)
  return pairs.join('&')
}

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

export const DAY_MS = 24 * 3_600_000
const START_MS = Date.UTC(2026, 10, 2, 12)

/** An emulator with a clock that is moved by hand, and a client of it. */
export async function startEmulator(options: Partial<EmulatorOptions> = {}) {
  let nowMs = START_MS
  const received: { body: string; signature: string; event: Body }[] = []
  const emulator = await startStripeEmulator({
    clock: { now: () => nowMs },
    shapes: publishedShapes(),
    send: async ({ headers, body }) => {
      const signature = headers['stripe-signature'] ?? ''
      received.push({ body, signature, event: JSON.parse(body) })
      return 200
    },
    ...options,
  })
  open.push(emulator.close)

  async function send(
    method: string,
    path: string,
    init: { body?: string; headers?: Params } = {},
  ) {
    const headers = {
      authorization: `Bearer ${EMULATED_KEY}`,
      'stripe-version': API_VERSION,
      'content-type': 'application/x-www-form-urlencoded',
      ...init.headers,
    } as Record<string, string>
    const body = init.body ?? null
    const answer = await fetch(`${emulator.url}${path}`, { method, headers, body })
    return { status: answer.status, headers: answer.headers, body: await answer.json() } as Answered
  }

  const post = (path: string, params: Params = {}, key?: string) =>
    send('POST', `/v1/${path}`, {
      body: formOf(params),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })

  return {
    ...emulator,
    received,
    send,
    post,
    get: (path: string) => send('GET', `/v1/${path}`),
    /** Moves the clock, and does what is due then. */
    pass(milliseconds: number) {
      nowMs += milliseconds
      emulator.runDue()
    },
    async card(number = '4242424242424242', more: Params = {}): Promise<string> {
      const card = { number, exp_month: 12, exp_year: 2030, cvc: '123' }
      return (await post('payment_methods', { type: 'card', card, ...more })).body.id
    },
    /** Creates an intent and confirms it, as a connector does. */
    async pay(method: string, create: Params = {}, confirm: Params = {}): Promise<Answered> {
      const intent = await post('payment_intents', {
        amount: 1_000,
        currency: 'eur',
        allowed_payment_method_types: ['card', 'sepa_debit', 'ideal', 'bancontact', 'eps'],
        ...create,
      })
      const params = { payment_method: method, ...confirm }
      return post(`payment_intents/${intent.body.id}/confirm`, params)
    },
    async listen(names: readonly string[] = ['*']): Promise<{ id: string; secret: string }> {
      const params = { url: 'http://127.0.0.1:9/webhooks', enabled_events: names }
      return (await post('webhook_endpoints', params)).body
    },
    types: () => received.map(({ event }) => event.type as string),
  }
}

/** Whether a signature of a body is of a secret: written apart from what signs. */
export function isSignedBy(secret: string, body: string, header: string): boolean {
  const time = /t=(\d+)/.exec(header)?.[1]
  const wanted = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return header.split(',').includes(`v1=${wanted}`)
}
