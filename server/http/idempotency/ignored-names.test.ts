import { beforeAll, describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  legacyMerchant,
  sendBare,
  type TestMerchant,
} from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()
let legacy: TestMerchant
let strict: TestMerchant

beforeAll(async () => {
  legacy = await legacyMerchant(gateway())
  strict = await addMerchant(gateway())
})

const pay = (merchant: TestMerchant, key: string, more: Form = {}) =>
  sendBare(gateway(), 'POST /v1/payments', {
    token: merchant.accessToken,
    headers: { 'idempotency-key': key },
    form: cardPayment(channelOf(merchant), more),
  })

describe('a retry with the same Idempotency-Key', () => {
  it('that differs only in names that legacy ignores is the same request', async () => {
    const first = await pay(legacy, 'order-1', { attempt: '1' })
    expect(first.body.result.code).toBe('000.100.110')
    for (const more of [{ attempt: '2' }, {}, { attempt: '1', 'cart.items[0].colour': 'red' }]) {
      expect((await pay(legacy, 'order-1', more)).body.id).toBe(first.body.id)
    }
  })

  it('that differs in a known name is another one', async () => {
    await pay(legacy, 'order-2', { attempt: '1' })
    const other = await pay(legacy, 'order-2', { attempt: '1', amount: '93.00' })
    expect([other.status, other.body.result.description]).toEqual([
      400,
      expect.stringContaining('key'),
    ])
  })

  it('in strict has no ignored names: the request is refused, and its key stays free', async () => {
    expect((await pay(strict, 'order-3', { attempt: '1' })).status).toBe(400)
    expect((await pay(strict, 'order-3')).body.result.code).toBe('000.100.110')
  })
})
