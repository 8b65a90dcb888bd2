import { deviceBinding, messageHead, trustedList } from './common-fields.ts'
import { type Condition, type FieldTable, optional, required, requiredWhen } from './field.ts'
import {
  cardNumber,
  choice,
  code,
  codesFrom,
  country,
  currency,
  date,
  digits,
  flag,
  group,
  ipAddress,
  list,
  minute,
  object,
  second,
  shaped,
  text,
  uuid,
  webAddress,
  yearMonth,
  yesOrNo,
} from './formats.ts'

const browser = { channels: ['02'] } as const
const app = { channels: ['01'] } as const
const shopperPresent = { channels: ['01', '02'] } as const
const ofPayment: readonly Condition[] = [{ messageCategory: ['01'] }]
const ofSeries: readonly Condition[] = [
  { threeDSRequestorAuthenticationInd: ['02', '03'] },
  { threeRIInd: ['01', '02'] },
]
/** The purchase is part of a payment, and of the first authentication of a series. */
const ofPurchase = [...ofPayment, ...ofSeries]
/** From 2.3.1 on other fields describe how a series repeats. */
const ofOldSeries = ofSeries.map((condition) => ({
  ...condition,
  messageVersion: ['2.1.0', '2.2.0'],
}))
/** Fields that a browser without JavaScript cannot fill; 2.1.0 has no such browsers. */
const ofScript: readonly Condition[] = [
  { messageVersion: ['2.1.0'] },
  { browserJavascriptEnabled: [true] },
]
const since22 = { since: '2.2.0' } as const
const since23 = { since: '2.3.1' } as const

const phone = group({ cc: required(digits(3)), subscriber: required(digits(15)) })

const accountInfo = group({
  chAccAgeInd: optional(choice(codesFrom(1, 5))),
  chAccChange: optional(date),
  chAccChangeInd: optional(choice(codesFrom(1, 4))),
  chAccDate: optional(date),
  chAccPwChange: optional(date),
  chAccPwChangeInd: optional(choice(codesFrom(1, 5))),
  nbPurchaseAccount: optional(digits(4)),
  paymentAccAge: optional(date),
  paymentAccInd: optional(choice(codesFrom(1, 5))),
  provisionAttemptsDay: optional(digits(3)),
  shipAddressUsage: optional(date),
  shipAddressUsageInd: optional(choice(codesFrom(1, 4))),
  shipNameIndicator: optional(choice(['01', '02'])),
  suspiciousAccActivity: optional(choice(['01', '02'])),
  txnActivityDay: optional(digits(3)),
  txnActivityYear: optional(digits(3)),
})

const riskIndicator = group({
  deliveryEmailAddress: optional(text(254)),
  deliveryTimeframe: optional(choice(codesFrom(1, 4))),
  giftCardAmount: optional(digits(15)),
  giftCardCount: optional(digits(2, 2)),
  giftCardCurr: optional(currency),
  preOrderDate: optional(date),
  preOrderPurchaseInd: optional(choice(['01', '02'])),
  reorderItemsInd: optional(choice(['01', '02'])),
  shipIndicator: optional(code(codesFrom(1, 7), { '2.3.1': codesFrom(8, 9) })),
})

const requestorAuthentication = group({
  threeDSReqAuthMethod: optional(
    code(codesFrom(1, 6), { '2.2.0': codesFrom(7, 9), '2.3.1': codesFrom(10, 11) }),
  ),
  threeDSReqAuthTimestamp: optional(minute),
  threeDSReqAuthData: optional(text(20_000)),
})

const priorAuthentication = group({
  threeDSReqPriorRef: optional(text(36)),
  threeDSReqPriorAuthMethod: optional(code(codesFrom(1, 4), { '2.3.1': codesFrom(5, 10) })),
  threeDSReqPriorAuthTimestamp: optional(minute),
  threeDSReqPriorAuthData: optional(text(2_048)),
})

const challengeIndicator = code(codesFrom(1, 4), {
  '2.2.0': codesFrom(5, 9),
  '2.3.1': codesFrom(10, 12),
})

/**
 * Authentication request: 3DS server to directory server to issuer. `cardSecurityCode` of 2.3.1 is
 * left out on purpose: the security code is for the authorisation only.
 */
export const areq = {
  ...messageHead('AReq'),
  threeDSServerTransID: required(uuid),
  threeDSServerRefNumber: required(text(32)),
  threeDSServerOperatorID: optional(text(32)),
  threeDSServerURL: required(webAddress(2_048)),
  dsReferenceNumber: optional(text(32)),
  dsTransID: optional(uuid),
  dsURL: optional(webAddress(2_048)),

  deviceChannel: required(choice(['01', '02', '03'])),
  messageCategory: required(choice(['01', '02'])),
  threeDSRequestorID: required(text(35)),
  threeDSRequestorName: required(text(40)),
  threeDSRequestorURL: required(webAddress(2_048)),
  threeDSRequestorAuthenticationInd: required(
    code(codesFrom(1, 6), { '2.2.0': ['07'], '2.3.1': codesFrom(8, 13) }),
    shopperPresent,
  ),
  threeDSRequestorAuthenticationInfo: optional(requestorAuthentication, {
    changed: { since: '2.3.1', format: list(requestorAuthentication, 3) },
  }),
  threeDSRequestorPriorAuthenticationInfo: optional(priorAuthentication, {
    changed: { since: '2.3.1', format: list(priorAuthentication, 3) },
  }),
  threeDSReqAuthMethodInd: optional(code(['01', '02', '03']), {
    ...shopperPresent,
    until: '2.2.0',
  }),
  threeDSRequestorChallengeInd: optional(challengeIndicator, {
    ...shopperPresent,
    changed: { since: '2.3.1', format: list(challengeIndicator, 2) },
  }),
  threeDSRequestorDecReqInd: optional(yesOrNo, since22),
  threeDSRequestorDecMaxTime: requiredWhen(
    shaped(/^(?!00000)(?:0[0-9]{4}|100[0-7][0-9]|10080)$/, 5, 5, 'minutes from 00001 to 10080'),
    [{ threeDSRequestorDecReqInd: ['Y'] }],
    since22,
  ),
  threeRIInd: required(
    code(codesFrom(1, 5), { '2.2.0': codesFrom(6, 11), '2.3.1': codesFrom(12, 19) }),
    { channels: ['03'] },
  ),
  ...trustedList,

  acctNumber: required(cardNumber),
  acctType: optional(code(['01', '02', '03'])),
  acctID: optional(text(64)),
  acctInfo: optional(accountInfo),
  cardExpiryDate: optional(yearMonth),
  payTokenInd: optional(flag),
  payTokenSource: requiredWhen(code(['01', '02']), [{ payTokenInd: [true] }], since22),

  acquirerBIN: requiredWhen(text(11), ofPayment),
  acquirerMerchantID: requiredWhen(text(35), ofPayment),
  mcc: requiredWhen(digits(4, 4), ofPayment),
  merchantCountryCode: requiredWhen(country, ofPayment),
  merchantName: requiredWhen(text(40), ofPayment),
  merchantRiskIndicator: optional(riskIndicator),

  purchaseAmount: requiredWhen(digits(48), ofPurchase),
  purchaseCurrency: requiredWhen(currency, ofPurchase),
  purchaseExponent: requiredWhen(digits(1), ofPurchase),
  purchaseDate: requiredWhen(second, ofPurchase),
  purchaseInstalData: requiredWhen(
    shaped(/^(?!0*[01]$)[0-9]+$/, 1, 3, 'a number of instalments above 1'),
    [{ threeDSRequestorAuthenticationInd: ['03'] }, { threeRIInd: ['02'] }],
  ),
  recurringExpiry: requiredWhen(date, ofOldSeries),
  recurringFrequency: requiredWhen(digits(4), ofOldSeries),
  transType: optional(choice(['01', '03', '10', '11', '28']), { categories: ['01'] }),

  cardholderName: optional(
    shaped(/^[ -~]+$/, 2, 45, '2 to 45 letters, digits and signs of ASCII'),
    {},
  ),
  email: optional(shaped(/^[^\s@]+@[^\s@]+$/, 3, 254, 'an e-mail address')),
  homePhone: optional(phone),
  mobilePhone: optional(phone),
  workPhone: optional(phone),
  addrMatch: optional(yesOrNo, shopperPresent),
  billAddrCity: optional(text(50)),
  billAddrCountry: requiredWhen(country, [{ billAddrState: 'present' }]),
  billAddrLine1: optional(text(50)),
  billAddrLine2: optional(text(50)),
  billAddrLine3: optional(text(50)),
  billAddrPostCode: optional(text(16)),
  billAddrState: optional(text(3)),
  shipAddrCity: optional(text(50)),
  shipAddrCountry: requiredWhen(country, [{ shipAddrState: 'present' }]),
  shipAddrLine1: optional(text(50)),
  shipAddrLine2: optional(text(50)),
  shipAddrLine3: optional(text(50)),
  shipAddrPostCode: optional(text(16)),
  shipAddrState: optional(text(3)),

  threeDSCompInd: required(choice(['Y', 'N', 'U'], { '2.3.1': ['E'] }), browser),
  notificationURL: required(webAddress(256), browser),
  browserAcceptHeader: required(text(2_048), browser),
  browserIP: optional(ipAddress, browser),
  browserJavascriptEnabled: required(flag, { ...browser, ...since22 }),
  browserJavaEnabled: requiredWhen(flag, ofScript, browser),
  browserLanguage: required(
    shaped(/^[A-Za-z0-9-]+$/, 1, 8, 'a language tag of 1 to 8 characters'),
    {
      ...browser,
    },
  ),
  browserColorDepth: requiredWhen(
    choice(['1', '4', '8', '15', '16', '24', '32', '48']),
    ofScript,
    browser,
  ),
  browserScreenHeight: requiredWhen(digits(6), ofScript, browser),
  browserScreenWidth: requiredWhen(digits(6), ofScript, browser),
  browserTZ: requiredWhen(
    shaped(/^[+-]?[0-9]{1,4}$/, 1, 5, 'minutes between UTC and local time'),
    ofScript,
    browser,
  ),
  browserUserAgent: required(text(2_048), browser),

  sdkAppID: required(uuid, app),
  sdkEncData: required(text(64_000), app),
  sdkEphemPubKey: required(object(256), app),
  sdkMaxTimeout: required(shaped(/^(?:0[5-9]|[1-9][0-9])$/, 2, 2, 'minutes from 05 to 99'), app),
  sdkReferenceNumber: required(text(32), app),
  sdkTransID: required(uuid, app),
  deviceRenderOptions: required(
    group({
      sdkInterface: required(choice(['01', '02', '03'])),
      sdkUiType: required(list(choice(codesFrom(1, 5), { '2.3.1': codesFrom(6, 7) }), 7)),
    }),
    app,
  ),

  acceptLanguage: optional(list(text(100), 99), { ...browser, ...since23 }),
  acquirerCountryCode: optional(country, since23),
  acquirerCountryCodeSource: requiredWhen(
    code(['01', '02']),
    [{ acquirerCountryCode: 'present' }],
    since23,
  ),
  appIp: optional(ipAddress, { ...app, ...since23 }),
  broadInfo: optional(object(4_096), since23),
  ...deviceBinding,
  deviceId: optional(text(64), since23),
  defaultSdkType: optional(object(4_096), { ...app, ...since23 }),
  multiTransaction: optional(object(64_000), since23),
  payeeOrigin: optional(webAddress(2_048), { ...browser, ...since23 }),
  payTokenInfo: optional(object(4_096), since23),
  recurringAmount: optional(digits(48), since23),
  recurringCurrency: requiredWhen(currency, [{ recurringAmount: 'present' }], since23),
  recurringExponent: requiredWhen(digits(1), [{ recurringAmount: 'present' }], since23),
  recurringDate: optional(date, since23),
  recurringInd: requiredWhen(
    group({
      amountInd: required(choice(['01', '02'])),
      frequencyInd: required(choice(['01', '02'])),
    }),
    ofSeries,
    since23,
  ),
  sdkServerSignedContent: optional(text(64_000), { ...app, ...since23 }),
  sdkSignatureTimestamp: optional(second, { ...app, ...since23 }),
  sdkType: optional(code(codesFrom(1, 5)), { ...app, ...since23 }),
  sellerInfo: optional(list(object(4_096), 50), since23),
  spcIncompInd: optional(code(codesFrom(1, 3)), { ...browser, ...since23 }),
  splitSdkType: optional(object(4_096), { ...app, ...since23 }),
  taxId: optional(text(45), since23),
  threeDSMethodId: optional(uuid, { ...browser, ...since23 }),
  threeDSRequestorSpcSupport: optional(choice(['Y']), { ...browser, ...since23 }),
  userId: optional(text(64), since23),
} as const satisfies FieldTable
