import { describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'

const gateway = useTestGateway()

/** A merchant that has taken payments, and its choices of a query. */
async function merchantWith(payments: readonly Form[]) {
  const merchant = await addMerchant(gateway())
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, token, true)])
  for (const more of payments) {
    const form = cardPayment(channelOf(merchant), more)
    await sendBare(gateway(), 'POST /v1/payments', { token: merchant.accessToken, form })
  }
  return async (query = '') =>
    (await sendBare(gateway(), `GET /admin/v1/payments/choices${query}`, { token })).body
}

describe('GET /admin/v1/payments/choices', () => {
  it('names what payments of the merchant have, the most frequent first', async () => {
    const choices = await merchantWith([
      { currency: 'JPY', amount: '900' },
      { currency: 'USD' },
      { currency: 'USD', paymentType: 'PA' },
      { currency: 'USD', 'card.holder': '800.100.152' },
    ])
    expect(await choices()).toMatchObject({
      brands: ['VISA'],
      currencies: ['USD', 'JPY'],
      paymentTypes: ['DB', 'PA'],
      resultCodes: ['000.100.110', '800.100.152'],
      lookedAt: 4,
      isCut: false,
    })
  })

  it('names only those of the time, and none of another merchant', async () => {
    await merchantWith([{ currency: 'CHF' }])
    const choices = await merchantWith([{ currency: 'USD' }])
    expect(await choices('?lastDay=2020-01-01')).toMatchObject({
      currencies: [],
      lookedAt: 0,
    })
    expect(await choices()).toMatchObject({ currencies: ['USD'] })
  })
})
