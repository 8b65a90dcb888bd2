import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentRow } from '../../server/payments/payment-row.fixture.ts'
import { paymentsOn, prepared } from '../../server/payments/payments.fixture.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { createFindForwarded } from './forwarded.ts'
import { createGatewayConnector } from './gateway.ts'
import {
  answers,
  type Behaviour,
  RECEIVER_ENTITY,
  RECEIVER_ID,
  type Received,
  startReceiver,
} from './receiver.fixture.ts'

const ID = paymentRow().id

/** How a request may go wrong on its way or on the way back. */
const faults: Readonly<Record<string, Behaviour>> = {
  hangUp: (response) => void response.destroy(),
  half: (response) => {
    response.writeHead(200, { 'content-length': '900' })
    response.write('{"id":', () => response.destroy())
  },
  words: (response) => void response.end('<html>'),
  inside: answers(500, { result: { code: '999.999.999' } }),
  proxy: (response) => void response.writeHead(502).end(),
  pending: answers(200, { result: { code: '000.200.000' }, id: RECEIVER_ID }),
  throttled: answers(429, { result: { code: '800.120.100' } }),
}

/** Of a request whose receiver books it: an answer that denies the booking would be a lie. */
const honest = Object.keys(faults).filter((name) => name !== 'throttled')

interface Course {
  /** Whether the receiver books what arrives, and with which code. */
  readonly code: '000.100.110' | '800.100.152' | undefined
  /** What happens to the answer; `none`: it arrives. */
  readonly fault: string
  /** What happens to inquiries, one after the other; then they are answered. */
  readonly inquiries: readonly string[]
}

const courses = fc.record({
  code: fc.constantFrom('000.100.110' as const, '800.100.152' as const),
  fault: fc.constantFrom('none', ...honest),
  inquiries: fc.array(fc.constantFrom(...Object.keys(faults)), { maxLength: 4 }),
})

const lostCourses = fc.record({
  code: fc.constant(undefined),
  fault: fc.constantFrom(...honest.filter((name) => name !== 'pending')),
  inquiries: fc.array(fc.constantFrom(...Object.keys(faults)), { maxLength: 4 }),
})

/** A receiver that books every request that arrives, as one without idempotency keys does. */
function booking({ code, fault, inquiries }: Course) {
  const booked: object[] = []
  const left = [...inquiries]
  const behave: Behaviour = (response, received) => {
    if (received.method === 'POST') {
      if (code !== undefined) booked.push(bookedBy(received, code))
      const said = booked[0] ?? {}
      const say = faults[fault] ?? answers(code === '000.100.110' ? 200 : 400, said)
      return say(response, received)
    }
    const next = faults[left.shift() ?? '']
    if (next !== undefined) return next(response, received)
    const found = { result: { code: '000.000.100' }, payments: booked }
    const none = { result: { code: '700.400.580' } }
    return booked.length > 0
      ? answers(200, found)(response, received)
      : answers(404, none)(response, received)
  }
  return { booked, behave }
}

function bookedBy({ form }: Received, code: string): object {
  const { amount, currency, paymentType, merchantTransactionId } = form
  const customParameters = { TILLGATE_paymentId: form['customParameters[TILLGATE_paymentId]'] }
  const money = { amount, currency, paymentType, merchantTransactionId }
  return { id: RECEIVER_ID, ...money, customParameters, result: { code } }
}

/** Pays through such a receiver and lets a week pass; answers what is stored then. */
async function week(course: Course) {
  const { booked, behave } = booking(course)
  const receiver = await startReceiver(behave)
  const store = openMemoryStore()
  const connector = createGatewayConnector({
    receiver: { url: receiver.url, token: 'a-token', entityId: RECEIVER_ENTITY },
    environment: 'test',
    returnUrl: (paymentId) => `https://pay.example.com/${paymentId}`,
    find: createFindForwarded(store),
    log: { warn: () => undefined },
  })
  const { payments, timers, advance } = paymentsOn(connector, store)
  await payments.pay(async () => prepared(connector))
  for (let hour = 0; hour < 24 * 8; hour++) {
    advance(3_600_000)
    await timers.runDue()
  }
  const payment = (await store.read.payment(ID)) as PaymentRow
  const posts = receiver.received.filter(({ method }) => method === 'POST').length
  return { payment, posts, booked: booked.length, gets: receiver.received.length - posts }
}

describe('an outcome that is not known', () => {
  it('is asked for until it is, and the payment is never sent twice', async () => {
    await fc.assert(
      fc.asyncProperty(courses, async (course) => {
        const { payment, posts, booked, gets } = await week(course)
        const succeeds = course.code === '000.100.110'
        expect([posts, booked]).toEqual([1, 1])
        expect(payment.state).toBe(succeeds ? 'succeeded' : 'failed')
        expect(payment.resultCode).toBe(succeeds ? '000.100.112' : course.code)
        // One search for each fault, perhaps with a read after it; none where all was heard.
        if (course.fault === 'none') expect(gets).toBe(0)
        else expect(gets).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  }, 300_000)

  it('is "never sent" only when the receiver has shown that it knows of nothing', async () => {
    await fc.assert(
      fc.asyncProperty(lostCourses, async (course) => {
        const { payment, posts, gets } = await week(course)
        expect([payment.state, payment.resultCode]).toEqual(['failed', '900.100.600'])
        expect(posts).toBe(1)
        expect(gets).toBe(course.inquiries.length + 1)
      }),
      { numRuns: 30 },
    )
  }, 300_000)
})
