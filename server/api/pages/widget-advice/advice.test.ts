import { describe, expect, it } from 'vitest'
import {
  callbackDescriptions,
  optionDescriptions,
} from '../../../../widget/options/descriptions.ts'
import { adviceFor } from './advice.ts'

const fine = {
  brands: [],
  options: [],
  unreadable: [],
  late: [],
  long: [],
  hasForm: true,
  namesChannel: true,
}

describe('advice about a page', () => {
  it('is empty when every brand and option is known', () => {
    const brands = ['VISA', 'master', 'MASTERCARD', 'paypal', 'IDEAL', 'BOLETO', 'AFTERPAY']
    const options = [...optionDescriptions.keys(), ...callbackDescriptions.keys()]
    expect(options).toContain('useSummaryPage')
    expect(adviceFor({ ...fine, brands, options })).toEqual([])
  })

  it.each([
    ['VSIA', 'data-brands: VSIA is not a brand. Did you mean VISA?'],
    ['MASTRCARD', /MASTRCARD is not a brand\. Did you mean MASTER/],
    ['QQQQQQQQ', 'data-brands: QQQQQQQQ is not a brand.'],
    ['AIRPLUS', 'data-brands: AIRPLUS is not offered in the widget yet.'],
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
  ])('says of the option %s what is wrong', (name, line) => {
    expect(adviceFor({ ...fine, options: [name] })).toEqual([line])
  })

  it.each([
    ['style', "'card' | 'plain' | 'logos' | 'none'"],
    ['brandDetectionPriority', 'readonly string[]'],
    ['onReady', 'function'],
  ])('says what the option %s takes when its value cannot be read', (name, type) => {
    expect(adviceFor({ ...fine, options: [name], unreadable: [name] })).toEqual([
      `wpwlOptions.${name} has a value that cannot be read and counts as not given: ${type}.`,
    ])
  })

  it('says nothing about the value of a name that is no option', () => {
    expect(adviceFor({ ...fine, unreadable: ['onPlanet'] })).toEqual([])
  })

  it('says of an option that it was set too late', () => {
    const late = ['enableSAQACompliance', 'noOption']
    expect(adviceFor({ ...fine, late })).toEqual([
      expect.stringMatching(/^wpwlOptions\.enableSAQACompliance was set too late/),
    ])
  })

  it('names a card brand that the channel does not take', () => {
    expect(
      adviceFor({ ...fine, brands: ['VISA', 'AMEX', 'PAYPAL'], channelBrands: ['VISA', 'MASTER'] }),
    ).toEqual(['data-brands: the channel does not take AMEX. It takes VISA, MASTER.'])
    expect(adviceFor({ ...fine, brands: ['VISA'], channelBrands: [] })).toEqual([
      'data-brands: the channel does not take VISA. It takes no cards.',
    ])
  })

  it('says of an option that its texts are cut in secured fields', () => {
    expect(adviceFor({ ...fine, long: ['labels', 'noOption'] })).toEqual([
      expect.stringMatching(/^wpwlOptions\.labels has texts that are too long for a secured field/),
    ])
  })

  it('says of a card form whose script names no channel that it pays nothing in live', () => {
    const line = /^The script names neither a checkout nor its channel: in live/
    for (const brands of [['VISA'], ['PAYPAL', 'VISA'], []])
      expect(adviceFor({ ...fine, brands, namesChannel: false })).toEqual([
        expect.stringMatching(line),
      ])
    expect(adviceFor({ ...fine, brands: ['PAYPAL'], namesChannel: false })).toEqual([])
  })

  it('reports that there is no form', () => {
    expect(adviceFor({ ...fine, hasForm: false })).toEqual([
      'There is no <form class="paymentWidgets"> on this page: no card form is shown.',
    ])
  })
})
