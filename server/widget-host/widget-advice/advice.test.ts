import { describe, expect, it } from 'vitest'
import { callbackDescriptions, optionDescriptions } from '../../../widget/options/descriptions.ts'
import { foreignOptions, optionMembers } from '../../../widget/options/members.ts'
import { adviceFor } from './advice.ts'

const fine = {
  brands: [],
  options: [],
  unreadable: [],
  late: [],
  long: [],
  members: [],
  locale: '',
  returnsHere: false,
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
    ['onSubmit', 'onBeforeSubmitCard'],
    ['onSuccess', 'shopperResultUrl'],
    ['language', 'locale'],
  ])('knows the option %s of other payment forms', (name, meant) => {
    expect(adviceFor({ ...fine, options: [name] })).toEqual([
      `wpwlOptions.${name} is not an option. Did you mean ${meant}?`,
    ])
  })

  it('suggests only what there is', () => {
    const names = new Set([...optionDescriptions.keys(), ...callbackDescriptions.keys()])
    for (const [foreign, meant] of Object.entries(foreignOptions)) {
      expect(names, foreign).toContain(meant)
      expect(names, foreign).not.toContain(foreign)
    }
    for (const option of Object.keys(optionMembers)) expect(names).toContain(option)
  })

  it.each([
    ['labels.cardNumbr', 'cardNumber'],
    ['errorMessages.cvvErorr', 'cvvError'],
    ['registrations.requireCVC', 'requireCvv'],
    ['applePay.totla', 'total'],
    ['googlePay.buttonColour', 'buttonColor'],
    ['billingAddress.postCode', 'postcode'],
    ['browser.threeDChalengeWindow', 'threeDChallengeWindow'],
  ])('says of the member %s what is wrong', (word, meant) => {
    const [option, member] = word.split('.')
    expect(adviceFor({ ...fine, members: [word] })).toEqual([
      `wpwlOptions.${option} has no ${member}: it has no effect. Did you mean ${meant}?`,
    ])
  })

  it.each([
    'labels.submit',
    'errorMessages.cvvError',
    'labels.cancel',
    'spinner.lines',
    'own.name',
  ])('says nothing about %s', (word) => {
    expect(adviceFor({ ...fine, members: [word] })).toEqual([])
  })

  it('says of an unknown language that there is none', () => {
    expect(adviceFor({ ...fine, locale: 'gemran' })).toEqual([
      'wpwlOptions.locale: gemran is none of the languages, the form is English.',
    ])
    for (const known of ['', 'de', 'de-CH', 'zh-Hant', 'GR'])
      expect(adviceFor({ ...fine, locale: known })).toEqual([])
  })

  it('says that there is no return address', () => {
    expect(adviceFor({ ...fine, returnsHere: true })).toEqual([
      expect.stringMatching(/^No return address: after the payment this page is loaded again/),
    ])
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
      'There is no <form class="paymentWidgets"> on this page: no card form is shown. Browsers drop a form that is written inside another one.',
    ])
  })
})
