import {
  createDecipheriv,
  createPublicKey,
  type KeyObject,
  type X509Certificate,
} from 'node:crypto'
import type { JsonObject } from '../../../common/json-object.ts'
import type { Money } from '../../../common/money.ts'
import { areEqual } from '../../kernel/equal-secrets.ts'
import { currencyOfNumber } from '../../parameters/iso-codes.ts'
import {
  bytesOfSignedParts,
  CIPHER,
  hashOfKey,
  IV,
  type SignedParts,
  TAG_BYTES,
  TRANSACTION_ID_BYTES,
  tokenKey,
  VERSION,
} from './apple-pay-format.ts'
import { SIGNING_TIME_TOLERANCE_MS, verifyAppleSignature } from './apple-pay-signature.ts'
import { cardOfToken, type OpenedToken } from './card-of-token.ts'
import { keyOfSpki, sharedSecret, spkiOf } from './p256.ts'
import {
  memberBytes,
  memberInteger,
  memberObject,
  memberOf,
  memberText,
  optionalText,
  readObject,
  readTokenObject,
} from './token-json.ts'
import { must, step, UnusableToken } from './unusable-token.ts'

/** What tokens of applePay are verified and decrypted with. */
export interface ApplePayKeys {
  readonly rootCertificate: X509Certificate
  readonly merchantId: string
  readonly privateKey: KeyObject
}

/**
 * Verifies and decrypts a token of the version EC_v1 ("Payment token format reference"): recipient,
 * signature with its chain and time, then content. Throws `UnusableToken`.
 */
export async function decryptApplePay(
  token: string,
  keys: ApplePayKeys,
  nowMs: number,
): Promise<OpenedToken> {
  const object = readTokenObject(token)
  const isWrapped = memberOf(object, 'paymentData') !== undefined
  must(!isWrapped, 'is the whole payment token: send what stands in its paymentData')
  must(memberText(object, 'version') === VERSION, `has another version than ${VERSION}`)
  const header = memberObject(object, 'header')
  const parts = partsOf(object, header)
  must(isForKey(memberBytes(header, 'publicKeyHash'), keys), ANOTHER_RECIPIENT)
  await verifyAppleSignature({
    signature: memberBytes(object, 'signature'),
    signed: bytesOfSignedParts(parts),
    rootCertificate: keys.rootCertificate,
    nowMs,
  })
  return cardOfContent(decryptedContent(parts, keys), nowMs)
}

const ANOTHER_RECIPIENT = 'was encrypted for another recipient (publicKeyHash)'

function partsOf(token: JsonObject, header: JsonObject): SignedParts {
  const hasApplicationData = memberOf(header, 'applicationData') !== undefined
  return {
    ephemeralPublicKey: memberBytes(header, 'ephemeralPublicKey'),
    data: memberBytes(token, 'data'),
    transactionId: transactionIdOf(header),
    applicationData: hasApplicationData ? memberBytes(header, 'applicationData', 'hex') : undefined,
  }
}

/** The part that makes the signature of each payment another one; a shorter one is no identifier. */
function transactionIdOf(header: JsonObject): Buffer {
  const bytes = memberBytes(header, 'transactionId', 'hex')
  must(bytes.length === TRANSACTION_ID_BYTES, 'has a transactionId that is not 32 bytes')
  return bytes
}

function isForKey(publicKeyHash: Buffer, { privateKey }: ApplePayKeys): boolean {
  const ours = hashOfKey(spkiOf(createPublicKey(privateKey)))
  return areEqual(publicKeyHash, ours)
}

function decryptedContent(
  parts: SignedParts,
  { privateKey, merchantId }: ApplePayKeys,
): JsonObject {
  const secret = step('has an ephemeralPublicKey that is no key of P-256', () =>
    sharedSecret(privateKey, keyOfSpki(parts.ephemeralPublicKey)),
  )
  const text = step('cannot be decrypted: it was encrypted for another merchant', () => {
    const options = { authTagLength: TAG_BYTES }
    const cipher = createDecipheriv(CIPHER, tokenKey(secret, merchantId), IV, options)
    cipher.setAuthTag(parts.data.subarray(-TAG_BYTES))
    const head = cipher.update(parts.data.subarray(0, -TAG_BYTES))
    return Buffer.concat([head, cipher.final()]).toString('utf8')
  })
  return readObject(text, 'does not hold a JSON object')
}

function cardOfContent(content: JsonObject, nowMs: number): OpenedToken {
  const isCryptogram = memberText(content, 'paymentDataType') === '3DSecure'
  must(isCryptogram, 'holds a cryptogram of a chip, which is not taken here (paymentDataType)')
  const payment = memberObject(content, 'paymentData')
  const expiry = memberText(content, 'applicationExpirationDate')
  must(/^[0-9]{6}$/.test(expiry), 'holds no applicationExpirationDate')
  return cardOfToken({
    number: memberText(content, 'applicationPrimaryAccountNumber'),
    expiryMonth: expiry.slice(2, 4),
    expiryYear: `20${expiry.slice(0, 2)}`,
    numberType: 'DPAN',
    cryptogram: memberText(payment, 'onlinePaymentCryptogram'),
    eci: optionalText(payment, 'eciIndicator'),
    holder: optionalText(content, 'cardholderName'),
    approved: approvedIn(content),
    content,
    // Signed at the latest this much ahead of now, and taken for as long after that.
    usableUntilMs: nowMs + 2 * SIGNING_TIME_TOLERANCE_MS,
  })
}

/** Minor units, and the number of their currency; there is neither where the shopper pays later. */
function approvedIn(content: JsonObject): Money | undefined {
  const names = ['transactionAmount', 'currencyCode']
  if (names.every((name) => memberOf(content, name) === undefined)) return undefined
  const minor = memberInteger(content, 'transactionAmount')
  must(minor >= 0, 'holds a transactionAmount below zero')
  const currency = currencyOfNumber(memberText(content, 'currencyCode'))
  if (currency === undefined) throw new UnusableToken('holds no currencyCode of ISO 4217')
  return { minor, currency }
}
