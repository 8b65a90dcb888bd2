import { isJsonObject, type JsonObject } from '../../../../common/json-object.ts'
import { areq } from '../messages/areq.ts'
import { fieldFits } from '../messages/value-checks.ts'

/** The data of an app's SDK for an authentication (EMV 3DS SDK, AuthenticationRequestParameters). */
export interface DeviceInfo {
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
export function readDeviceInfo(text: string | undefined): DeviceInfo | undefined {
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
