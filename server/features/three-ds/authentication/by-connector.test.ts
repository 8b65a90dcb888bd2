import { describe, expect, it, onTestFinished } from 'vitest'
import {
  answers,
  type FakeReceiver,
  payment,
  RECEIVER_ENTITY,
  RECEIVER_ID,
  startReceiver,
} from '../../../../acquirers/gateway/receiver.fixture.ts'
import { AUTHENTICATION_PAGE_PATH } from '../../../../common/authentication-wire.ts'
import {
  cardPayment,
  startTestGateway,
  type TestGateway,
} from '../../../testing/gateway.fixture.ts'

const SHOP = 'https://shop.example/result?order=7'

const methodCall = {
  origin: 'iframe#hidden',
  waitUntil: 'iframe#onload',
  description: 'Hidden iframe post for 3D Secure 2.0',
  method: 'POST',
  url: 'https://issuer.example/method',
  parameters: [{ name: 'threeDSMethodData', value: 'e30' }],
}
const atReceiver = {
  url: 'https://receiver.example/v1/threeDSecure/execute',
  parameters: [
    { name: 'id', value: RECEIVER_ID },
    { name: 'token', value: 'of-the-receiver' },
  ],
}
const challenged = answers(
  200,
  payment('000.200.000', { redirect: { ...atReceiver, preconditions: [methodCall] } }),
)

interface WaitingPayment {
  readonly gateway: TestGateway
  readonly receiver: FakeReceiver
  readonly id: string
  readonly redirect: {
    readonly url: string
    readonly parameters: readonly { readonly name: string; readonly value: string }[]
    readonly preconditions: readonly unknown[]
  }
  /** Calls a route of the page with id and token of the redirect. */
  ask(path: 'next' | 'cancel', more?: object): Promise<{ status: number; body: unknown }>
  /** The return URL of the shopper, as the receiver was sent it. */
  comeBack(headers?: Record<string, string>): Promise<Response>
}

/** A payment whose receiver requires an authentication. */
async function waitingPayment(more: Record<string, string> = {}): Promise<WaitingPayment> {
  const receiver = await startReceiver(challenged)
  const gateway = await startTestGateway({
    receiver: { url: receiver.url, token: 'a-token-of-the-receiver', entityId: RECEIVER_ENTITY },
  })
  onTestFinished(() => gateway.close())
  const form = { testMode: 'EXTERNAL', shopperResultUrl: SHOP, ...more }
  const { body } = await gateway.post('/v1/payments', cardPayment(gateway.demo.entityId, form))
  const { id } = body
  const redirect = body.redirect as unknown as WaitingPayment['redirect']
  const credentials = Object.fromEntries(
    redirect.parameters.map(({ name, value }) => [name, value]),
  )
  return {
    gateway,
    receiver,
    id,
    redirect,
    async ask(path, seen = {}) {
      const answer = await fetch(`${gateway.url}/v1/threeDSecure/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...credentials, ...seen }),
      })
      return { status: answer.status, body: await answer.json() }
    },
    comeBack(headers = {}) {
      const { pathname } = new URL(receiver.received[0]?.form.shopperResultUrl ?? '')
      return fetch(gateway.url + pathname, { headers, redirect: 'manual' })
    },
  }
}

const stateOf = async ({ gateway, id }: WaitingPayment) => {
  const stored = await gateway.store.read.payment(id)
  return [stored?.state, stored?.resultCode]
}

const returnUrl = (id: string) =>
  `${SHOP}&${new URLSearchParams({ id, resourcePath: `/v1/payments/${id}` })}`

describe('a payment whose receiver authenticates', () => {
  it('answers with the page of this gateway, and with the preconditions that a page may post before', async () => {
    const { redirect, gateway, id } = await waitingPayment()
    expect(redirect).toEqual({
      url: `http://gateway.example${AUTHENTICATION_PAGE_PATH}`,
      parameters: [
        { name: 'id', value: id },
        { name: 'token', value: expect.stringMatching(/^[\w-]{20,}$/) },
      ],
      preconditions: [methodCall],
    })
    const { body } = await gateway.get(`/v1/payments/${id}`)
    expect(JSON.stringify(body)).not.toContain('of-the-receiver')
  })

  it('redirects the browser of its shopper to the page of the receiver', async () => {
    const { ask } = await waitingPayment({
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'customer.browser.challengeWindow': '2',
    })
    expect((await ask('next')).body).toEqual({
      step: 'redirect',
      redirect: atReceiver,
      preconditions: [{ url: methodCall.url, parameters: methodCall.parameters }],
      windowSize: '02',
    })
  })

  it('is read at the receiver only when the shopper comes back', async () => {
    const waiting = await waitingPayment()
    const { receiver, ask, comeBack, id } = waiting
    await ask('next')
    await ask('next')
    expect(receiver.received).toHaveLength(1)
    receiver.behave = answers(200, payment('000.100.110'))
    expect((await comeBack()).status).toBe(200)
    expect(receiver.received).toHaveLength(2)
    expect(await stateOf(waiting)).toEqual(['succeeded', '000.100.112'])
    const done = { step: 'done', returnUrl: returnUrl(id), outcome: 'accepted' }
    expect((await ask('next', { challengeEnded: true })).body).toEqual(done)
    expect((await ask('next')).body).toEqual(done)
  })

  it.each([
    ['100.380.501', 'failed', 'declined'],
    ['100.396.101', 'failed', 'cancelled'],
    ['100.396.103', 'failed', 'declined'],
    ['000.200.000', 'pending', 'pending'],
  ])('ends with the outcome of the receiver: %s', async (code, state, outcome) => {
    const waiting = await waitingPayment()
    const redirect = code === '000.200.000' ? { redirect: atReceiver } : {}
    waiting.receiver.behave = answers(code === '000.200.000' ? 200 : 400, payment(code, redirect))
    await waiting.comeBack()
    expect(await stateOf(waiting)).toEqual([state, code])
    const { body } = await waiting.ask('next', { challengeEnded: true })
    expect(body).toMatchObject({ step: 'done', outcome })
  })

  it('returns to the shop as pending when the shopper cancels here', async () => {
    const waiting = await waitingPayment()
    expect((await waiting.ask('cancel')).body).toEqual({
      step: 'done',
      returnUrl: returnUrl(waiting.id),
      outcome: 'pending',
    })
    expect(await stateOf(waiting)).toEqual(['pending', '000.200.000'])
  })

  it('ends at once when the shopper cancels here and the receiver has an outcome', async () => {
    const waiting = await waitingPayment()
    waiting.receiver.behave = answers(400, payment('100.396.101'))
    expect((await waiting.ask('cancel')).body).toEqual({
      step: 'done',
      returnUrl: returnUrl(waiting.id),
      outcome: 'cancelled',
    })
    expect(await stateOf(waiting)).toEqual(['failed', '100.396.101'])
  })

  it('asks the receiver at most once a second when the shopper cancels repeatedly', async () => {
    const waiting = await waitingPayment()
    for (let times = 0; times < 5; times++) await waiting.ask('cancel')
    expect(waiting.receiver.received).toHaveLength(2)
    waiting.gateway.clock.advance(1_000)
    await waiting.ask('cancel')
    expect(waiting.receiver.received).toHaveLength(3)
  })

  it('takes a late outcome when the shopper does not come back', async () => {
    const waiting = await waitingPayment()
    waiting.receiver.behave = answers(400, payment('100.396.103'))
    waiting.gateway.clock.advance(3_600_000)
    await expect.poll(() => stateOf(waiting)).toEqual(['failed', '100.396.103'])
    expect((await waiting.ask('next')).body).toMatchObject({ step: 'done', outcome: 'declined' })
  })

  it('is not accessible to a browser without its token', async () => {
    const { ask, gateway, id } = await waitingPayment()
    const wrong = await ask('next', { token: '0'.repeat(64) })
    const unknown = await ask('next', { id: '0'.repeat(32) })
    expect([wrong.status, unknown.status]).toEqual([404, 404])
    const page = await fetch(gateway.url + AUTHENTICATION_PAGE_PATH, {
      method: 'POST',
      body: new URLSearchParams({ id, token: '0'.repeat(64) }),
    })
    expect(page.status).toBe(404)
  })
})

describe('the return page of a receiver that authenticates', () => {
  it('is a document that notifies the page around it, or redirects to the shop', async () => {
    const { comeBack, id } = await waitingPayment()
    const answer = await comeBack({ 'sec-fetch-dest': 'iframe', 'accept-language': 'de' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await answer.text()
    expect(text).toContain('<html lang="de"')
    expect(text).toContain(returnUrl(id).replaceAll('&', '&amp;'))
    expect(text).not.toContain('of-the-receiver')
  })

  it('is a redirect to the shop in a whole window', async () => {
    const { comeBack, id } = await waitingPayment()
    const answer = await comeBack({ 'sec-fetch-dest': 'document' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, returnUrl(id)])
  })
})
