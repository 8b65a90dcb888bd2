import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMessageFault, readMessage } from '../messages/read-message.ts'
import { makeAreq } from './areq.ts'
import { AREQ_SOURCES, type FieldSource } from './areq-sources.ts'
import type { AuthenticationInput } from './contract.ts'
import { deviceInfo, sampleInput } from './inputs.fixture.ts'

const identity = { referenceNumber: '3DS_TEST_SERVER' }

const made = (
  values: Readonly<Record<string, string>> = {},
  changes: Partial<AuthenticationInput> = {},
) => makeAreq(sampleInput(values, changes), identity)

describe('the authentication request of a payment', () => {
  test('has all that EMV requires of a payment in a browser', () => {
    const areq = made()
    expect(readMessage('AReq', areq)).toEqual(areq)
    expect(areq).toMatchObject({
      messageVersion: '2.2.0',
      deviceChannel: '02',
      messageCategory: '01',
      threeDSServerTransID: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      threeDSServerRefNumber: '3DS_TEST_SERVER',
      threeDSRequestorAuthenticationInd: '01',
      acctNumber: '4200000000000091',
      cardExpiryDate: '3405',
      cardholderName: 'Jane Jones',
      merchantName: 'Shop of Jane',
      purchaseAmount: '9200',
      purchaseCurrency: '978',
      purchaseExponent: '2',
      purchaseDate: '20261122152000',
      transType: '01',
      browserTZ: '-60',
      browserColorDepth: '24',
      browserJavascriptEnabled: true,
      browserJavaEnabled: false,
    })
  })

  test.each<[object, object]>([
    [{ 'threeDSecure.amount': '10.00' }, { purchaseAmount: '1000' }],
    [{ 'risk.amount': '11.00' }, { purchaseAmount: '1100' }],
    [{ 'threeDSecure.amount': '10.00', 'risk.amount': '11.00' }, { purchaseAmount: '1000' }],
    [
      { 'threeDSecure.amount': '500.00', 'threeDSecure.currency': 'JPY' },
      { purchaseAmount: '500', purchaseCurrency: '392', purchaseExponent: '0' },
    ],
    [
      { 'threeDSecure.amount': '1.23', 'threeDSecure.currency': 'KWD' },
      { purchaseAmount: '1230', purchaseCurrency: '414', purchaseExponent: '3' },
    ],
    [
      { 'threeDSecure.amount': '1.23', 'threeDSecure.currency': 'JPY' },
      { purchaseAmount: '9200', purchaseCurrency: '978' },
    ],
    [{ 'threeDSecure.merchant.name': 'x'.repeat(60) }, { merchantName: 'x'.repeat(40) }],
    [
      { 'threeDSecure.merchant.url': 'shop.example' },
      { threeDSRequestorURL: 'https://shop.example' },
    ],
    [
      { 'threeDSecure.merchant.url': 'javascript:alert(1)' },
      { threeDSRequestorURL: 'https://pay.example' },
    ],
    [{ 'threeDSecure.merchant.country': 'FRA' }, { merchantCountryCode: '250' }],
    [
      {
        'threeDSecure.v2.visa.requestorId': 'of-visa',
        'threeDSecure.v2.visa.requestorName': 'Visa Shop',
        'threeDSecure.v2.mastercard.requestorId': 'of-mastercard',
      },
      { threeDSRequestorID: 'of-visa', threeDSRequestorName: 'Visa Shop' },
    ],
    [{ 'threeDSecure.npa': 'true' }, { messageCategory: '02' }],
    [
      { 'threeDSecure.decoupled': 'true' },
      { threeDSRequestorDecReqInd: 'Y', threeDSRequestorDecMaxTime: '00060' },
    ],
    [{ 'threeDSecure.decoupled': 'false' }, { threeDSRequestorDecReqInd: 'N' }],
    [{ 'threeDSecure.exemptionFlag': '01' }, { threeDSRequestorChallengeInd: '02' }],
    [{ 'threeDSecure.exemptionFlag': '02' }, { threeDSRequestorChallengeInd: '05' }],
    [{ 'threeDSecure.exemptionFlag': '03' }, { threeDSRequestorChallengeInd: '08' }],
    [{ 'threeDSecure.exemptionFlag': '04' }, { threeDSRequestorChallengeInd: '02' }],
    [
      { 'threeDSecure.exemptionFlag': '02', 'threeDSecure.challengeIndicator': '04' },
      { threeDSRequestorChallengeInd: '04' },
    ],
    [{ 'customer.browser.screenColorDepth': '30' }, { browserColorDepth: '24' }],
    [{ 'customer.browser.screenColorDepth': '48' }, { browserColorDepth: '48' }],
    [{ 'customer.browser.screenColorDepth': '0' }, { browserColorDepth: '24' }],
    [{ 'customer.browser.language': 'zh-Hans-CN' }, { browserLanguage: 'zh-Hans' }],
    [{ 'customer.browser.timezone': 'Paris' }, { browserTZ: '0' }],
    [{ 'customer.browser.timezone': '+330' }, { browserTZ: '+330' }],
    [{ 'customer.browser.javaEnabled': 'true' }, { browserJavaEnabled: true }],
    [{ 'customer.ip': '2001:db8::1' }, { browserIP: '2001:db8::1' }],
    [
      { 'customer.mobile': '+49 171 1234567' },
      { mobilePhone: { cc: '49', subscriber: '1711234567' } },
    ],
    [
      { 'customer.phone': '+1 (212) 555-0100' },
      { homePhone: { cc: '1', subscriber: '2125550100' } },
    ],
    [{ 'customer.workPhone': '00353 1 234' }, { workPhone: { cc: '353', subscriber: '1234' } }],
    [{ 'customer.merchantCustomerId': 'c-1' }, { acctID: 'c-1' }],
    [{ 'customer.email': 'jane@shop.example' }, { email: 'jane@shop.example' }],
    [
      {
        'billing.street1': `${'Long street '.repeat(6)}`,
        'billing.street2': 'Back house',
        'billing.city': 'München',
        'billing.state': 'DE-BY',
        'billing.postcode': '80331',
        'billing.country': 'DE',
      },
      {
        billAddrLine1: 'Long street Long street Long street Long street Lo',
        billAddrLine2: 'Back house',
        billAddrCity: 'München',
        billAddrState: 'BY',
        billAddrPostCode: '80331',
        billAddrCountry: '276',
        merchantCountryCode: '276',
      },
    ],
    [
      {
        'billing.street1': 'Main street',
        'billing.street2': 'ignored',
        'billing.houseNumber1': '12',
        'billing.houseNumber2': 'b',
      },
      { billAddrLine1: 'Main street 12', billAddrLine2: 'b' },
    ],
    [
      { 'shipping.city': 'Bonn', 'shipping.country': 'DE' },
      { shipAddrCity: 'Bonn', shipAddrCountry: '276' },
    ],
    [
      {
        'billing.city': 'Bonn',
        'billing.country': 'DE',
        'shipping.city': ' bonn',
        'shipping.country': 'DE',
      },
      { addrMatch: 'Y' },
    ],
    [{ 'billing.city': 'Bonn', 'shipping.city': 'Berlin' }, { addrMatch: 'N' }],
  ])('%j becomes %j', (values, fields) => {
    expect(made(values as Record<string, string>)).toMatchObject(fields)
  })

  test.each<[object, string]>([
    [{ 'customer.mobile': '0171 1234567' }, 'mobilePhone'],
    [{ 'customer.ip': 'unknown' }, 'browserIP'],
    [{ 'customer.email': 'none' }, 'email'],
    [{ 'billing.state': 'BY' }, 'billAddrState'],
    [{ 'billing.state': 'Bavaria', 'billing.country': 'DE' }, 'billAddrState'],
    [{ 'billing.city': 'Bonn' }, 'addrMatch'],
    [{ 'threeDSecure.schemeData[CB-USECASE]': '01' }, 'messageExtension'],
  ])('%j leaves out %s', (values, field) => {
    expect(made(values as Record<string, string>)).not.toHaveProperty([field])
  })

  test('writes names in ASCII, and leaves out those of other alphabets', () => {
    const nameOf = (holder: string) =>
      made({}, { card: { ...sampleInput().card, holder } }).cardholderName
    expect(['Zoë Müller', 'Søren Æro', 'Straße', 'Łukasz Dvořák'].map(nameOf)).toEqual([
      'Zoe Muller',
      'Soren AEro',
      'Strasse',
      'Lukasz Dvorak',
    ])
    expect(['李雷', 'X', ' '].map(nameOf)).toEqual([undefined, undefined, undefined])
  })

  test('has the challenge indicator of the caller in place of that of the request', () => {
    const values = { 'threeDSecure.challengeIndicator': '02' }
    expect(made(values, { challengeIndicator: '04' }).threeDSRequestorChallengeInd).toBe('04')
  })

  test('takes the settings of the channel', () => {
    const settings = {
      acquirerBin: '400123',
      acquirerMerchantId: 'm-1',
      merchantCategoryCode: '5411',
      merchantCountry: 'FR',
      merchantName: 'Grocer',
      requestorUrl: 'https://grocer.example',
      requestors: { visa: { id: 'v-1', name: 'Visa Grocer' } },
      decoupledMinutes: 10_080,
    }
    expect(made({ 'threeDSecure.decoupled': 'true' }, { settings })).toMatchObject({
      acquirerBIN: '400123',
      acquirerMerchantID: 'm-1',
      mcc: '5411',
      merchantCountryCode: '250',
      merchantName: 'Grocer',
      threeDSRequestorURL: 'https://grocer.example',
      threeDSRequestorID: 'v-1',
      threeDSRequestorName: 'Visa Grocer',
      threeDSRequestorDecMaxTime: '10080',
    })
    expect(made({}, { settings, brand: 'MASTER' })).toMatchObject({
      threeDSRequestorID: 'm-1',
      threeDSRequestorName: 'Grocer',
    })
  })

  test('without screen data says that the browser has no script, except in 2.1.0', () => {
    const bare = (version: '2.1.0' | '2.2.0') =>
      makeAreq({ ...sampleInput({}, { version }), values: {} }, identity)
    expect(bare('2.2.0')).toMatchObject({
      browserJavascriptEnabled: false,
      browserAcceptHeader: '*/*',
      browserUserAgent: 'unknown',
      browserLanguage: 'en',
    })
    expect(bare('2.2.0')).not.toHaveProperty('browserScreenHeight')
    expect(bare('2.1.0')).toMatchObject({ browserScreenHeight: '0', browserTZ: '0' })
    for (const version of ['2.1.0', '2.2.0'] as const)
      expect(isMessageFault(readMessage('AReq', bare(version)))).toBe(false)
  })
})

describe('the kind of an authentication', () => {
  const recurring = {
    'standingInstruction.type': 'RECURRING',
    'standingInstruction.expiry': '2030-12-31',
    'standingInstruction.frequency': '0030',
  }
  const instalments = { ...recurring, 'standingInstruction.type': 'INSTALLMENT' }

  test.each([
    ['PAYMENT', '01', '01'],
    ['ADD_CARD', '04', '04'],
    ['MAINTAIN_CARD', '05', '05'],
    ['EMV_ID', '06', '06'],
    ['BILLING_AGREEMENT', '07', '01'],
    ['SPLIT_SHIPMENT', '01', '01'],
    ['_DELAYED_SHIPMENT', '01', '01'],
    ['SPLIT_PAYMENT', '01', '01'],
    ['RECURRING', '02', '02'],
    ['INSTALLMENT', '03', '03'],
  ])('%s is %s in 2.2.0 and %s in 2.1.0', (authenticationInd, in220, in210) => {
    const values = {
      ...recurring,
      'standingInstruction.type': 'UNSCHEDULED',
      'standingInstruction.numberOfInstallments': '12',
      'threeDSecure.authenticationInd': authenticationInd,
    }
    expect(made(values).threeDSRequestorAuthenticationInd).toBe(in220)
    expect(made(values, { version: '2.1.0' }).threeDSRequestorAuthenticationInd).toBe(in210)
  })

  test('is recurring for a series with all its data', () => {
    expect(made(recurring)).toMatchObject({
      threeDSRequestorAuthenticationInd: '02',
      recurringExpiry: '20301231',
      recurringFrequency: '0030',
    })
    expect(
      made({ ...instalments, 'standingInstruction.numberOfInstallments': '012' }),
    ).toMatchObject({
      threeDSRequestorAuthenticationInd: '03',
      purchaseInstalData: '12',
    })
  })

  test('is a payment for a series with missing data', () => {
    const { 'standingInstruction.expiry': _, ...endless } = recurring
    for (const values of [
      endless,
      instalments,
      { ...instalments, 'standingInstruction.numberOfInstallments': '1' },
      { 'standingInstruction.type': 'RECURRING' },
    ]) {
      const areq = made(values)
      expect(areq.threeDSRequestorAuthenticationInd).toBe('01')
      expect(areq).not.toHaveProperty('recurringExpiry')
    }
  })

  test('has the defaults of Mastercard: every day, without an end', () => {
    const values = { 'standingInstruction.type': 'RECURRING' }
    expect(made(values, { brand: 'MASTER' })).toMatchObject({
      threeDSRequestorAuthenticationInd: '02',
      recurringExpiry: '99991231',
      recurringFrequency: '0001',
    })
  })

  test('is a non-payment authentication without an amount', () => {
    const areq = made({}, { amount: { minor: 0, currency: 'EUR' } })
    expect(areq.messageCategory).toBe('02')
    expect(areq).not.toHaveProperty('purchaseAmount')
    expect(isMessageFault(readMessage('AReq', areq))).toBe(false)
  })

  test.each([
    ['RECURRING', recurring, '01'],
    ['SPLIT_SHIPMENT', {}, '06'],
    ['DELAYED_SHIPMENT', {}, '06'],
    [undefined, {}, '11'],
    [undefined, recurring, '01'],
    ['RECURRING', {}, '01'],
    [undefined, { 'standingInstruction.type': 'RECURRING' }, '01'],
    [undefined, { 'standingInstruction.type': 'INSTALLMENT' }, '11'],
    [
      undefined,
      {
        'standingInstruction.type': 'INSTALLMENT',
        'standingInstruction.numberOfInstallments': '12',
      },
      '02',
    ],
  ])('is asked for without the shopper in channel 3: %s %j', (threeRIInd, more, ind) => {
    const areq = made({
      ...more,
      'threeDSecure.channel': '3',
      ...(threeRIInd && { 'threeDSecure.threeRIInd': threeRIInd }),
    })
    expect(areq).toMatchObject({ deviceChannel: '03', threeRIInd: ind })
    expect(areq).not.toHaveProperty('browserUserAgent')
    expect(areq).not.toHaveProperty('notificationURL')
    expect(readMessage('AReq', areq)).toEqual(areq)
  })

  test('is that of an app with all parameters of its SDK', () => {
    for (const text of [deviceInfo, Buffer.from(deviceInfo).toString('base64url')]) {
      const areq = made({ 'threeDSecure.deviceInfo': text })
      expect(areq).toMatchObject({
        deviceChannel: '01',
        sdkMaxTimeout: '05',
        sdkEphemPubKey: { kty: 'EC' },
        sdkReferenceNumber: '3DS_LOA_SDK_1',
      })
      expect(areq).not.toHaveProperty('browserUserAgent')
      expect(readMessage('AReq', areq)).toEqual(areq)
    }
  })

  test.each(['eyJhbGciOiJ.key.iv.data.tag', '', '{', '{}', 'null', deviceInfo.replace('-', '')])(
    'is that of a browser when the device information is incomplete: %s',
    (text) => {
      expect(made({ 'threeDSecure.deviceInfo': text }).deviceChannel).toBe('02')
    },
  )
})

describe('an authentication without the shopper', () => {
  test.each(['VISA', 'MASTER', 'AMEX', 'JCB'])(
    'has the indicator of its version with %s',
    (brand) => {
      const inds = (['2.1.0', '2.2.0'] as const).map((version) =>
        ['RECURRING', 'SPLIT_SHIPMENT'].map((threeRIInd) => {
          const values = { 'threeDSecure.channel': '3', 'threeDSecure.threeRIInd': threeRIInd }
          const areq = made(values, { brand, version })
          expect(readMessage('AReq', areq)).toEqual(areq)
          return areq.threeRIInd
        }),
      )
      expect(inds).toEqual([
        ['01', '05'],
        ['01', '06'],
      ])
    },
  )
})

describe('what the gateway knows of the shopper', () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const { nowMs } = sampleInput()
  const storedSince = (days: number) =>
    made({}, { registration: { storedAtMs: nowMs - days * DAY_MS } }).acctInfo

  test('is since when the card is stored', () => {
    expect(storedSince(1)).toEqual({ paymentAccInd: '03', paymentAccAge: '20261121' })
    expect(storedSince(30)).toMatchObject({ paymentAccInd: '04' })
    expect(storedSince(61)).toMatchObject({ paymentAccInd: '05' })
    expect(made({ createRegistration: 'true' }).acctInfo).toEqual({ paymentAccInd: '02' })
    expect(made()).not.toHaveProperty('acctInfo')
  })

  test.each([
    [true, '02'],
    [false, '01'],
  ])(
    'is the authentication with which the card was stored, challenged: %s',
    (wasChallenged, how) => {
      const acsTransactionId = '84177af3-7e09-832e-8eba-3e56f205170c'
      const authentication = { acsTransactionId, wasChallenged, atMs: nowMs - DAY_MS }
      const registration = { storedAtMs: nowMs - DAY_MS, authentication }
      for (const values of [{}, { 'threeDSecure.channel': '3' }]) {
        const areq = made(values, { registration })
        expect(areq.threeDSRequestorPriorAuthenticationInfo).toEqual({
          threeDSReqPriorRef: acsTransactionId,
          threeDSReqPriorAuthMethod: how,
          threeDSReqPriorAuthTimestamp: '202611211520',
        })
        expect(readMessage('AReq', areq)).toEqual(areq)
      }
    },
  )

  test.each([
    ['Jane', 'JONES', '01'],
    ['John', 'Jones', '02'],
  ])('is whether the goods go to the shopper: %s %s', (given, surname, shipNameIndicator) => {
    const values = {
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'shipping.customer.givenName': given,
      'shipping.customer.surname': surname,
    }
    expect(made(values).acctInfo).toEqual({ shipNameIndicator })
  })

  test.each([
    [{ 'shipping.method': 'SAME_DAY_SERVICE' }, { deliveryTimeframe: '02' }],
    [{ 'shipping.method': 'NEXT_DAY_OVERNIGHT' }, { deliveryTimeframe: '03' }],
    [{ 'shipping.method': 'STORE_PICKUP' }, { shipIndicator: '04' }],
    [
      { 'shipping.method': 'ELECTRONIC_DELIVERY', 'customer.email': 'jane@shop.example' },
      { deliveryEmailAddress: 'jane@shop.example', deliveryTimeframe: '01', shipIndicator: '05' },
    ],
    [{ 'shipping.preference': 'NO_SHIPPING' }, { shipIndicator: '05' }],
    [{ 'billing.city': 'Bonn', 'shipping.city': 'Bonn' }, { shipIndicator: '01' }],
    [{ 'billing.city': 'Bonn', 'shipping.city': 'Berlin' }, { shipIndicator: '03' }],
    [{ 'shipping.method': 'GROUND' }, undefined],
  ])('is how the goods are delivered: %j', (values, indicator) => {
    expect(made(values as Record<string, string>).merchantRiskIndicator).toEqual(indicator)
  })
})

describe('the first payment of a series', () => {
  const initial = { 'standingInstruction.mode': 'INITIAL' }
  const inGermany = { settings: { merchantCountry: 'DE' } }

  test.each<[string, Record<string, string>, object, string | undefined]>([
    ['asks for a challenge in the EEA', initial, inGermany, '04'],
    [
      'by the country of the request',
      { ...initial, 'threeDSecure.merchant.country': 'IND' },
      {},
      '04',
    ],
    ['not elsewhere', initial, { settings: { merchantCountry: 'US' } }, undefined],
    ['not where the country is not known', initial, {}, undefined],
    [
      'not where the channel turns it off',
      initial,
      { settings: { merchantCountry: 'DE', challengeFirstOfSeries: false } },
      undefined,
    ],
    ['not after the first one', { 'standingInstruction.mode': 'REPEATED' }, inGermany, undefined],
    [
      'as the request wishes',
      { ...initial, 'threeDSecure.challengeIndicator': '02' },
      inGermany,
      '02',
    ],
    [
      'as its exemption wishes',
      { ...initial, 'threeDSecure.exemptionFlag': '03' },
      inGermany,
      '08',
    ],
  ])('%s', (_what, values, changes, indicator) => {
    expect(made(values, changes).threeDSRequestorChallengeInd).toBe(indicator)
  })
})

describe('the data of the French scheme', () => {
  test('go to the directory as message extensions, each with its id', () => {
    const values = {
      'threeDSecure.schemeData[CB-ITEMSNB]': '3',
      'threeDSecure.schemeData[CB-SCORE_MERCHANT]': 'good',
      'threeDSecure.schemeData[CB-USECASE]': '01',
    }
    expect(made(values, { brand: 'CARTEBANCAIRE' }).messageExtension).toEqual([
      {
        name: 'CB-ITEMSNB',
        id: 'A000000042_CB-ITEMSNB',
        criticalityIndicator: false,
        data: { 'CB-ITEMSNB': '3' },
      },
      {
        name: 'CB-SCORE_MERCHANT',
        id: 'A000000042_CB-SCORE_MERCHANT',
        criticalityIndicator: false,
        data: { 'CB-SCORE_MERCHANT': 'good' },
      },
      {
        name: 'CB-USECASE',
        id: 'A000000042_CB-USECASE',
        criticalityIndicator: false,
        data: { 'CB-USECASE': '01' },
      },
    ])
  })
})

describe('a request with any parameters', () => {
  const names = Object.values<FieldSource>(AREQ_SOURCES).flatMap(({ parameters }) => parameters)
  const words = fc.constantFrom(
    'true',
    'RECURRING',
    'INSTALLMENT',
    '3',
    '03',
    '12',
    'FRA',
    'DE',
    '2030-12-31',
    '0030',
    deviceInfo,
    '+49 171 1',
    '10.00',
    'JPY',
    // Names that every object has.
    'valueOf',
    'constructor',
    '__proto__',
  )
  const value = fc.oneof(
    words,
    fc.string(),
    fc.string({ unit: 'grapheme', minLength: 40, maxLength: 120 }),
  )
  // Values that the parameter tables of the interface accept.
  const cleaned = (values: Record<string, string>) => {
    const { 'card.number': _, 'threeDSecure.challengeIndicator': indicator, ...rest } = values
    return /^0[1-9]$/.test(indicator ?? '')
      ? { ...rest, 'threeDSecure.challengeIndicator': indicator ?? '' }
      : rest
  }

  test('makes a message that is valid by the table of EMV', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names), value),
        fc.constantFrom('2.1.0' as const, '2.2.0' as const),
        fc.constantFrom('VISA', 'MASTER', 'CARTEBANCAIRE', 'MADA'),
        fc.constantFrom(0, 1, 9200),
        fc.string(),
        (values, version, brand, minor, merchantName) => {
          const amount = { minor, currency: 'EUR' }
          const input = sampleInput(cleaned(values), { version, brand, amount, merchantName })
          const areq = makeAreq(input, identity)
          expect(readMessage('AReq', areq)).toEqual(areq)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('the document about 3-D Secure', () => {
  test('names each field with the parameters from which it is made', () => {
    const page = readFileSync(
      new URL('../../../../docs/three-d-secure.md', import.meta.url),
      'utf8',
    )
    const rows = page.split('\n')
    for (const [field, { parameters, note }] of Object.entries<FieldSource>(AREQ_SOURCES)) {
      const row = rows.find((line) => line.startsWith(`| \`${field}\` |`)) ?? ''
      const named = parameters.map((name) => name.replace(/\.v2\.\w+\./, '.v2.<scheme>.'))
      for (const name of named) expect([field, row]).toEqual([field, expect.stringContaining(name)])
      expect(row.endsWith(`| ${note} |`)).toBe(true)
    }
  })
})
