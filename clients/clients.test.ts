import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { newWebhookSecret } from '../server/kernel/webhook-formats/secrets.ts'
import { allResultCodes } from '../server/results/catalogue.ts'
import { useTestGateway } from '../server/testing/gateway.fixture.ts'
import { startFront } from './testing/front.fixture.ts'
import {
  type ClientOptions,
  isInstalled,
  LANGUAGES,
  startDriver,
} from './testing/languages.fixture.ts'

const CARD = {
  number: '4200000000000000',
  holder: 'Jane Jones',
  expiryMonth: '05',
  expiryYear: '2034',
  cvv: '123',
}
const ORDER = { amount: '92.00', currency: 'EUR' }
const TOO_MANY = {
  result: { code: '800.120.100', description: 'Too many requests' },
}

const gateway = useTestGateway({ callsMerchants: true })

beforeAll(() => {
  // The clients compare the time of a webhook with the clock of the machine.
  gateway().clock.advance(Date.now() - gateway().clock.now())
})

describe.each(LANGUAGES)('the client in %s', (_, program, file) => {
  const test = it.skipIf(!isInstalled(program))

  /** The client behind a front that can lose answers, and the front. */
  async function start(options: Partial<ClientOptions> = {}) {
    const front = await startFront(gateway().url)
    onTestFinished(front.close)
    const { entityId, accessToken } = gateway().demo
    const given = { baseUrl: front.url, accessToken, entityId, timeout: 20, retryFor: 20 }
    const client = startDriver(program, file, { ...given, ...options })
    return { client, front }
  }

  test('creates a checkout, reads it, and changes and deletes it', async () => {
    const { client } = await start()
    const asked = {
      ...ORDER,
      paymentType: 'DB',
      integrity: true,
      customParameters: { basket: '7' },
    }
    const { answer: checkout } = await client('createCheckout', [asked])
    expect(checkout).toMatchObject({ result: { code: '000.200.100' }, integrity: /^sha384-/ })
    const { answer: status } = await client('readCheckout', [checkout.id])
    expect(status.result.code).toBe('000.200.000')
    expect((await client('outcomeOf', [status])).answer).toBe('pending')
    const changed = await client('updateCheckout', [
      checkout.id,
      { amount: '93.00', currency: 'EUR' },
    ])
    expect(changed.answer.result.code).toBe('000.200.101')
    expect((await client('deleteCheckout', [checkout.id])).answer.result.code).toBe('000.200.102')
    expect((await client('readCheckout', [checkout.id])).error).toMatchObject({
      code: '200.300.404',
    })
  })

  test('authorises, captures a part, refunds a part of that, reads and finds the payment', async () => {
    const { client } = await start()
    const merchantTransactionId = `ORDER-${program.slice(-3)}-1042`
    const asked = { ...ORDER, paymentType: 'PA', card: CARD, merchantTransactionId }
    const { answer: hold } = await client('pay', [asked])
    expect(hold).toMatchObject({ amount: '92.00', result: { code: '000.100.110' } })
    const { answer: capture } = await client('capture', [
      hold.id,
      { amount: '50.00', currency: 'EUR' },
    ])
    const part = { amount: '20.00', currency: 'EUR' }
    const { answer: refund } = await client('refund', [capture.id, part])
    expect(refund).toMatchObject({ paymentType: 'RF', referencedId: capture.id })
    expect((await client('reverse', [hold.id, {}])).answer).toMatchObject({ amount: '42.00' })
    expect((await client('readPayment', [hold.id])).answer).toMatchObject({
      amounts: { captured: '50.00', reversed: '42.00' },
    })
    const filter = { merchantTransactionId, includeLinkedTransactions: true }
    const { answer: found } = await client('query', [filter])
    const types = found.payments.map(({ paymentType }: { paymentType: string }) => paymentType)
    expect(types.sort()).toEqual(['CP', 'PA', 'RF', 'RV'])
  })

  test('finds nothing, which is no error', async () => {
    const { client } = await start()
    const { answer } = await client('query', [{ merchantTransactionId: 'ORDER-unknown' }])
    expect(answer).toMatchObject({ payments: [], result: { code: '700.400.580' } })
  })

  test('stores a card, pays with it, and deletes it', async () => {
    const { client } = await start()
    const { answer: stored } = await client('register', [{ paymentBrand: 'VISA', card: CARD }])
    expect((await client('readRegistration', [stored.id])).answer.id).toBe(stored.id)
    const paid = await client('payWithRegistration', [stored.id, { ...ORDER, paymentType: 'DB' }])
    expect(paid.answer).toMatchObject({ amount: '92.00', result: { code: '000.100.110' } })
    expect((await client('deleteRegistration', [stored.id])).answer.paymentType).toBe('DR')
    expect((await client('readRegistration', [stored.id])).error?.status).toBe(404)
  })

  test('throws with every parameter that is wrong, and the words for a person', async () => {
    const { client, front } = await start()
    const { error } = await client('pay', [{ amount: '9.234', paymentType: 'XX' }])
    expect(error).toMatchObject({ status: 400, code: '200.300.404', mayBeDone: false })
    expect(error?.parameterErrors.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['amount', 'currency', 'paymentType']),
    )
    expect(error?.message).toMatch(/^POST \/v1\/payments: 400 200\.300\.404 .*; currency /)
    expect(front.requests).toHaveLength(1)
  })

  test('throws where a payment is declined, with its id, and reads it as it is', async () => {
    const { client } = await start()
    const card = { ...CARD, holder: '800.100.152' }
    const { error } = await client('pay', [{ ...ORDER, paymentType: 'DB', card }])
    expect(error).toMatchObject({ code: '800.100.152', mayBeDone: false, parameterErrors: [] })
    const { answer } = await client('readPayment', [error?.answer?.id])
    expect(answer).toMatchObject({ id: error?.answer?.id, result: { code: '800.100.152' } })
    expect((await client('outcomeOf', [answer.result.code])).answer).toBe('failed')
  })

  test('sends a request whose answer was lost again with the same key: one payment is made', async () => {
    const { client, front } = await start()
    front.turns.push('loses its answer')
    const merchantTransactionId = `LOST-${program.slice(-3)}-0001`
    const asked = { ...ORDER, paymentType: 'DB', card: CARD, merchantTransactionId }
    const { answer } = await client('pay', [asked])
    expect(answer.result.code).toBe('000.100.110')
    const keys = front.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{32,36}$/), keys[0]])
    const { answer: found } = await client('query', [{ merchantTransactionId }])
    expect(found.payments.map(({ id }: { id: string }) => id)).toEqual([answer.id])
  })

  test('says that nobody knows what became of a request without an answer, and its key ends that', async () => {
    const { client, front } = await start({ retryFor: 0 })
    front.turns.push('loses its answer')
    const asked = { ...ORDER, paymentType: 'DB', card: CARD }
    const { error } = await client('pay', [asked], 'order-1042-payment')
    expect(error).toMatchObject({ code: '', mayBeDone: true, idempotencyKey: 'order-1042-payment' })
    expect(error?.status ?? undefined).toBeUndefined()
    const again = await client('pay', [asked], 'order-1042-payment')
    expect(again.answer.result.code).toBe('000.100.110')
    const other = await client('pay', [{ ...asked, amount: '93.00' }], 'order-1042-payment')
    expect(other.error).toMatchObject({ code: '200.200.106', mayBeDone: false })
  })

  test.each([401, 403, 429, 503])(
    'says that nobody knows where an answer was lost and the next one is %i',
    async (status) => {
      const { client, front } = await start({ retryFor: 5 })
      front.turns.push('loses its answer')
      const body = JSON.stringify(TOO_MANY)
      front.turns.push({ status, headers: { 'retry-after': '60' }, body })
      const merchantTransactionId = `LOST-${program.slice(-3)}-${status}`
      const asked = { ...ORDER, paymentType: 'DB', card: CARD, merchantTransactionId }
      const { error } = await client('pay', [asked])
      expect(error).toMatchObject({ status, code: '800.120.100', mayBeDone: true })
      const again = await client('pay', [asked], error?.idempotencyKey ?? '')
      expect(again.answer.result.code).toBe('000.100.110')
      const { answer: found } = await client('query', [{ merchantTransactionId }])
      expect(found.payments).toHaveLength(1)
    },
  )

  test('knows that nothing was done where no attempt was taken up', async () => {
    const { client, front } = await start({ retryFor: 5 })
    const body = JSON.stringify(TOO_MANY)
    front.turns.push({ status: 503, headers: { 'retry-after': '0' }, body })
    front.turns.push({ status: 429, headers: { 'retry-after': '60' }, body })
    const { error } = await client('pay', [{ ...ORDER, paymentType: 'DB', card: CARD }])
    expect(error).toMatchObject({ status: 429, mayBeDone: false })
    expect(front.requests).toHaveLength(2)
  })

  test('waits as long as a busy gateway says, and for what still runs', async () => {
    const { client, front } = await start()
    const runs = { result: { code: '800.600.100', description: 'The first request still runs' } }
    const body = JSON.stringify(TOO_MANY)
    front.turns.push({ status: 429, headers: { 'retry-after': '1' }, body })
    front.turns.push({ status: 503, headers: { 'retry-after': '0' }, body: '<html>busy</html>' })
    front.turns.push({ status: 409, headers: { 'retry-after': '0' }, body: JSON.stringify(runs) })
    const { answer } = await client('pay', [{ ...ORDER, paymentType: 'DB', card: CARD }])
    expect(answer.result.code).toBe('000.100.110')
    expect(new Set(front.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    const [first, second] = front.requests.map(({ atMs }) => atMs)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(990)
  })

  test('gives up where it would have to wait longer than it may', async () => {
    const { client, front } = await start({ retryFor: 5 })
    const body = JSON.stringify(TOO_MANY)
    front.turns.push({ status: 429, headers: { 'retry-after': '60' }, body })
    const { error } = await client('readPayment', ['8ac7a4'])
    expect(error).toMatchObject({ status: 429, code: '800.120.100', mayBeDone: false })
    expect(front.requests).toHaveLength(1)
  })

  test('follows no redirect, which could carry the token to another host', async () => {
    const { client, front } = await start()
    const elsewhere = await startFront(gateway().url)
    onTestFinished(elsewhere.close)
    front.turns.push({ status: 307, headers: { location: `${elsewhere.url}/v1/x` }, body: '' })
    const { error } = await client('readPayment', ['8ac7a4'])
    expect(error).toMatchObject({ status: 307, code: '' })
    expect(elsewhere.requests).toEqual([])
  })

  test('gives an attempt up after its time, and asks again', async () => {
    const { client, front } = await start({ timeout: 0.5 })
    front.turns.push('never answers')
    const { answer } = await client('pay', [{ ...ORDER, paymentType: 'DB', card: CARD }])
    expect(answer.result.code).toBe('000.100.110')
    expect(front.requests).toHaveLength(2)
  })

  test.each([
    ['a key with a blank', 'order 1042'],
    ['a key that would begin another header', 'order\r\nAuthorization: Bearer other'],
    ['a key with a letter that no header may have', 'ordér-1042'],
    ['an empty key', ''],
  ])('sends nothing with %s', async (_, key) => {
    const { client, front } = await start()
    const said = await client('pay', [{ ...ORDER, paymentType: 'DB', card: CARD }], key)
    expect(said.wrong).toMatch(/idempotency_?key must be visible ASCII characters/i)
    expect(front.requests).toEqual([])
  })

  test('sends its token to no path that is part of a host', async () => {
    const { client, front } = await start()
    const said = await client('request', ['GET', '.evil.example/v1/x'])
    expect(said.wrong).toContain('the path must begin with /')
    expect(front.requests).toEqual([])
  })

  test('sends nothing for an empty id, which would be another request', async () => {
    const { client, front } = await start()
    const part = { amount: '92.00', currency: 'EUR' }
    expect((await client('refund', ['', part])).wrong).toContain('the id is empty')
    expect(front.requests).toEqual([])
  })

  test('takes genuine webhooks of both formats, and no others', { timeout: 60_000 }, async () => {
    const { client } = await start()
    const inbox = await startInbox()
    const secret = newWebhookSecret()
    for (const words of [{}, { format: 'encrypted' }, { format: 'encrypted', wrapper: 'json' }]) {
      await client('createWebhook', [{ url: inbox.url, secret, ...words }])
    }
    await expect.poll(() => inbox.received.length, { timeout: 20_000 }).toBe(3)
    for (const { headers, body } of inbox.received) {
      const told = await client('verifyWebhook', [[newWebhookSecret(), secret], headers, body])
      expect(told.answer).toMatchObject({ type: 'test' })
      const changed = body.replace(/[0-9A-F](?=[^0-9A-F]*$)/i, (digit) =>
        digit === '0' ? '1' : '0',
      )
      const foreign = await client('verifyWebhook', [newWebhookSecret(), headers, body])
      expect([foreign, await client('verifyWebhook', [secret, headers, changed])]).toMatchObject([
        { error: { message: expect.stringContaining('not from the gateway') } },
        { error: { message: expect.stringContaining('not from the gateway') } },
      ])
      if (headers['webhook-signature'] === undefined) continue
      for (const time of ['soon', '', '1', `${headers['webhook-timestamp']}.0`]) {
        const late = { ...headers, 'webhook-timestamp': time }
        const old = await client('verifyWebhook', [secret, late, body])
        expect(old.error?.message).toContain('older than five minutes')
      }
    }
    const unsigned = await client('verifyWebhook', [secret, {}, inbox.received[0]?.body])
    expect(unsigned.error?.message).toContain('not from the gateway')
  })

  test('sorts every result code as the catalogue does', async () => {
    const { client } = await start()
    const outcomes: Record<string, string> = {
      success: 'success',
      success_review: 'review',
      pending: 'pending',
      pending_long: 'pending',
    }
    for (const { code, group } of allResultCodes()) {
      // No payment is answered with one: an acquirer tells it long after.
      if (group === 'chargeback') continue
      const { answer } = await client('outcomeOf', [code])
      expect([code, answer]).toEqual([code, outcomes[group] ?? 'failed'])
    }
  })
})

test('all clients wait as long as their guide says', () => {
  const [node, php, python, guide] = [
    'tillgate.mjs',
    'tillgate.php',
    'tillgate.py',
    '../docs/clients.md',
  ].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  expect(node).toContain('timeoutMs = 35_000, retryForMs = 60_000')
  expect(php).toMatch(/float \$timeout = 35,\s+private float \$retryFor = 60\n/)
  expect(python).toContain('timeout=35.0, retry_for=60.0')
  for (const code of [node, php, python])
    expect(code).toMatch(/min\(8(_000)?, (500|0\.5) \* 2 ?\*\* ?\$?attempt\)/)
  expect(guide).toMatch(/at most 35 seconds .*/)
  expect(guide).toMatch(
    /half a second, then twice as long each time, up to 8 seconds, .* later than 60 seconds/,
  )
})

/** A merchant's receiver, which answers everything with 200. */
async function startInbox() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}
