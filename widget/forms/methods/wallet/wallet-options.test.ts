import { describe, expect, it } from 'vitest'
import { buttonClasses, callWallet, verdictOf } from './wallet-options.ts'

describe('what a page answers to an authorised wallet payment', () => {
  it.each([
    [undefined, { kind: 'authorised' }],
    [{ transactionState: 'SUCCESS' }, { kind: 'authorised' }],
    [
      { transactionState: 'ERROR', error: { reason: 'x', message: 'Sold out' } },
      { kind: 'faulty', errors: ['Sold out'] },
    ],
    [{ status: 'SUCCESS' }, { kind: 'authorised' }],
    [{ status: 'FAILURE', errors: [] }, { kind: 'refused' }],
    [
      { status: 'FAILURE', errors: [{ code: 'shippingContactInvalid' }, { message: 'No' }] },
      { kind: 'faulty', errors: ['', 'No'] },
    ],
    [{ status: 'ABORT', errors: [{ message: 'No' }] }, { kind: 'refused' }],
    ['ABORT', { kind: 'refused' }],
    [false, { kind: 'refused' }],
  ])('%j means %j', (answer, expected) => {
    expect(verdictOf(answer)).toEqual(expected)
  })

  it('may come as a thenable of old libraries', async () => {
    // biome-ignore lint/suspicious/noThenProperty: that is what such a promise is
    const thenable = { then: (done: (value: unknown) => void) => done({ status: 'ABORT' }) }
    const options = { onPaymentAuthorized: () => thenable }
    const answer = await callWallet(options, 'onPaymentAuthorized', {})
    expect(verdictOf(answer)).toEqual({ kind: 'refused' })
  })
})

describe('the classes of a wallet button', () => {
  it.each([
    ['applePay', {}, ' wpwl-apple-pay-button wpwl-apple-pay-button-black'],
    ['applePay', { buttonStyle: 'white' }, ' wpwl-apple-pay-button wpwl-apple-pay-button-white'],
    [
      'applePay',
      { style: 'white-outline' },
      ' wpwl-apple-pay-button wpwl-apple-pay-button-white-outline',
    ],
    ['applePay', { style: 'x"><' }, ' wpwl-apple-pay-button wpwl-apple-pay-button-black'],
    ['googlePay', { buttonColor: 'white' }, ' wpwl-google-pay-button wpwl-google-pay-button-white'],
  ] as const)('of %s with %j are%s', (wallet, options, expected) => {
    expect(buttonClasses(wallet, options)).toBe(expected)
  })
})
