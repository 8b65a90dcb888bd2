import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { defaultThrottling, readThrottlingLimits } from '../../kernel/settings/throttling-limits.ts'
import { cardPayment, startTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'

async function gatewayWith(text: string, store = openMemoryStore()) {
  const throttling = readThrottlingLimits(text) ?? defaultThrottling
  const gateway = await startTestGateway({ throttling, store })
  onTestFinished(() => gateway.close())
  return gateway
}

describe('a throttled request', () => {
  it('is answered 429 in the common shape, and nothing is done', async () => {
    const gateway = await gatewayWith('payments=1/min')
    const { entityId } = gateway.demo
    expect((await gateway.post('/v1/payments', cardPayment(entityId))).status).toBe(200)
    const { status, headers, body } = await gateway.post('/v1/payments', cardPayment(entityId))
    expect([status, body.result.code]).toEqual([429, '800.120.100'])
    expect(headers.get('retry-after')).toBe('60')
    expect(body.result.description).toContain('Too many requests')
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ndc: expect.stringMatching(/^[0-9a-z-]{1,69}$/i),
      buildNumber: expect.any(String),
      timestamp: expect.any(String),
    })
    expect(await gateway.store.read.payment(body.id)).toBeUndefined()
  })

  it('may be sent again when the period is over', async () => {
    const gateway = await gatewayWith('status=1/min')
    const read = async () => (await gateway.get(`/v1/payments/${'f'.repeat(32)}`)).status
    expect([await read(), await read()]).toEqual([404, 429])
    gateway.clock.advance(60_000)
    expect(await read()).toBe(404)
  })

  it('is counted by all processes on one store together', async () => {
    const store = openMemoryStore()
    const gateways = [
      await gatewayWith('payments=7/min', store),
      await gatewayWith('payments=7/min', store),
    ]
    const token = gateways[0]?.demo.accessToken ?? ''
    const form = cardPayment(gateways[0]?.demo.entityId ?? '')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        sendBare(gateways[at % 2] ?? { url: '' }, 'POST /v1/payments', { token, form }),
      ),
    )
    const paid = answers.filter(({ status }) => status === 200).length
    expect(paid).toBeLessThanOrEqual(7)
    expect(paid).toBeGreaterThan(0)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })
})

describe('status reads of a checkout', () => {
  it('are limited to two a minute for a merchant that asks for it', async () => {
    const gateway = await gatewayWith('status=off')
    const merchant = await addMerchant(gateway, {
      settings: () => ({ throttling: { statusReadsPerMinute: 2 } }),
    })
    const token = merchant.accessToken
    const entityId = channelOf(merchant)
    const form = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }
    const { id } = (await sendBare(gateway, 'POST /v1/checkouts', { token, form })).body
    const read = async () =>
      (await sendBare(gateway, `GET /v1/checkouts/${id}/payment`, { token })).status
    expect([await read(), await read(), await read()]).toEqual([200, 200, 429])
    gateway.clock.advance(60_000)
    expect(await read()).toBe(200)
  })
})
