import { describe, expect, it } from 'vitest'
import { cardPayment, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

/** A payment whose acquirer behaves as `outcome` says. */
async function pay(outcome: string, more: Record<string, string> = {}) {
  const asked = { 'customParameters[SIMULATOR_outcome]': outcome, ...more }
  const { body } = await gateway().post('/v1/payments', cardPayment(gateway().demo.entityId, asked))
  return body
}

async function codeOf(id: string): Promise<string> {
  return (await gateway().get(`/v1/payments/${id}`)).body.result.code
}

describe('an acquirer whose answer is lost', () => {
  it('is asked for the outcome when the merchant reads the payment', async () => {
    const paid = await pay('timeout-then-approved')
    expect(paid.result.code).toBe('000.200.000')
    expect(await codeOf(paid.id)).toBe('000.200.000')
    gateway().clock.advance(5_000)
    expect(await codeOf(paid.id)).toBe('000.100.110')
    const refund = await gateway().post(`/v1/payments/${paid.id}`, {
      paymentType: 'RF',
      amount: '92.00',
      currency: 'EUR',
    })
    expect(refund.body.result.code).toBe('000.100.110')
  })

  it('is asked for the outcome by a timer when nobody reads the payment', async () => {
    const paid = await pay('timeout-then-approved')
    gateway().clock.advance(30_000)
    await expect
      .poll(async () => (await gateway().store.read.payment(paid.id))?.state)
      .toBe('succeeded')
  })

  it('is not taken to have declined while it does not answer', async () => {
    const paid = await pay('timeout')
    gateway().clock.advance(24 * 3_600_000)
    expect(await codeOf(paid.id)).toBe('000.200.000')
  })

  it('keeps the amount of a refund reserved until its outcome is known', async () => {
    const paid = await pay('approve')
    const refund = { paymentType: 'RF', amount: '92.00', currency: 'EUR' }
    const lost = { 'customParameters[SIMULATOR_outcome]': 'timeout-then-approved' }
    const first = await gateway().post(`/v1/payments/${paid.id}`, { ...refund, ...lost })
    expect(first.body.result.code).toBe('000.200.000')
    const second = await gateway().post(`/v1/payments/${paid.id}`, refund)
    expect(second.body.result.code).toBe('700.300.300')
    gateway().clock.advance(5_000)
    expect(await codeOf(first.body.id)).toBe('000.100.110')
  })

  it('opens the checkout for another try, or ends it, once the outcome is known', async () => {
    const { body: checkout } = await gateway().post('/v1/checkouts', {
      entityId: gateway().demo.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      'customParameters[SIMULATOR_outcome]': 'timeout-then-approved',
    })
    const { entityId, amount, currency, paymentType, ...card } = cardPayment('')
    const path = `/v1/checkouts/${checkout.id}/payment`
    expect((await gateway().post(path, card)).body.result.code).toBe('000.200.000')
    expect((await gateway().post(path, card)).status).toBe(409)
    gateway().clock.advance(5_000)
    expect((await gateway().get(path)).body.result.code).toBe('000.100.110')
    expect((await gateway().store.read.checkout(checkout.id))?.state).toBe('done')
    expect(await gateway().store.read.timer('checkoutExpiry', checkout.id)).toBeUndefined()
  })
})

describe('an acquirer that answers twice', () => {
  it('moves the money once', async () => {
    const paid = await pay('duplicate')
    expect(paid.result.code).toBe('000.100.110')
    expect(await gateway().store.read.postingsOfFamily(paid.id)).toHaveLength(2)
  })
})

describe('a checkout that is not paid', () => {
  it('expires by its timer', async () => {
    const { body: checkout } = await gateway().post('/v1/checkouts', {
      entityId: gateway().demo.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
    })
    gateway().clock.advance(30 * 60_000)
    const state = async () => (await gateway().store.read.checkout(checkout.id))?.state
    await expect.poll(state).toBe('expired')
    const status = await gateway().get(`/v1/checkouts/${checkout.id}/payment`)
    expect(status.body.result.description).toContain('expired')
  })
})
