import { describe, expect, it } from 'vitest'
import { currencyCodes } from '../../common/money.ts'
import { amountAtStripe, moneyFromStripe } from './currencies.ts'

describe('an amount of Stripe', () => {
  it('comes back as it was sent, in every currency', () => {
    for (const currency of currencyCodes()) {
      const money = { minor: 12_300, currency }
      const amount = amountAtStripe(money)
      if (amount !== undefined) expect(moneyFromStripe(amount, currency)).toEqual(money)
    }
    expect(moneyFromStripe(9_250, 'ISK')).toBeUndefined()
  })
})

describe('an amount at Stripe', () => {
  it.each([
    [{ minor: 9200, currency: 'EUR' }, 9200],
    [{ minor: 92, currency: 'JPY' }, 92],
    [{ minor: 92, currency: 'ISK' }, 9200],
    [{ minor: 92, currency: 'UGX' }, 9200],
    [{ minor: 9200, currency: 'MGA' }, 92],
    [{ minor: 9220, currency: 'KWD' }, 9220],
    [{ minor: 9221, currency: 'KWD' }, undefined],
    [{ minor: 9250, currency: 'MGA' }, undefined],
    [{ minor: 1000, currency: 'IQD' }, undefined],
    [{ minor: 1000, currency: 'XXX' }, undefined],
  ])('of %j is %s', (money, expected) => {
    expect(amountAtStripe(money)).toBe(expected)
  })
})
