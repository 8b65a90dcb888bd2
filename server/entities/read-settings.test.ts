import { describe, expect, it } from 'vitest'
import { readEntitySettings } from './read-settings.ts'

const CHANNEL = '8ac7a4'.padEnd(32, '0')

describe('the settings of an entity', () => {
  it('are accepted unchanged when nothing is wrong', () => {
    const settings = {
      profile: 'legacy',
      brands: ['VISA', 'MASTER', 'DIRECTDEBIT_SEPA', 'ACME_PLCC'],
      dispatching: {
        rules: [{ channelId: CHANNEL, currencies: ['USD'], brands: ['AMEX'] }],
        defaultChannelId: CHANNEL,
      },
      risk: { rules: [{ kind: 'holder', effect: 'refuse' }] },
      cardTesting: {
        triesPerCheckout: 5,
        declinesPerAddressAndHour: 60,
        declinesPerCardAndDay: false,
      },
      throttling: { statusReadsPerMinute: 2 },
      registrations: { deduplicate: true, lifeMonthsAfterExpiry: 6, requireCvv: true },
      cardLikeReferences: true,
      giftCards: { partPayment: true },
      holds: { days: { VISA: 7, PAYPAL: 3 }, releaseExpired: true },
      secondPersonAbove: { EUR: '500.00', JPY: '100000' },
      directDebit: { creditorName: 'Lark & Line', creditorId: 'DE98ZZZ09999999999' },
      checkouts: {
        statusHoursAfterExpiry: 720,
        returnOrigins: ['https://shop.example'],
        pageOrigins: ['https://shop.example', 'http://127.0.0.1:8080'],
        fontOrigins: ['https://fonts.shop.example', 'http://localhost:8080', 'http://127.0.0.1'],
        brandDetectionType: 'binlist',
        resultCallBase: 'https://shop.example/after/',
      },
    }
    expect(readEntitySettings(settings)).toEqual(settings)
    expect(readEntitySettings({})).toEqual({})
  })

  it('name everything that is wrong at once', () => {
    const read = readEntitySettings({
      profil: 'legacy',
      profile: 'Legacy',
      brands: ['MASTERCARD', 'VISA', 'VISA', 7],
      dispatching: { rule: [], rules: [{ channelId: 'x', currencies: ['EURO'] }] },
      risk: { rules: [{ kind: 'holder', effect: 'decline' }] },
      cardTesting: { tries: 1, triesPerCheckout: 31, declinesPerCardAndDay: true },
      throttling: { statusReadsPerMinute: 0 },
      registrations: { deduplicat: true, lifeMonthsAfterExpiry: 0 },
      giftCards: { partPayments: true, partPayment: 'yes' },
      holds: { day: {}, days: { VISAA: 7, AMEX: 366 }, releaseExpired: 'yes' },
      secondPersonAbove: { EURO: '1', CHF: 5, USD: '1.234' },
      directDebit: { colour: 'x', creditorName: ' ', creditorId: 'de98' },
      checkouts: {
        colour: 1,
        statusHoursAfterExpiry: 721,
        returnOrigins: ['https://shop.example/'],
        pageOrigins: '*',
        fontOrigins: ['http://shop.example', 'https://[::1]', "https://a;script-src'none'"],
        brandDetectionType: 'regex',
        resultCallBase: 'https://shop.example',
      },
    })
    expect(read).toEqual({
      faults: [
        'profil is no setting: was profile meant?',
        'brands[0] "MASTERCARD" is no payment brand: was MASTER meant?',
        'brands[2] is there twice',
        'brands[3] must be a payment brand, such as "VISA"',
        'secondPersonAbove: "EURO" is no currency (ISO 4217)',
        'secondPersonAbove.CHF must be an amount such as "500.00"',
        'secondPersonAbove.USD must be an amount such as "500.00"',
        expect.stringContaining('risk.rules[0].effect must be'),
        'cardTesting.tries is no setting: there are triesPerCheckout, declinesPerAddressAndHour, declinesPerCardAndDay',
        'cardTesting.triesPerCheckout must be a whole number from 1 to 30',
        'cardTesting.declinesPerCardAndDay must be a whole number from 1 to 100000, or false',
        'checkouts.colour is no setting: there are returnOrigins, pageOrigins, fontOrigins, resultCallBase, brandDetectionType, statusHoursAfterExpiry',
        'checkouts.returnOrigins[0] must be an origin without a path, such as "https://shop.example"',
        'checkouts.pageOrigins must be a list of 1 to 100 origins',
        expect.stringContaining('checkouts.fontOrigins[0] must be an origin with https'),
        expect.stringContaining('checkouts.fontOrigins[1] must be an origin with https'),
        expect.stringContaining('checkouts.fontOrigins[2] must be an origin with https'),
        'checkouts.resultCallBase must be an address that ends in "/", such as "https://shop.example/"',
        'checkouts.brandDetectionType must be one of binlist',
        'checkouts.statusHoursAfterExpiry must be a whole number from 1 to 720',
        'registrations.deduplicat is no setting: was deduplicate meant?',
        'registrations.lifeMonthsAfterExpiry must be a whole number from 1 to 120',
        'holds.day is no setting: was days meant?',
        'holds.days: "VISAA" is no payment brand: was VISA meant?',
        'holds.days.AMEX must be a whole number from 1 to 365',
        'holds.releaseExpired must be true or false',
        'giftCards.partPayments is no setting: was partPayment meant?',
        'giftCards.partPayment must be true or false',
        'directDebit.colour is no setting: there are creditorName, creditorId',
        'directDebit.creditorName must be a name of at most 70 characters',
        'directDebit.creditorId must be a SEPA creditor identifier, such as "DE98ZZZ09999999999"',
        'dispatching.rule is no setting: was rules meant?',
        'dispatching.rules[0].channelId must be the id of a channel, 32 lowercase hex digits',
        'dispatching.rules[0].currencies[0] must be a currency of ISO 4217, such as "EUR"',
        expect.stringContaining('throttling.statusReadsPerMinute must be'),
        'profile must be "strict" or "legacy"',
      ],
    })
  })

  it.each([
    [[], 'the settings must be a JSON object'],
    [
      { colour: 'red' },
      'there are brands, secondPersonAbove, threeDSecure, risk, cardTesting, checkouts, brandRules, registrations',
    ],
    [{ brands: [] }, 'brands must have at least 1 entry'],
    [{ brands: null }, 'brands must be a list'],
    [{ 'PRO FILE': 'legacy' }, '"PRO FILE" is no setting: was profile meant?'],
    [{ throttling: null }, 'throttling must be an object'],
    [{ throttling: { statusReadsPerMinute: '2' } }, 'PerMinute must be a whole number from 1'],
    [{ throttling: { statusReads: 2 } }, 'throttling.statusReads is no setting'],
    [{ clockOffsetMs: 5 }, 'clockOffsetMs belongs to the test clock'],
    [JSON.parse('{"__proto__": {}}'), '__proto__ is no setting'],
  ])('refuse %j', (settings, fault) => {
    expect(readEntitySettings(settings)).toEqual({ faults: [expect.stringContaining(fault)] })
  })

  it('name a limited number of faults', () => {
    const brands = Array.from({ length: 80 }, (_, at) => `NO_BRAND_${at}`)
    const read = readEntitySettings({ brands })
    const faults = 'faults' in read ? read.faults : []
    expect(faults).toHaveLength(50)
    expect(faults.at(-1)).toBe('and 31 more are wrong')
  })
})
