import { describe, expect, it, vi } from 'vitest'
import {
  askAboutChange,
  asksOf,
  contentAtStart,
  hearsChange,
  type SheetChange,
} from './sheet-changes.ts'

const express = { identifier: 'express', label: 'Express', detail: 'Tomorrow', amount: '5.00' }
const methods = [{ id: 'express', label: 'Express', detail: 'Tomorrow', amount: '5.00' }]

const changes: readonly SheetChange[] = [
  { kind: 'card', card: { displayName: 'Visa' } },
  { kind: 'contact', contact: { countryCode: 'DE' } },
  { kind: 'method', method: { id: 'express', label: 'Express', detail: '', amount: '' } },
  { kind: 'coupon', code: 'SPRING' },
]

describe('the sheet of a wallet at its start', () => {
  it('shows what the options of Apple Pay say', () => {
    const lineItems = [{ label: 'Books', amount: '87.00' }]
    const options = { lineItems, shippingMethods: [express], supportsCouponCode: true }
    const content = contentAtStart('applePay', options)
    expect(content).toEqual({ lines: lineItems, methods })
    expect(asksOf('applePay', options, content)).toEqual({ contact: true, coupon: true })
  })

  it('shows what the options of Google Pay say', () => {
    const shippingOptions = [{ id: 'express', label: 'Express', description: 'Tomorrow, 5.00' }]
    const displayItems = [{ label: 'Books', price: '87.00' }]
    const options = { displayItems, shippingOptionParameters: { shippingOptions } }
    const lines = [{ label: 'Books', amount: '87.00' }]
    const methods = [{ id: 'express', label: 'Express', detail: 'Tomorrow, 5.00', amount: '' }]
    expect(contentAtStart('googlePay', options)).toEqual({ lines, methods })
  })

  it.each([
    ['applePay', {}, false],
    ['applePay', { requiredShippingContactFields: ['email'] }, false],
    ['applePay', { requiredShippingContactFields: ['postalAddress'] }, true],
    ['applePay', { onShippingContactSelected() {} }, true],
    ['googlePay', { shippingAddressRequired: true }, true],
  ] as const)('asks for an address: %s %j %s', (wallet, options, contact) => {
    expect(asksOf(wallet, options, contentAtStart(wallet, options)).contact).toBe(contact)
  })
})

describe('a change in the sheet', () => {
  it.each([
    ['onPaymentMethodSelected', 0, { displayName: 'Visa' }],
    ['onShippingContactSelected', 1, { countryCode: 'DE' }],
    ['onShippingMethodSelected', 2, expect.objectContaining({ identifier: 'express' })],
    ['onCouponCodeChanged', 3, 'SPRING'],
  ] as const)('is told to %s of Apple Pay alone', async (name, at, given) => {
    const callback = vi.fn()
    const options = { [name]: callback }
    const heard = changes.map((change) => hearsChange('applePay', options, change))
    expect(heard).toEqual(changes.map((_, index) => index === at))
    await askAboutChange('applePay', options, changes[at] as SheetChange)
    expect(callback).toHaveBeenCalledExactlyOnceWith(given)
  })

  it('is told to onPaymentDataChanged of Google Pay with its trigger', async () => {
    const onPaymentDataChanged = vi.fn()
    const heard = changes.filter((each) => hearsChange('googlePay', { onPaymentDataChanged }, each))
    for (const each of heard) await askAboutChange('googlePay', { onPaymentDataChanged }, each)
    expect(onPaymentDataChanged.mock.calls).toEqual([
      [{ callbackTrigger: 'SHIPPING_ADDRESS', shippingAddress: { countryCode: 'DE' } }],
      [{ callbackTrigger: 'SHIPPING_OPTION', shippingOptionData: { id: 'express' } }],
      [{ callbackTrigger: 'OFFER', offerData: { redemptionCodes: ['SPRING'] } }],
    ])
  })

  it.each([
    [undefined, { errors: [] }],
    [{ newLineItems: [{ label: 'Ship', amount: 5 }] }, { lines: [{ label: 'Ship', amount: '5' }] }],
    [{ shippingMethods: [express] }, { methods }],
    [
      { errors: [{ code: 'addressUnserviceable', message: 'Not to the US' }] },
      { errors: ['Not to the US'] },
    ],
    [{ error: { reason: 'OFFER_INVALID' } }, { errors: [''] }],
    [false, { errors: [''] }],
  ])('that the page answers with %j changes %j', async (answer, expected) => {
    // biome-ignore lint/suspicious/noThenProperty: that is what an old promise is
    const thenable = { then: (done: (value: unknown) => void) => done(answer) }
    const options = { onCouponCodeChanged: () => thenable }
    const change = { kind: 'coupon', code: 'SPRING' } as const
    const update = await askAboutChange('applePay', options, change)
    expect(update).toEqual({ errors: [], ...expected })
  })

  it('that the page fails to answer is not accepted', async () => {
    vi.stubGlobal('reportError', () => undefined)
    const options = { onCouponCodeChanged: () => Promise.reject(new Error('no network')) }
    const change = { kind: 'coupon', code: 'SPRING' } as const
    expect(await askAboutChange('applePay', options, change)).toEqual({ errors: [''] })
    vi.unstubAllGlobals()
  })
})
