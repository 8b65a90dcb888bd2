import { describe, expect, it } from 'vitest'
import { currencyCodes } from '../../common/money.ts'
import { amountAtAdyen, moneyFromAdyen } from './currencies.ts'

describe('an amount at Adyen', () => {
  it.each([
    ['EUR', 9200, 9200],
    ['JPY', 92, 92],
    ['KWD', 92_000, 92_000],
    ['CLP', 92, 9200],
    ['ISK', 92, 9200],
    ['CVE', 9200, 92],
    ['IDR', 9200, 92],
    ['UGX', 92, 92],
    ['HUF', 9200, 9200],
    ['TWD', 9200, 9200],
    ['MGA', 9200, 9200],
  ])('in %s of %i minor units is %i', (currency, minor, value) => {
    expect(amountAtAdyen({ minor, currency })).toBe(value)
    expect(moneyFromAdyen(value, currency)).toEqual({ minor, currency })
  })

  it('comes back as it was in every currency that it can be told in', () => {
    for (const currency of currencyCodes()) {
      const money = { minor: 12_300, currency }
      const value = amountAtAdyen(money)
      if (value !== undefined) expect(moneyFromAdyen(value, currency)).toEqual(money)
    }
  })

  it('is not told where it has decimal places that Adyen does not have', () => {
    expect(amountAtAdyen({ minor: 9_250, currency: 'IDR' })).toBeUndefined()
    expect(moneyFromAdyen(9_250, 'ISK')).toBeUndefined()
  })

  it('is not told in a currency of which the sources of Adyen disagree', () => {
    expect(amountAtAdyen({ minor: 92, currency: 'BIF' })).toBeUndefined()
  })
})
