import { describe, expect, it } from 'vitest'
import { buttonClasses, callWallet, isAuthorised } from './wallet-options.ts'

describe('what a page answers to an authorised wallet payment', () => {
  it.each([
    [undefined, true],
    [{ transactionState: 'SUCCESS' }, true],
    [{ transactionState: 'ERROR', error: { reason: 'x' } }, false],
    [{ status: 'SUCCESS' }, true],
    [{ status: 'FAILURE', errors: [] }, false],
    ['ABORT', false],
    [false, false],
  ])('%j lets it go on: %s', (answer, expected) => {
    expect(isAuthorised(answer)).toBe(expected)
  })

  it('may come as a thenable of old libraries', async () => {
    // biome-ignore lint/suspicious/noThenProperty: that is what such a promise is
    const thenable = { then: (done: (value: unknown) => void) => done({ status: 'ABORT' }) }
    const options = { onPaymentAuthorized: () => thenable }
    expect(isAuthorised(await callWallet(options, 'onPaymentAuthorized', {}))).toBe(false)
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
