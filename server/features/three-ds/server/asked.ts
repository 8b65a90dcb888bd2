import { isJsonObject, type JsonObject } from '../../../../common/json-object.ts'
import {
  formatAmount,
  isActiveCurrency,
  type Money,
  parseAmount,
} from '../../../../common/money.ts'
import { ENDLESS_SERIES, seriesDefaultsOf } from '../../../payments/read/index.ts'
import { areq } from '../messages/areq.ts'
import type { DeviceChannel } from '../messages/field.ts'
import { fieldFits } from '../messages/value-checks.ts'
import type { AuthenticationInput } from './contract.ts'

type Values = AuthenticationInput['values']

/** A series of payments, as the request describes it to the issuer. */
interface Series {
  readonly kind: 'recurring' | 'instalments'
  /** YYYYMMDD. */
  readonly expiry: string
  /** Days between two payments. */
  readonly frequency: string
  /** For instalments: the number of payments. */
  readonly count?: string
}

/** The input together with the values that several fields of the request need. */
export interface Asked extends AuthenticationInput {
  readonly deviceChannel: DeviceChannel
  /** `01` payment, `02` non-payment. */
  readonly messageCategory: '01' | '02'
  /** Present for an app. */
  readonly device: DeviceInfo | undefined
  readonly series: Series | undefined
  /** The amount to be authenticated, which may differ from the charged amount. */
  readonly purchase: Money
}

/** Computes once the values that several fields need. */
export function askedOf(input: AuthenticationInput): Asked {
  const { values } = input
  const deviceChannel = deviceChannelOf(values)
  const device = deviceChannel === '01' ? readDeviceInfo(values[DEVICE_INFO]) : undefined
  const series = seriesOf(input)
  // Assigned to a literal, because a literal that begins with a spread takes three times as long.
  const asked = { deviceChannel, messageCategory: isPayment(input) ? '01' : '02', device, series }
  return Object.assign(
    asked as Pick<Asked, keyof typeof asked>,
    { purchase: purchaseOf(input) },
    input,
  )
}

const DEVICE_INFO = 'threeDSecure.deviceInfo'

/** The device channel: app, browser, or 3RI without the shopper. */
export function deviceChannelOf(values: Values): DeviceChannel {
  if (Number(values['threeDSecure.channel']) === 3) return '03'
  return readDeviceInfo(values[DEVICE_INFO]) === undefined ? '02' : '01'
}

/** Whether it is a payment authentication; without an amount it only identifies the cardholder. */
function isPayment({ values, paymentType, amount }: AuthenticationInput): boolean {
  if (values['threeDSecure.npa'] === 'true') return false
  return ['PA', 'DB', '3D'].includes(paymentType) && amount.minor > 0
}

/**
 * The amount to be authenticated: the one that the request names for that, else the amount of the risk
 * check, else the amount of the payment (interface document, Risk).
 */
function purchaseOf({ amount, values }: AuthenticationInput): Money {
  const named = values['threeDSecure.amount'] ?? values['risk.amount']
  const currency = values['threeDSecure.currency']
  if (named === undefined && currency === undefined) return amount
  // The directory has no number for a currency that has left the list.
  if (currency !== undefined && !isActiveCurrency(currency)) return amount
  const money = parseAmount(named ?? formatAmount(amount), currency ?? amount.currency)
  return typeof money === 'string' ? amount : money
}

const isExpiry = fieldFits(areq.recurringExpiry, '2.2.0')
const isFrequency = fieldFits(areq.recurringFrequency, '2.2.0')
const isCount = fieldFits(areq.purchaseInstalData, '2.2.0')

/** The series; `undefined` also where some of its required data are missing. */
function seriesOf({ values, brand }: AuthenticationInput): Series | undefined {
  const kind = seriesKindOf(values)
  if (kind === undefined) return undefined
  // A request without the shopper says by its indicator that it belongs to a series: EMV then requires
  // expiry and frequency for every network.
  const defaults = deviceChannelOf(values) === '03' ? ENDLESS_SERIES : seriesDefaultsOf(brand)
  const expiry = (values['standingInstruction.expiry'] ?? defaults.expiry)?.replaceAll('-', '')
  const frequency = values['standingInstruction.frequency'] ?? defaults.frequency
  if (expiry === undefined || frequency === undefined) return undefined
  if (!isExpiry(expiry) || !isFrequency(frequency)) return undefined
  const series = { kind, expiry, frequency }
  if (kind === 'recurring') return series
  const count = String(Number(values['standingInstruction.numberOfInstallments']))
  return isCount(count) ? { ...series, count } : undefined
}

function seriesKindOf(values: Values): Series['kind'] | undefined {
  const wish = values['threeDSecure.authenticationInd'] ?? values['threeDSecure.threeRIInd']
  switch (wish ?? values['standingInstruction.type']) {
    case 'RECURRING':
      return 'recurring'
    case 'INSTALLMENT':
      return 'instalments'
    default:
      return undefined
  }
}

/** The data of an app's SDK for an authentication (EMV 3DS SDK, AuthenticationRequestParameters). */
interface DeviceInfo {
  readonly encryptedData: string
  readonly transactionId: string
  readonly appId: string
  readonly referenceNumber: string
  readonly ephemeralPublicKey: JsonObject
  /** Minutes, two digits. */
  readonly maxTimeout: string
}

/**
 * Reads `threeDSecure.deviceInfo`: the SDK's parameters as JSON, or that JSON in base64 or base64url.
 * `undefined` for anything else, such as the encrypted device data alone, because the request of an app
 * needs all parameters of the SDK.
 */
function readDeviceInfo(text: string | undefined): DeviceInfo | undefined {
  const json = parsed(text)
  if (json === undefined) return undefined
  const key = json.sdkEphemeralPublicKey ?? json.sdkEphemPubKey
  const ephemeralPublicKey = typeof key === 'string' ? parsed(key) : key
  const encryptedData = json.deviceData ?? json.sdkEncData
  const transactionId = json.sdkTransactionID ?? json.sdkTransID
  const { sdkAppID: appId, sdkReferenceNumber: referenceNumber, sdkMaxTimeout = '05' } = json
  const fits =
    isEncryptedData(encryptedData) &&
    isUuid(transactionId) &&
    isUuid(appId) &&
    isReferenceNumber(referenceNumber) &&
    isKey(ephemeralPublicKey) &&
    isMinutes(sdkMaxTimeout)
  if (!fits) return undefined
  return {
    encryptedData,
    transactionId,
    appId,
    referenceNumber,
    ephemeralPublicKey,
    maxTimeout: sdkMaxTimeout,
  }
}

const isEncryptedData = fitsAsText('sdkEncData')
const isUuid = fitsAsText('sdkTransID')
const isReferenceNumber = fitsAsText('sdkReferenceNumber')
const isMinutes = fitsAsText('sdkMaxTimeout')
const keyFits = fieldFits(areq.sdkEphemPubKey, '2.2.0')

function isKey(value: unknown): value is JsonObject {
  return keyFits(value)
}

function fitsAsText(name: 'sdkEncData' | 'sdkTransID' | 'sdkReferenceNumber' | 'sdkMaxTimeout') {
  const fits = fieldFits(areq[name], '2.2.0')
  return (value: unknown): value is string => fits(value)
}

function parsed(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined
  const json = text.startsWith('{') ? text : Buffer.from(text, 'base64').toString()
  if (!json.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(json)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
