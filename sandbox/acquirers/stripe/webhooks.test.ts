import { describe, expect, it } from 'vitest'
import { DAY_MS, isSignedBy, startEmulator } from './emulator.fixture.ts'

const back = { return_url: 'https://shop.example/back' }
const CONFIRM = /\/confirm$/

async function listening(names?: readonly string[]) {
  const emulator = await startEmulator()
  const endpoint = await emulator.listen(names)
  const method = await emulator.card()
  return { ...emulator, endpoint, method }
}

describe('events', () => {
  it('go to endpoints that want them', async () => {
    const { pay, method, webhooks, types } = await listening(['payment_intent.succeeded'])
    await pay(method, {}, back)
    expect(types()).toEqual([])
    await webhooks.deliver()
    expect(types()).toEqual(['payment_intent.succeeded'])
    expect(webhooks.pending()).toEqual([])
  })

  it('show the object as it was then, and the request that caused them', async () => {
    const { post, card, webhooks, received } = await listening()
    const { id } = (await post('payment_intents', { amount: 900, currency: 'eur' }, 'key-9')).body
    await post(`payment_intents/${id}/confirm`, { payment_method: await card(), ...back })
    await webhooks.deliver()
    expect(received[0]?.event).toMatchObject({
      api_version: '2026-10-28.endive',
      livemode: false,
      type: 'payment_intent.created',
      data: { object: { id, status: 'requires_payment_method' } },
      request: { idempotency_key: 'key-9' },
    })
  })

  it('are signed by both secrets while they change', async () => {
    const { pay, method, webhooks, received, endpoint, pass } = await listening([
      'payment_intent.succeeded',
    ])
    const second = webhooks.rotateSecret(endpoint.id)
    await pay(method, {}, back)
    await webhooks.deliver()
    const { body = '', signature = '' } = received[0] ?? {}
    expect([endpoint.secret, second].map((one) => isSignedBy(one, body, signature))).toEqual([
      true,
      true,
    ])
    expect(isSignedBy(second, `${body} `, signature)).toBe(false)
    pass(DAY_MS)
    await webhooks.again(received[0]?.event.id)
    const later = received[1] ?? { body: '', signature: '' }
    expect(
      [endpoint.secret, second].map((one) => isSignedBy(one, later.body, later.signature)),
    ).toEqual([false, true])
  })

  it('come in another order and several times when they are asked to', async () => {
    const { pay, method, webhooks, types } = await listening([
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
    await pay(method, {}, back)
    await webhooks.deliver({ isReversed: true, times: 2 })
    expect(types()).toEqual([
      'payment_intent.succeeded',
      'payment_intent.succeeded',
      'charge.succeeded',
      'charge.succeeded',
    ])
  })

  it('wait for an endpoint that does not take them', async () => {
    let status = 500
    const emulator = await startEmulator({ send: async () => status })
    await emulator.listen(['customer.created'])
    await emulator.post('customers')
    await emulator.webhooks.deliver()
    expect(emulator.webhooks.pending()).toHaveLength(1)
    expect((await emulator.get('events?delivery_success=false')).body.data).toHaveLength(1)
    status = 200
    await emulator.webhooks.deliver()
    expect(emulator.webhooks.pending()).toEqual([])
  })

  it('are sent at once where that is wished', async () => {
    const types: string[] = []
    const emulator = await startEmulator({
      delivery: 'atOnce',
      send: async ({ body }) => {
        types.push(JSON.parse(body).type)
        return 200
      },
    })
    await emulator.listen()
    await emulator.post('customers')
    await emulator.webhooks.settled()
    expect(types).toEqual(['customer.created'])
  })

  it('can come before the answer', async () => {
    let answered = false
    const wasAnswered: boolean[] = []
    const emulator = await startEmulator({
      send: async () => {
        wasAnswered.push(answered)
        return 200
      },
    })
    await emulator.listen(['customer.created'])
    emulator.faults.add({ kind: 'eventsBeforeAnswer' }, { path: '/v1/customers' })
    await emulator.post('customers')
    answered = true
    expect(wasAnswered).toEqual([false])
  })

  it('can be lost, and are still read', async () => {
    const { faults, pay, method, webhooks, types, get } = await listening([
      'payment_intent.succeeded',
    ])
    faults.add({ kind: 'eventsLost' }, { path: CONFIRM })
    await pay(method, {}, back)
    await webhooks.deliver()
    expect(types()).toEqual([])
    expect((await get('events?type=payment_intent.succeeded')).body.data).toHaveLength(1)
  })

  it('can be of another version, and of the other environment', async () => {
    const { faults, post, webhooks, received } = await listening(['customer.created'])
    faults.add({ kind: 'eventsOfOtherVersion', version: '2024-06-20' }, { path: '/v1/customers' })
    faults.add({ kind: 'eventsOfOtherEnvironment' }, { path: '/v1/customers' })
    await post('customers')
    await post('customers')
    await webhooks.deliver()
    expect(received.map(({ event }) => [event.api_version, event.livemode])).toEqual([
      ['2024-06-20', false],
      ['2026-10-28.endive', true],
    ])
  })
})
