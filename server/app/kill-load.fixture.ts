import { expect } from 'vitest'
import { cardPayment, type Form } from '../testing/gateway.fixture.ts'

const CLIENTS = 12

/** A payment that was under way is asked for after a while; until then its key says "still running". */
const STILL_RUNNING_MS = 30_000

/** Clients that pay, capture and refund without end, and keep every answer. */
export interface Load {
  /** Runs until the process is killed; `reached` is called after this many acknowledgements. */
  runUntilBroken(url: string, acknowledgements: number, reached: () => void): Promise<void>
  /** Runs until this many acknowledgements arrived; failed requests are left for `repeatUnanswered`. */
  runThroughFailures(url: string, acknowledgements: number): Promise<void>
  /** How many requests were answered so far, in all rounds. */
  acknowledgements(): number
  /** The payments that were answered so far. */
  acknowledgedIds(): readonly string[]
  /** Sends every unanswered request again with its key: each is carried out exactly once. */
  repeatUnanswered(url: string): Promise<void>
  /** Reads every answered payment: it must exist and have the same answer, but for the build that another version names. */
  expectAllReadable(url: string, options?: { readonly byAnotherVersion: boolean }): Promise<void>
}

interface Sent {
  readonly path: string
  readonly form: Form
  readonly key: string
}

interface Acknowledged {
  /** Absent when the gateway could not do it, or not yet. */
  readonly id: string | undefined
  readonly merchantTransactionId: string
  readonly result: { readonly code: string }
}

/**
 * The gateway answered without a result: the request may have been carried out, and is sent again
 * with the same key.
 */
class NotAcknowledged extends Error {}

export function createLoad(demo: {
  readonly entityId: string
  readonly accessToken: string
}): Load {
  const authorization = `Bearer ${demo.accessToken}`
  const acknowledged = new Map<string, Acknowledged>()
  const unanswered = new Map<string, Sent>()
  let requests = 0

  async function send(url: string, { path, form, key }: Sent): Promise<Acknowledged> {
    unanswered.set(key, { path, form, key })
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization, 'idempotency-key': key },
      body: new URLSearchParams(form as Record<string, string>),
    })
    const body = (await response.json()) as Acknowledged
    if (body.id === undefined) throw new NotAcknowledged(`${response.status} ${body.result.code}`)
    unanswered.delete(key)
    acknowledged.set(key, body)
    return body
  }

  function newRequest(path: string, form: Form): Sent {
    const key = `request-${requests++}-of-the-kill-test`
    return { path, key, form: { ...form, merchantTransactionId: key } }
  }

  function first(paymentType: string): Sent {
    const more = { paymentType, amount: '92.00' }
    return newRequest('/v1/payments', cardPayment(demo.entityId, more))
  }

  function reference(to: Acknowledged, paymentType: string, amount: string, more: Form = {}): Sent {
    const form = { paymentType, amount, currency: 'EUR', ...more }
    return newRequest(`/v1/payments/${to.id}`, form)
  }

  /** The payments of one shopper; some use a slow acquirer, so that kills happen while intents are open. */
  async function story(url: string, acknowledge: () => void): Promise<void> {
    const paid = await send(url, first('DB'))
    acknowledge()
    const held = await send(url, first('PA'))
    acknowledge()
    const slow = { 'customParameters[SIMULATOR_outcome]': 'delay:15' }
    const captured = await send(url, reference(held, 'CP', '40.00', slow))
    acknowledge()
    await send(url, reference(captured, 'RF', '10.00'))
    acknowledge()
    await send(url, reference(paid, 'RF', '92.00', slow))
    acknowledge()
  }

  return {
    acknowledgements: () => acknowledged.size,

    acknowledgedIds: () => [...acknowledged.values()].flatMap(({ id }) => id ?? []),

    async runUntilBroken(url, acknowledgements, reached) {
      let left = acknowledgements
      const acknowledge = () => {
        left -= 1
        if (left === 0) reached()
      }
      const client = async () => {
        for (;;) await story(url, acknowledge)
      }
      const ends = await Promise.allSettled(Array.from({ length: CLIENTS }, client))
      // A client ends when its connection breaks, never because of an answer.
      for (const end of ends) {
        expect(end.status === 'rejected' && end.reason).toBeInstanceOf(TypeError)
      }
    },

    async runThroughFailures(url, acknowledgements) {
      let left = acknowledgements
      const acknowledge = () => {
        left -= 1
      }
      const client = async () => {
        while (left > 0) {
          await story(url, acknowledge).catch((error: unknown) => {
            if (!(error instanceof NotAcknowledged)) throw error
          })
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
    },

    async repeatUnanswered(url) {
      const answered = (sent: Sent) =>
        expect
          .poll(() => send(url, sent).then(isDone, toldWhy), {
            timeout: STILL_RUNNING_MS,
            interval: 250,
          })
          .toBe('done')
      await Promise.all([...unanswered.values()].map(answered))
    },

    async expectAllReadable(url, { byAnotherVersion } = { byAnotherVersion: false }) {
      // A read also shows later changes of the payment, and its time is that of the last change.
      const changed = { ndc: '', timestamp: '', ...(byAnotherVersion && { buildNumber: '' }) }
      for (const [key, body] of acknowledged) {
        const response = await fetch(`${url}/v1/payments/${body.id}`, {
          headers: { authorization },
        })
        const read = (await response.json()) as Acknowledged
        expect({ ...read, ...changed }).toMatchObject({ ...body, ...changed })
        expect(read.merchantTransactionId).toBe(key)
      }
      const ids = [...acknowledged.values()].map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    },
  }
}

const isDone = () => 'done'
const toldWhy = (error: Error) => error.message
