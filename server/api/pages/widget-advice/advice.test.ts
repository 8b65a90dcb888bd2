import { describe, expect, it } from 'vitest'
import { callbackNames } from '../../../../widget/options/callbacks.ts'
import { optionTable } from '../../../../widget/options/table.ts'
import { adviceFor } from './advice.ts'

const fine = { brands: [], options: [], hasForm: true }

describe('advice about a page', () => {
  it('is empty when every brand and option is known', () => {
    const brands = ['VISA', 'master', 'MASTERCARD', 'paypal', 'IDEAL', 'BOLETO', 'AFTERPAY']
    const options = [...Object.keys(optionTable), ...callbackNames]
    expect(adviceFor({ brands, options, hasForm: true })).toEqual([])
  })

  it.each([
    ['VSIA', 'data-brands: VSIA is not a brand. Did you mean VISA?'],
    ['MASTRCARD', /MASTRCARD is not a brand\. Did you mean MASTER/],
    ['QQQQQQQQ', 'data-brands: QQQQQQQQ is not a brand.'],
    ['APPLEPAY', 'data-brands: APPLEPAY is not offered in the widget yet.'],
  ])('says of the brand %s what is wrong', (word, line) => {
    expect(adviceFor({ ...fine, brands: [word, word] })).toEqual([
      typeof line === 'string' ? line : expect.stringMatching(line),
    ])
  })

  it.each([
    ['requiereCvv', 'wpwlOptions.requiereCvv is not an option. Did you mean requireCvv?'],
    ['onRedy', 'wpwlOptions.onRedy is not an option. Did you mean onReady?'],
    ['OnReady', 'wpwlOptions.OnReady is not an option. Did you mean onReady?'],
    ['isValidCardNumber', 'wpwlOptions.isValidCardNumber is not an option.'],
    ['billingAddress', 'wpwlOptions.billingAddress is not supported yet and has no effect.'],
  ])('says of the option %s what is wrong', (name, line) => {
    expect(adviceFor({ ...fine, options: [name] })).toEqual([line])
  })

  it('does not report an option that stops the form, which the widget reports itself', () => {
    expect(adviceFor({ ...fine, options: ['useSummaryPage'] })).toEqual([])
  })

  it('reports that there is no form', () => {
    expect(adviceFor({ ...fine, hasForm: false })).toEqual([
      'There is no <form class="paymentWidgets"> on this page: no card form is shown.',
    ])
  })
})
