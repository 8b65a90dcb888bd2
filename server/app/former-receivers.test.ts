import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type FakeReceiver, startReceiver } from '../../acquirers/gateway/receiver.fixture.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { cardPayment, type Form, startTestGateway } from '../testing/gateway.fixture.ts'

const ENTITIES = { a: `8ac7a4${'a'.repeat(26)}`, b: `8ac7a4${'b'.repeat(26)}` }
type Place = keyof typeof ENTITIES

/** A receiver that approves whatever comes; its ids begin with its name. */
async function approving(place: Place): Promise<FakeReceiver> {
  const receiver = await startReceiver((response, { form }) => {
    const { paymentType, amount, currency } = form
    const id = `${place}${String(receiver.received.length).padStart(31, '0')}`
    const result = { code: '000.100.110', description: '' }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id, paymentType, amount, currency, result }))
  })
  return receiver
}

/** Two gateways on one store: each forwards to its receiver, and has forwarded to the other one before. */
async function moved(formers: 'known' | 'forgotten' = 'known') {
  const store = openMemoryStore()
  const receivers = { a: await approving('a'), b: await approving('b') }
  const settingsOf = (place: Place) => ({
    url: receivers[place].url,
    token: 'a-token-of-the-receiver',
    entityId: ENTITIES[place],
  })
  const start = async (place: Place, former: Place) => {
    const formerReceivers = formers === 'known' ? [settingsOf(former)] : []
    const gateway = await startTestGateway({
      store,
      receiver: settingsOf(place),
      formerReceivers,
    })
    onTestFinished(() => gateway.close())
    return gateway
  }
  const gateways = { a: await start('a', 'b'), b: await start('b', 'a') }
  const pay = async (place: Place, paymentType: string) => {
    const { entityId } = gateways[place].demo
    const form = cardPayment(entityId, { testMode: 'EXTERNAL', paymentType })
    return (await gateways[place].post('/v1/payments', form)).body.id
  }
  const refer = (place: Place, id: string, form: Form) =>
    gateways[place].post(`/v1/payments/${id}`, { currency: 'EUR', ...form })
  return { receivers, gateways, pay, refer }
}

const places = fc.constantFrom<Place>('a', 'b')
const action = fc.oneof(
  fc.record({ at: places, type: fc.constantFrom('PA', 'DB') }),
  fc.record({
    at: places,
    type: fc.constantFrom('CP', 'RF', 'RV'),
    of: fc.nat(),
    mode: fc.boolean(),
  }),
)

describe('a gateway that forwards elsewhere than before', () => {
  it('sends whatever refers to a payment to the receiver of that payment', async () => {
    const { receivers, pay, refer } = await moved()
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 10 }), async (actions) => {
        for (const { received } of Object.values(receivers)) received.splice(0)
        const payments: { id: string; sentTo: Place }[] = []
        for (const each of actions) {
          if (!('of' in each)) {
            payments.push({ id: await pay(each.at, each.type), sentTo: each.at })
            continue
          }
          const target = payments[each.of % Math.max(1, payments.length)]
          if (target === undefined) continue
          const form = {
            paymentType: each.type,
            ...(each.type === 'RV' ? {} : { amount: '1.00' }),
            ...(each.mode ? { testMode: 'EXTERNAL' } : {}),
          }
          const { body } = await refer(each.at, target.id, form)
          expect(body.result.code).not.toBe('700.100.600')
          expect(body.result.code).not.toBe('600.200.201')
          if (body.result.code === '000.100.112') {
            payments.push({ id: body.id, sentTo: target.sentTo })
          }
        }
        // Each receiver was asked about its own payments alone, and has got as many as were sent there.
        for (const place of ['a', 'b'] as const) {
          const { received } = receivers[place]
          const named = received.flatMap(
            ({ path }) => /^\/v1\/payments\/(\w)/.exec(path)?.[1] ?? [],
          )
          expect(named.filter((first) => first !== place)).toEqual([])
          const sent = payments.filter(({ sentTo }) => sentTo === place)
          expect(received.filter(({ method }) => method === 'POST')).toHaveLength(sent.length)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('asks the receiver that has taken a payment for its outcome', async () => {
    const { receivers, gateways, pay } = await moved()
    const answer = receivers.a.behave
    receivers.a.behave = (response) => response.destroy()
    const id = await pay('a', 'DB')
    receivers.a.behave = answer
    receivers.a.received.splice(0)
    gateways.b.clock.advance(60_000)
    await gateways.b.get(`/v1/payments/${id}`)
    expect(new Set(receivers.a.received.map(({ method }) => method))).toEqual(new Set(['GET']))
    expect(receivers.b.received).toEqual([])
  })

  it('that was not told of the receiver refuses with the reason, and sends it to no other', async () => {
    const { receivers, pay, refer } = await moved('forgotten')
    const id = await pay('a', 'DB')
    const { body } = await refer('b', id, { paymentType: 'RF', amount: '1.00' })
    expect([body.result.code, body.result.description]).toEqual([
      '600.200.201',
      expect.stringContaining(`gateway:${ENTITIES.a}`),
    ])
    expect(receivers.b.received).toEqual([])
  })
})
