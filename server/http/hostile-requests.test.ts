import { describe, expect, it } from 'vitest'
import { cardPayment, useTestGateway } from '../testing/gateway.fixture.ts'

const gateway = useTestGateway()

async function send(path: string, contentType: string, body: string, more = {}) {
  const response = await fetch(gateway().url + path, {
    method: 'POST',
    headers: { 'content-type': contentType, ...more },
    body,
  })
  return { status: response.status, body: await response.json() }
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

describe('a body that would block the process', () => {
  const ones = (count: number) => Array(count).fill(1).join()
  const name = 'a'.repeat(16_390)
  const costly: readonly [what: string, type: string, body: string, description: RegExp][] = [
    ['a long name over a list', JSON_TYPE, `{"${name}":[${ones(2000)}]}`, /than 256 characters/],
    ['the longest name', JSON_TYPE, `{"${'a'.repeat(900_000)}":[${ones(19_000)}]}`, /than 256/],
    ['a long name many times', FORM, `${name}=1&`.repeat(60), /than 256 characters/],
    ['empty objects', JSON_TYPE, `{"a":[${'{},'.repeat(340_000)}{}]}`, /more than 20,000/],
    ['numbers', JSON_TYPE, `{"a":[${ones(500_000)}]}`, /more than 20,000/],
  ]

  it.each(costly)('is refused without a token: %s', async (_what, type, body, words) => {
    const { entityId } = gateway().demo
    const form = { entityId, amount: '1.00', currency: 'EUR', paymentType: 'DB' }
    const { id } = (await gateway().post('/v1/checkouts', form)).body
    const refused = await send(`/v1/checkouts/${id}/payment`, type, body)
    expect([refused.status, refused.body.result.code]).toEqual([400, '200.300.404'])
    expect(refused.body.result.description).toMatch(words)
    expect((await send('/v1/nowhere', type, body)).status).toBe(404)
    // Who sends it is asked first, and before that it is read: requests of the legacy profile say so in it.
    expect((await send('/v1/payments', type, body)).status).toBe(401)
  })
})

describe('a body with a Content-Encoding', () => {
  it('is refused, although it could be read', async () => {
    const { entityId, accessToken } = gateway().demo
    const merchantTransactionId = 'coded-body'
    const body = `${new URLSearchParams({ ...(cardPayment(entityId, { merchantTransactionId }) as object) })}`
    const headers = { authorization: `Bearer ${accessToken}`, 'content-encoding': 'gzip' }
    const refused = await send('/v1/payments', FORM, body, headers)
    expect([refused.status, refused.body.result.code]).toEqual([415, '200.300.404'])
    expect(refused.body.result.description).toMatch(/^Content-Encoding "gzip" is not read here/)
    const query = `/v1/query?entityId=${entityId}&merchantTransactionId=${merchantTransactionId}`
    expect((await gateway().get(query)).status).toBe(404)
  })
})

describe('a return URL', () => {
  it('that is not URL-encoded is refused, and the refusal says how to encode it', async () => {
    const form = cardPayment(gateway().demo.entityId, {
      shopperResultUrl: 'https://shop.example/платеж',
      notificationUrl: 'https://shop.example/événement',
      'cart.items[0].imageUrl': 'https://shop.example/bücher.png',
    })
    const { status, body } = await gateway().post('/v1/payments', form)
    expect(status).toBe(400)
    const message = expect.stringMatching(/^must be URL-encoded: .* https:\/\/shop\.example\/r%C3/)
    expect(body.result.parameterErrors).toEqual([
      { name: 'shopperResultUrl', value: 'https://shop.example/платеж', message },
      { name: 'notificationUrl', value: 'https://shop.example/événement', message },
    ])
  })
})
