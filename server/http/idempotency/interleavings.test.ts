import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HOUR_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Change, ChangeSet, Store } from '../../store/port.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
} from '../../testing/gateway.fixture.ts'

/** Decides in which order the steps of requests reach the store; at once while there is none. */
let scheduler: fc.Scheduler | undefined
/** How many steps have asked for a turn since there is a scheduler. */
let asking = 0
const applied: Change[] = []
let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway({ store: scheduledStore() })
})
afterAll(() => gateway.close())

async function turn(what: string): Promise<void> {
  asking += 1
  await scheduler?.schedule(Promise.resolve(), what)
}

function scheduledStore(): Store {
  const store = openMemoryStore()
  return {
    ...store,
    async commit(changes) {
      if (changes.some(isOfKey)) await turn('commit')
      const result = await store.commit(changes)
      if (result.applied) applied.push(...changes)
      return result
    },
    read: {
      ...store.read,
      async idempotency(scope, key) {
        await turn('read')
        return store.read.idempotency(scope, key)
      },
    },
  }
}

const isOfKey = ({ kind }: ChangeSet[number]) =>
  kind === 'insertIdempotency' || kind === 'answerIdempotency'

let runs = 0

/** A key that no other run of a property has. */
const keyOf = (name: string) => `${runs}-${name}`

interface Asked {
  readonly path: string
  readonly form: Form
  readonly key: string
}

/** Sends all requests and lets none begin before all have arrived: only then their order is open. */
async function sendAll(requests: readonly Asked[], s: fc.Scheduler) {
  const before = applied.length
  asking = 0
  scheduler = s
  const sent = Promise.all(requests.map(send))
  await vi.waitUntil(() => asking === requests.length, { interval: 1 })
  const answers = await s.waitFor(sent)
  scheduler = undefined
  const changes = applied.slice(before)
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length
  return { answers, payments: count('insertPayment'), rows: count('insertIdempotency') }
}

async function send({ path, form, key }: Asked) {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.demo.accessToken}`,
      'idempotency-key': key,
    },
    body: new URLSearchParams(form as Record<string, string>),
  })
  const text = await response.text()
  const { id, result } = JSON.parse(text)
  const request = JSON.stringify(form)
  return { key, request, text, id: String(id), status: response.status, code: result.code }
}

type Sent = Awaited<ReturnType<typeof send>>

/** What may be told to requests that shared one key, whatever their order. */
function expectOneRequestDone(answers: readonly Sent[]): void {
  const done = answers.filter(({ status }) => status === 200)
  expect(new Set(done.map(({ text }) => text)).size).toBe(1)
  expect(new Set(done.map(({ request }) => request)).size).toBe(1)
  for (const other of answers.filter(({ status }) => status !== 200)) {
    const isSame = other.request === done[0]?.request
    expect([other.status, other.code]).toEqual(isSame ? [409, '800.600.100'] : [400, '200.200.106'])
  }
}

const delay = (isDelayed: boolean): Form =>
  isDelayed ? { 'customParameters[SIMULATOR_outcome]': 'delay:1' } : {}

function payment(key: string, more: Form = {}): Asked {
  return { path: '/v1/payments', form: cardPayment(gateway.demo.entityId, more), key }
}

const anyPayment = fc.record({
  name: fc.constantFrom('one', 'two'),
  amount: fc.constantFrom('1.00', '2.00'),
  isDelayed: fc.boolean(),
})

describe('requests in any order', () => {
  it('make one payment for each of two keys, and every answer belongs to it', async () => {
    const anyPayments = fc.array(anyPayment, { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(anyPayments, fc.scheduler(), async (chosen, s) => {
        runs += 1
        const requests = chosen.map(({ name, amount, isDelayed }) =>
          payment(keyOf(name), { amount, ...delay(isDelayed) }),
        )
        const { answers, payments, rows } = await sendAll(requests, s)
        const keys = new Set(requests.map(({ key }) => key))
        expect([payments, rows]).toEqual([keys.size, keys.size])
        for (const each of keys) expectOneRequestDone(answers.filter(({ key }) => key === each))
      }),
      { numRuns: 60 },
    )
  })

  it('make one more payment after 72 hours, although the old row still exists', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 6 }), fc.scheduler(), async (count, s) => {
        runs += 1
        const request = payment(keyOf('kept'))
        const old = await send(request)
        gateway.clock.advance(72 * HOUR_MS)
        const { answers, payments } = await sendAll(new Array(count).fill(request), s)
        expect(payments).toBe(1)
        expectOneRequestDone(answers)
        expect(answers.map(({ text }) => text)).not.toContain(old.text)
      }),
      { numRuns: 30 },
    )
  })

  it('make one refund of the open amount, and none is answered "already refunded"', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.scheduler(), async (isDelayed, s) => {
        runs += 1
        const { id } = await send(payment(keyOf('debit')))
        const whole = { paymentType: 'RF', amount: '92.00', currency: 'EUR' }
        const form = { ...whole, ...delay(isDelayed) }
        const refund = { path: `/v1/payments/${id}`, form, key: keyOf('refund') }
        const { answers, payments } = await sendAll(new Array(5).fill(refund), s)
        expect(payments).toBe(1)
        expectOneRequestDone(answers)
      }),
      { numRuns: 30 },
    )
  })

  it('pay a checkout once, and none is answered "already paid"', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (s) => {
        runs += 1
        const { entityId, amount, currency, paymentType, ...form } = payment('').form
        const opened = { entityId, amount, currency, paymentType }
        const { id } = await send({ path: '/v1/checkouts', form: opened, key: keyOf('opened') })
        const submit = { path: `/v1/checkouts/${id}/payment`, form, key: keyOf('paid') }
        const { answers, payments } = await sendAll(new Array(5).fill(submit), s)
        expect(payments).toBe(1)
        expectOneRequestDone(answers)
      }),
      { numRuns: 30 },
    )
  })
})
