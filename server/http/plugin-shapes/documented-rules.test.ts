import { describe, expect, it, onTestFinished } from 'vitest'
import { demoCredentials } from '../../../sandbox/demo/credentials.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { startMessage } from '../../app/start-message.ts'
import { factsOf } from '../../features/risk/facts.ts'
import { openVault } from '../../kernel/vault/vault.ts'
import { accept, bodyOf, debit } from '../../parameters/requests.fixture.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  useTestGateway,
} from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

function pay(more: Form) {
  return gateway().post('/v1/payments', cardPayment(gateway().demo.entityId, more))
}

describe('a payment, as the interface document describes it', () => {
  it("shows the descriptor that was sent, or the merchant's name in its place", async () => {
    const { body } = await pay({ descriptor: 'SHOP.EXAMPLE 42' })
    expect(body.descriptor).toBe('SHOP.EXAMPLE 42')
    const named = await pay({ descriptor: 'SHOP.EXAMPLE 42', 'merchant.name': 'SHOP*PENS' })
    expect(named.body).toMatchObject({ descriptor: 'SHOP*PENS', merchant: { name: 'SHOP*PENS' } })
  })

  it('ignores the second line of a street beside a house number', async () => {
    const { body } = await pay({
      'billing.street1': 'Hauptstrasse',
      'billing.street2': 'rear building',
      'billing.houseNumber1': '1a',
      'shipping.street1': 'Hauptstrasse',
      'shipping.street2': 'rear building',
      'shipping.houseNumber1': '1a',
    })
    const address = { street1: 'Hauptstrasse', houseNumber1: '1a' }
    expect([body.billing, body.shipping]).toEqual([address, address])
  })

  it('returns the result of an external 3-D Secure server as it was sent', async () => {
    const proof = {
      eci: '05',
      verificationId: 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
      dsTransactionId: 'c272b04f-6e7b-43a2-bb78-90f4fb94aa25',
      version: '2.2.0',
      authenticationStatus: 'Y',
    }
    const fields = Object.entries(proof).map(([name, value]) => [`threeDSecure.${name}`, value])
    const { body } = await pay(Object.fromEntries(fields))
    expect(body.threeDSecure).toEqual(proof)
  })
})

describe('a risk check, as the interface document describes it', () => {
  it('screens a payment by its brand where risk.brand is absent', () => {
    const brandFor = (more: Record<string, string>) => {
      const values = accept('payments.create', bodyOf({ ...debit, ...more }))
      return factsOf({ values, brand: 'VISA', amount: { minor: 9200, currency: 'EUR' } })?.brand
    }
    expect([brandFor({}), brandFor({ 'risk.brand': 'VISA_CORPORATE' })]).toEqual([
      'VISA',
      'VISA_CORPORATE',
    ])
  })
})

describe('the time of an order', () => {
  it('is the time of the request when a payment sends risk parameters without a time', async () => {
    const { body } = await pay({ 'risk.channelId': 'web' })
    expect(body.risk).toEqual({ channelId: 'web', orderTimestamp: '2026-11-20 15:00:00' })
    const sent = await pay({ 'risk.orderTimestamp': '2026-11-19 08:00:00' })
    expect(sent.body.risk).toEqual({ orderTimestamp: '2026-11-19 08:00:00' })
    expect((await pay({})).body.risk).toBeUndefined()
  })
})

describe('the live environment', () => {
  it.each([
    ['/v1/payments', 'INTERNAL', (entityId: string) => cardPayment(entityId)],
    ['/v1/payments', 'EXTERNAL', (entityId: string) => cardPayment(entityId)],
    [
      '/v1/checkouts',
      'INTERNAL',
      (entityId: string) => ({ entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }),
    ],
  ])('declines testMode in live: %s with %s', async (path, testMode, form) => {
    const live = await startTestGateway({ environment: 'live' })
    onTestFinished(() => live.close())
    const { status, body } = await live.post(path, { ...form(live.demo.entityId), testMode })
    expect([status, body.result.code]).toEqual([400, '600.200.701'])
    expect(body).toMatchObject({ paymentType: 'DB', amount: '92.00', currency: 'EUR' })
  })
})

describe('the gateway', () => {
  it('answers an internal error without its details', async () => {
    const store = openMemoryStore()
    const read = { ...store.read, payment: () => Promise.reject(new Error('the secret cause')) }
    const broken = await startTestGateway({ store: { ...store, read } })
    onTestFinished(() => broken.close())
    const { status, body } = await broken.get(`/v1/payments/${'f'.repeat(32)}`)
    expect([status, body.result.code]).toEqual([500, '999.999.999'])
    expect(JSON.stringify(body)).not.toContain('secret cause')
    expect(body).toMatchObject({ ndc: expect.any(String), buildNumber: expect.any(String) })
  })

  it('creates a demo merchant on the first start and finds it on the next', async () => {
    const store = openMemoryStore()
    const clock = { now: () => 1 }
    const vault = await openVault({ store, masterKey: Buffer.alloc(32, 1), clock })
    const first = await demoCredentials({ store, vault, clock, fixed: {} })
    expect(await demoCredentials({ store, vault, clock, fixed: {} })).toEqual(first)
    expect(await store.read.rootEntities()).toHaveLength(1)
    const database = { engine: 'memory' }
    const config = { environment: 'test', baseUrl: 'http://127.0.0.1:8080', database }
    const text = startMessage({ config, demo: first } as Parameters<typeof startMessage>[0])
    expect(text).toContain(`curl http://127.0.0.1:8080/v1/payments`)
    for (const told of Object.values(first)) expect(text).toContain(told)
  })
})
