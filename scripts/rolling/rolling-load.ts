import { setTimeout as pause } from 'node:timers/promises'
import { Tillgate } from '../../clients/tillgate.mjs'
import { processDemo } from '../../server/testing/server-process.fixture.ts'
import { balanced, type Counts, ORIGIN } from './balanced.ts'

const CLIENTS = 8

export const CARD = {
  ...{ number: '4200000000000000', holder: 'Jane Jones' },
  ...{ expiryMonth: '05', expiryYear: '2034', cvv: '123' },
}

/** A merchant's server, which pays, captures and refunds without end through both processes. */
export interface RollingLoad extends Counts {
  /** Of what was answered as done: the id by the reference. */
  readonly done: ReadonlyMap<string, string>
  readonly failures: readonly string[]
  /** The longest time that one of them took, in milliseconds. */
  slowestMs: number
  /** Resolves once so many more are done. */
  more(count: number): Promise<void>
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>
}

/** `name`: what its references begin with, which nobody else uses. */
export function startLoad(urls: readonly string[], name = 'ROLLING'): RollingLoad {
  const done = new Map<string, string>()
  const failures: string[] = []
  const load = { done, failures, slowestMs: 0, refused: 0, repeated: 0, more, stop }
  const client = new Tillgate({ baseUrl: ORIGIN, ...processDemo, fetch: balanced(urls, load) })
  let waiting: { at: number; resolve: () => void } | undefined
  let isOver = false
  let operations = 0

  async function operate(run: (reference: object) => Promise<{ readonly id: string }>) {
    const merchantTransactionId = `${name}-${operations++}`
    const startMs = performance.now()
    try {
      const { id } = await run({ merchantTransactionId })
      done.set(merchantTransactionId, id)
      return id
    } catch (error) {
      failures.push(`${merchantTransactionId}: ${error instanceof Error ? error.message : error}`)
      return undefined
    } finally {
      load.slowestMs = Math.max(load.slowestMs, performance.now() - startMs)
      if (waiting !== undefined && done.size >= waiting.at) waiting.resolve()
    }
  }

  async function story() {
    const order = { amount: '92.00', currency: 'EUR', card: CARD }
    await operate((reference) => client.pay({ ...order, ...reference, paymentType: 'DB' }))
    const held = await operate((reference) =>
      client.pay({ ...order, ...reference, paymentType: 'PA' }),
    )
    if (held === undefined) return
    const part = { amount: '40.00', currency: 'EUR' }
    const taken = await operate((reference) => client.capture(held, { ...part, ...reference }))
    if (taken === undefined) return
    await operate((reference) => client.refund(taken, { ...part, ...reference }))
  }

  function more(count: number): Promise<void> {
    return new Promise((resolve) => {
      waiting = { at: done.size + count, resolve }
    })
  }

  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await story()
  })
  async function stop() {
    isOver = true
    await Promise.all(clients)
  }
  return load
}

/** What was answered as done and is not there, or is there twice. */
export async function doneOnce(url: string, { done }: RollingLoad): Promise<string[]> {
  const { entityId, accessToken } = processDemo
  const found: string[] = []
  for (const [merchantTransactionId, id] of done) {
    const query = new URLSearchParams({ entityId, merchantTransactionId })
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await answered(() => fetch(`${url}/v1/query?${query}`, { headers }))
    const ids = (answer.payments ?? []).map((payment) => payment.id)
    if (ids.join() !== id)
      found.push(`${merchantTransactionId}: ${id} was answered, there is ${ids}`)
  }
  return found
}

interface Found {
  readonly payments?: readonly { readonly id: string }[]
}

/** Asks again as long as the gateway has had too many requests; nothing else is no answer to whether a payment is there. */
async function answered(ask: () => Promise<Response>): Promise<Found> {
  for (;;) {
    const response = await ask()
    if (response.status === 200 || response.status === 404) return (await response.json()) as Found
    if (response.status !== 429) throw new Error(`${response.status}: ${await response.text()}`)
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1_000)
  }
}
