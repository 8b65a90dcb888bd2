import { describe, expect, it } from 'vitest'
import { declineOf } from './decline-advice.ts'

const declined = (resultCode: string, resultDetails = {}) =>
  declineOf({ state: 'failed', resultCode, checkoutId: null }, { resultDetails })

describe('a declined payment', () => {
  it('says what the reason of the bank means for another try', () => {
    expect(declined('800.100.203')).toEqual({ advice: 'later' })
    expect(declined('800.100.151')).toEqual({ advice: 'otherCard' })
    expect(declined('800.100.159')).toEqual({ advice: 'never' })
    expect(declined('800.100.100')).toEqual({})
  })

  it('goes by the advice code of the card network before that', () => {
    const details = { AcquirerResponse: '51', MerchantAdviceCode: '03' }
    expect(declined('800.100.203', details)).toEqual({
      acquirerCode: '51',
      adviceCode: '03',
      advice: 'never',
    })
  })

  it('of a checkout names what the payment form says of it', () => {
    const failed = { state: 'failed', resultCode: '800.100.155', checkoutId: 'c1' } as const
    const card = { bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' }
    expect(declineOf(failed, { card })?.shopperText).toBe('declinedFunds')
    expect(declineOf(failed, {})?.shopperText).toBe('paymentFailed')
  })

  it('is none where the payment has not failed', () => {
    const paid = { state: 'succeeded', resultCode: '000.100.110', checkoutId: null } as const
    expect(declineOf(paid, {})).toBeUndefined()
  })
})
