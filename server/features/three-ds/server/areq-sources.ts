import { minorDigitsOf } from '../../../../common/money.ts'
import { currencyNumber, numericCountryOf } from '../../../parameters/iso-codes.ts'
import { sentAddresses } from '../../../parameters/sent-addresses.ts'
import type { ParameterName } from '../../../parameters/tables.ts'
import { REQUESTOR_PARAMETERS, schemeOf } from '../../../payments/read/index.ts'
import type { MessageOf } from '../messages/messages.ts'
import {
  accountInfo,
  addressesMatch,
  asciiName,
  browserLanguage,
  colorDepth,
  cut,
  firstAddressLine,
  messageExtensions,
  phoneOf,
  priorAuthentication,
  riskIndicator,
  secondAddressLine,
  subdivision,
  webAddressOf,
} from './areq-parts.ts'
import type { Asked } from './asked.ts'
import { DECOUPLED_MINUTES } from './contract.ts'
import { authenticationInd, challengeIndicator, requestorInitiatedInd } from './indicators.ts'

type Areq = MessageOf<'AReq'>
type FieldName = Exclude<keyof Areq, 'messageType' | 'messageVersion'>

/** The source of a field of the request. */
export interface FieldSource<Value = unknown> {
  /** The parameters of the merchant's request; an earlier one takes precedence. */
  readonly parameters: readonly ParameterName[]
  /** Other sources, and how the value is changed: for the documentation. */
  readonly note: string
  readonly value: (asked: Asked) => Value | undefined
}

type Sources = { readonly [Name in FieldName]?: FieldSource<Areq[Name]> }

const requestorIds = Object.values(REQUESTOR_PARAMETERS)

/**
 * The source of every field of an AReq. A value that its field does not accept is left out; a field that
 * is always required has a source whose value is always accepted.
 */
export const AREQ_SOURCES: Sources = {
  threeDSServerTransID: made('the id of the authentication', ({ transactionId }) => transactionId),
  threeDSServerURL: made('where the directory sends the result', ({ serverUrl }) => serverUrl),
  deviceChannel: from(
    ['threeDSecure.channel', 'threeDSecure.deviceInfo'],
    '03 for channel 3; 01 with the parameters of an SDK in deviceInfo; else 02',
    (asked) => asked.deviceChannel,
  ),
  messageCategory: from(
    ['threeDSecure.npa'],
    '02 for true and for nothing to be paid, else 01',
    (asked) => asked.messageCategory,
  ),

  threeDSRequestorID: from(
    requestorIds.map(({ id }) => id as ParameterName),
    'of the scheme; else the settings `requestors` and `acquirerMerchantId`',
    ({ values, settings, brand }) => {
      const scheme = schemeOf(brand)
      const sent = scheme && values[REQUESTOR_PARAMETERS[scheme].id]
      const set = scheme && settings.requestors?.[scheme]?.id
      return cut(sent ?? set ?? settings.acquirerMerchantId, 35) ?? 'unknown'
    },
  ),
  threeDSRequestorName: from(
    requestorIds.map(({ name }) => name as ParameterName),
    'of the scheme; else the setting `requestors`, else as `merchantName`; cut to 40',
    (asked) => {
      const scheme = schemeOf(asked.brand)
      const sent = scheme && asked.values[REQUESTOR_PARAMETERS[scheme].name]
      const set = scheme && asked.settings.requestors?.[scheme]?.name
      return cut(sent ?? set, 40) ?? merchantNameOf(asked)
    },
  ),
  threeDSRequestorURL: from(
    ['threeDSecure.merchant.url'],
    'else the setting `requestorUrl`, else the address of this gateway',
    ({ values, settings, serverUrl }) =>
      webAddressOf(values['threeDSecure.merchant.url']) ??
      webAddressOf(settings.requestorUrl) ??
      originOf(serverUrl),
  ),
  threeDSRequestorAuthenticationInd: from(
    ['threeDSecure.authenticationInd', 'standingInstruction.type'],
    'PAYMENT 01, RECURRING 02, INSTALLMENT 03, ADD_CARD 04, MAINTAIN_CARD 05, EMV_ID 06, BILLING_AGREEMENT 07 (from 2.2.0); shipments and split payments, which have no value before 2.3.1, and a series that is not described whole: 01',
    authenticationInd,
  ),
  threeDSRequestorPriorAuthenticationInfo: made(
    'with a stored card whose first payment was authenticated: its acsTransactionId, whether it was challenged (02) or not (01), and when',
    priorAuthentication,
  ),
  threeDSRequestorChallengeInd: from(
    ['threeDSecure.challengeIndicator', 'threeDSecure.exemptionFlag', 'standingInstruction.mode'],
    '04 after a soft decline, and for INITIAL where the law wants it (setting `challengeFirstOfSeries`); an exemption without an indicator: 01 and 04 ask as 02, 02 as 05, 03 as 08; version 2.1.0 has 01 to 04 only',
    challengeIndicator,
  ),
  threeDSRequestorDecReqInd: from(['threeDSecure.decoupled'], 'true Y, false N', ({ values }) => {
    const wish = values['threeDSecure.decoupled']
    return wish === undefined ? undefined : wish === 'true' ? 'Y' : 'N'
  }),
  threeDSRequestorDecMaxTime: made(
    'with decoupled authentication: the setting `decoupledMinutes`',
    ({ values, settings }) =>
      values['threeDSecure.decoupled'] === 'true'
        ? `${settings.decoupledMinutes ?? DECOUPLED_MINUTES}`.padStart(5, '0')
        : undefined,
  ),
  threeRIInd: from(
    ['threeDSecure.threeRIInd', 'standingInstruction.type'],
    'channel 03: RECURRING 01, instalments with their number 02; in 2.2.0 SPLIT_SHIPMENT and DELAYED_SHIPMENT 06, else 11; in 2.1.0 else 05',
    requestorInitiatedInd,
  ),
  messageExtension: from(
    [
      'threeDSecure.schemeData[CB-ITEMSNB]',
      'threeDSecure.schemeData[CB-SCORE_MERCHANT]',
      'threeDSecure.schemeData[CB-USECASE]',
    ],
    'the French domestic data, for cards of CARTEBANCAIRE',
    messageExtensions,
  ),

  acctNumber: from(['card.number'], '', ({ card }) => card.number),
  acctID: from(['customer.merchantCustomerId'], 'cut to 64', ({ values }) =>
    cut(values['customer.merchantCustomerId'], 64),
  ),
  acctInfo: from(
    [
      'createRegistration',
      'customer.givenName',
      'customer.surname',
      'shipping.customer.givenName',
      'shipping.customer.surname',
    ],
    'of a stored card: since when (paymentAccAge, paymentAccInd); of names: whether shopper and receiver are the same (shipNameIndicator)',
    accountInfo,
  ),
  cardExpiryDate: from(
    ['card.expiryYear', 'card.expiryMonth'],
    'YYMM',
    ({ card }) => card.expiryYear.slice(-2) + card.expiryMonth.padStart(2, '0'),
  ),
  cardholderName: from(['card.holder'], 'in ASCII, without the marks of letters', ({ card }) =>
    asciiName(card.holder),
  ),

  acquirerBIN: made(
    'the setting `acquirerBin`',
    ({ settings }) => settings.acquirerBin ?? '000000',
  ),
  acquirerMerchantID: made(
    'the setting `acquirerMerchantId`',
    ({ settings }) => cut(settings.acquirerMerchantId, 35) ?? 'unknown',
  ),
  mcc: made(
    'the setting `merchantCategoryCode`, else 5999',
    ({ settings }) => settings.merchantCategoryCode ?? '5999',
  ),
  merchantCountryCode: from(
    ['threeDSecure.merchant.country'],
    'three digits; else the setting `merchantCountry`, else 276',
    ({ values, settings }) =>
      numericCountryOf(values['threeDSecure.merchant.country'] ?? '') ??
      numericCountryOf(settings.merchantCountry ?? '') ??
      '276',
  ),
  merchantName: from(
    ['threeDSecure.merchant.name'],
    'cut to 40; else the setting `merchantName`, else the name of the merchant',
    merchantNameOf,
  ),

  merchantRiskIndicator: from(
    ['shipping.method', 'shipping.preference', 'shipping.email', 'customer.email'],
    'shipIndicator: 01 to the billing address, 03 to another one, 04 pick-up, 05 electronic or NO_SHIPPING; deliveryTimeframe; deliveryEmailAddress of an electronic delivery',
    riskIndicator,
  ),

  purchaseAmount: from(
    ['threeDSecure.amount', 'risk.amount', 'amount'],
    'minor units',
    ofPurchase(({ purchase }) => String(purchase.minor)),
  ),
  purchaseCurrency: from(
    ['threeDSecure.currency', 'currency'],
    'three digits',
    ofPurchase(({ purchase }) => currencyNumber(purchase.currency)),
  ),
  purchaseExponent: made(
    'of the currency: 2 for EUR, 0 for JPY',
    ofPurchase(({ purchase }) => String(minorDigitsOf(purchase.currency))),
  ),
  purchaseDate: made(
    'the time of the request, in UTC',
    ofPurchase(({ nowMs }) => secondOf(nowMs)),
  ),
  purchaseInstalData: from(
    ['standingInstruction.numberOfInstallments'],
    'of instalments',
    ({ series }) => series?.count,
  ),
  recurringExpiry: from(
    ['standingInstruction.expiry'],
    'of a series; Mastercard and channel 03 without it: 99991231, other brands without it: as a payment',
    ({ series }) => series?.expiry,
  ),
  recurringFrequency: from(
    ['standingInstruction.frequency'],
    'of a series; Mastercard and channel 03 without it: 0001, other brands without it: as a payment',
    ({ series }) => series?.frequency,
  ),
  transType: made('01 (goods and services)', ({ messageCategory }) =>
    messageCategory === '01' ? '01' : undefined,
  ),

  email: from(['customer.email'], '', ({ values }) => values['customer.email']),
  homePhone: from(['customer.phone'], 'with a country code', ({ values }) =>
    phoneOf(values['customer.phone']),
  ),
  mobilePhone: from(['customer.mobile'], 'with a country code', ({ values }) =>
    phoneOf(values['customer.mobile']),
  ),
  workPhone: from(['customer.workPhone'], 'with a country code', ({ values }) =>
    phoneOf(values['customer.workPhone']),
  ),
  addrMatch: made('whether billing and shipping address are the same', ({ values }) =>
    addressesMatch(values),
  ),
  billAddrLine1: from(['billing.street1', 'billing.houseNumber1'], 'cut to 50', ({ values }) =>
    firstAddressLine(values, 'billing'),
  ),
  billAddrLine2: from(['billing.street2', 'billing.houseNumber2'], 'cut to 50', ({ values }) =>
    secondAddressLine(values, 'billing'),
  ),
  billAddrCity: from(['billing.city'], 'cut to 50', ({ values }) =>
    cut(values['billing.city'], 50),
  ),
  billAddrPostCode: from(['billing.postcode'], '', ({ values }) => values['billing.postcode']),
  billAddrState: from(
    ['billing.state'],
    'a code of ISO 3166-2, with billing.country',
    ({ values }) =>
      numericCountryOf(values['billing.country'] ?? '') === undefined
        ? undefined
        : subdivision(values['billing.state']),
  ),
  billAddrCountry: from(['billing.country'], 'three digits', ({ values }) =>
    numericCountryOf(values['billing.country'] ?? ''),
  ),
  shipAddrLine1: from(['shipping.street1', 'shipping.houseNumber1'], 'cut to 50', ({ values }) =>
    firstAddressLine(values, 'shipping'),
  ),
  shipAddrLine2: from(['shipping.street2', 'shipping.houseNumber2'], 'cut to 50', ({ values }) =>
    secondAddressLine(values, 'shipping'),
  ),
  shipAddrCity: from(['shipping.city'], 'cut to 50', ({ values }) =>
    cut(values['shipping.city'], 50),
  ),
  shipAddrPostCode: from(['shipping.postcode'], '', ({ values }) => values['shipping.postcode']),
  shipAddrState: from(
    ['shipping.state'],
    'a code of ISO 3166-2, with shipping.country',
    ({ values }) =>
      numericCountryOf(values['shipping.country'] ?? '') === undefined
        ? undefined
        : subdivision(values['shipping.state']),
  ),
  shipAddrCountry: from(['shipping.country'], 'three digits', ({ values }) =>
    numericCountryOf(values['shipping.country'] ?? ''),
  ),

  threeDSCompInd: made(
    'Y: the issuer has looked at the browser, N: not in time, U: it does not',
    ({ methodCompletion }) => methodCompletion,
  ),
  notificationURL: made(
    'where the issuer sends the browser back',
    ({ notificationUrl }) => notificationUrl,
  ),
  browserAcceptHeader: from(
    ['customer.browser.acceptHeader'],
    'else */*',
    ({ values }) => cut(values['customer.browser.acceptHeader'], 2_048) ?? '*/*',
  ),
  browserIP: from(
    ['customer.ip'],
    'the first one of several',
    ({ values }) => sentAddresses(values['customer.ip'] ?? '').addresses[0],
  ),
  browserJavascriptEnabled: made('whether the screen is known', hasScript),
  browserJavaEnabled: from(
    ['customer.browser.javaEnabled'],
    'else false',
    ofScript(({ values }) => values['customer.browser.javaEnabled'] === 'true'),
  ),
  browserLanguage: from(
    ['customer.browser.language', 'customer.language'],
    'at most 8 characters; else en',
    ({ values }) =>
      browserLanguage(
        values['customer.browser.language'],
        values['customer.language']?.toLowerCase(),
      ),
  ),
  browserColorDepth: from(
    ['customer.browser.screenColorDepth'],
    'the next lower one that EMV lists; else 24',
    ofScript(({ values }) => colorDepth(values['customer.browser.screenColorDepth'])),
  ),
  browserScreenHeight: from(
    ['customer.browser.screenHeight'],
    '',
    ofScript(({ values }) => number(values['customer.browser.screenHeight'])),
  ),
  browserScreenWidth: from(
    ['customer.browser.screenWidth'],
    '',
    ofScript(({ values }) => number(values['customer.browser.screenWidth'])),
  ),
  browserTZ: from(
    ['customer.browser.timezone'],
    'minutes; else 0',
    ofScript(({ values }) => minutes(values['customer.browser.timezone'])),
  ),
  browserUserAgent: from(
    ['customer.browser.userAgent'],
    'else unknown',
    ({ values }) => cut(values['customer.browser.userAgent'], 2_048) ?? 'unknown',
  ),

  sdkAppID: ofDevice(({ device }) => device?.appId),
  sdkEncData: ofDevice(({ device }) => device?.encryptedData),
  sdkEphemPubKey: ofDevice(({ device }) => device?.ephemeralPublicKey),
  sdkMaxTimeout: ofDevice(({ device }) => device?.maxTimeout),
  sdkReferenceNumber: ofDevice(({ device }) => device?.referenceNumber),
  sdkTransID: ofDevice(({ device }) => device?.transactionId),
  deviceRenderOptions: ofDevice(({ device }) =>
    device === undefined
      ? undefined
      : { sdkInterface: '03', sdkUiType: ['01', '02', '03', '04', '05'] },
  ),
}

function from<Value>(
  parameters: readonly ParameterName[],
  note: string,
  value: (asked: Asked) => Value | undefined,
): FieldSource<Value> {
  return { parameters, note, value }
}

function made<Value>(note: string, value: (asked: Asked) => Value | undefined): FieldSource<Value> {
  return { parameters: [], note, value }
}

function ofDevice<Value>(value: (asked: Asked) => Value | undefined): FieldSource<Value> {
  return { parameters: ['threeDSecure.deviceInfo'], note: 'of an app', value }
}

/** For fields of a purchase: a non-payment authentication has them only when it begins a series. */
function ofPurchase<Value>(value: (asked: Asked) => Value) {
  return (asked: Asked) =>
    asked.messageCategory === '01' || asked.series !== undefined ? value(asked) : undefined
}

/** For fields that only a script can read; version 2.1.0 requires them for every browser. */
function ofScript<Value>(value: (asked: Asked) => Value) {
  return (asked: Asked) =>
    hasScript(asked) || asked.version === '2.1.0' ? value(asked) : undefined
}

function hasScript({ values }: Asked): boolean {
  return (
    values['customer.browser.screenHeight'] !== undefined &&
    values['customer.browser.screenWidth'] !== undefined
  )
}

function merchantNameOf({ values, settings, merchantName }: Asked): string {
  const name = values['threeDSecure.merchant.name'] ?? settings.merchantName ?? merchantName
  return cut(name, 40) ?? 'unknown'
}

/** YYYYMMDDHHMMSS, in UTC. Cached for each second, because formatting takes 1 µs. */
function secondOf(timeMs: number): string {
  const second = Math.floor(timeMs / 1000)
  if (second !== lastSecond) {
    lastSecondText = new Date(second * 1000).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')
    lastSecond = second
  }
  return lastSecondText
}

let lastSecond: number | undefined
let lastSecondText = ''

/** The origin of an absolute web address of this gateway. Takes 0.1 µs; `URL` takes 0.4 µs. */
function originOf(address: string): string {
  const end = address.indexOf('/', address.indexOf('//') + 2)
  return end === -1 ? address : address.slice(0, end)
}

function number(text: string | undefined): string {
  return /^[0-9]{1,6}$/.test(text ?? '') ? (text ?? '0') : '0'
}

function minutes(text: string | undefined): string {
  return /^[+-]?[0-9]{1,4}$/.test(text ?? '') ? (text ?? '0') : '0'
}
