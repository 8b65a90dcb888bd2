import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const TEN_EUROS: Form = { amount: '10.00', currency: 'EUR' }

/** A channel with a clock and settings of its own. */
async function channel(settings = {}) {
  const merchant = await addMerchant(gateway(), { channels: [settings] })
  const entityId = channelOf(merchant)
  const token = merchant.accessToken
  const post = async (path: string, form: Form) =>
    (await sendBare(gateway(), `POST ${path}`, { token, form })).body
  return {
    entityId,
    post,
    pay: (more: Form = {}) =>
      post('/v1/payments', cardPayment(entityId, { ...TEN_EUROS, ...more })),
    refer: (id: string, paymentType: string) =>
      post(`/v1/payments/${id}`, { ...TEN_EUROS, paymentType }),
    wait: (days: number) => post('/test/clock', { advance: `P${days}D` }),
  }
}

/** What the vault holds of a payment: a number, its fingerprint alone, or nothing. */
async function keptOf(paymentId: string): Promise<'number' | 'fingerprint' | 'nothing'> {
  const { read } = gateway().store
  const payment = await read.payment(paymentId)
  const record = await read.vaultRecord(payment?.vaultRecordId ?? '')
  if (record === undefined) return 'nothing'
  expect(record.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  return record.sealed === '' ? 'fingerprint' : 'number'
}

describe('the number of a payment', () => {
  it('is kept for 180 days, and then no rebill is possible', async () => {
    const { pay, refer, wait } = await channel()
    const debit = await pay()
    await wait(179)
    expect(await keptOf(debit.id)).toBe('number')
    expect((await refer(debit.id, 'RF')).result.code).toBe('000.100.110')
    await wait(179)
    expect(await keptOf(debit.id)).toBe('number')
    await wait(2)
    expect(await keptOf(debit.id)).toBe('fingerprint')
    const refused = await refer((await pay()).id, 'RB')
    expect(refused.result.code).toBe('000.100.110')
  })

  it('is named as the reason when a rebill comes too late', async () => {
    const { pay, refer, wait } = await channel()
    const debit = await pay()
    await wait(182)
    const { result } = await refer(debit.id, 'RB')
    expect(result.code).toBe('700.500.004')
    expect(result.description).toContain('numberRetentionDays')
    expect((await refer(debit.id, 'RF')).result.code).toBe('000.100.110')
  })

  it('is never stored when the payment is declined at once', async () => {
    const { pay } = await channel()
    const declined = await pay({ 'customParameters[SIMULATOR_outcome]': 'decline:800.100.152' })
    expect(declined.result.code).toBe('800.100.152')
    expect(await keptOf(declined.id)).toBe('fingerprint')
  })

  it('is deleted when a payment fails that waited for its shopper', async () => {
    const { pay, wait } = await channel()
    const waiting = await pay({
      'customParameters[SIMULATOR_outcome]': 'pending',
      shopperResultUrl: 'https://shop.example/result',
    })
    expect(await keptOf(waiting.id)).toBe('number')
    await wait(30)
    expect((await gateway().store.read.payment(waiting.id))?.state).toBe('failed')
    expect(await keptOf(waiting.id)).toBe('fingerprint')
  })

  it('is kept as long as the registration that was made with the payment', async () => {
    const { pay, wait } = await channel()
    const debit = await pay({ createRegistration: 'true', 'card.expiryYear': '2034' })
    await wait(400)
    expect(await keptOf(debit.id)).toBe('number')
  })

  it('is kept as long as the channel says, and a shorter time counts within a week', async () => {
    const { entityId, pay, wait } = await channel({ numberRetentionDays: 300 })
    const debit = await pay()
    await wait(290)
    expect(await keptOf(debit.id)).toBe('number')
    const { store, clock } = gateway()
    const version = (await store.read.entity(entityId))?.version ?? 0
    const settings = JSON.stringify({
      ...JSON.parse((await store.read.entity(entityId))?.settings ?? '{}'),
      numberRetentionDays: 30,
    })
    await store.commit([
      { kind: 'stepEntity', id: entityId, expectedVersion: version, set: { settings } },
    ])
    clock.advance(2000)
    await wait(7)
    expect(await keptOf(debit.id)).toBe('fingerprint')
  })

  it('goes with one timer for all payments of an hour', async () => {
    const { entityId, pay } = await channel()
    for (let payments = 0; payments < 3; payments++) await pay()
    const timers = await gateway().store.read.dueTimers(Number.MAX_SAFE_INTEGER, 1000)
    const own = timers.filter((timer) => timer.entityId === entityId)
    expect(own.map(({ kind }) => kind)).toEqual(['numberRetention'])
  })
})
