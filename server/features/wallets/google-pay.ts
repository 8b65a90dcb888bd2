import { createDecipheriv, createHmac, type KeyObject, verify } from 'node:crypto'
import type { JsonObject } from '../../../common/json-object.ts'
import { areEqual } from '../../kernel/equal-secrets.ts'
import { cardOfToken, type OpenedToken } from './card-of-token.ts'
import {
  bytesOfSignedKey,
  bytesOfSignedMessage,
  COUNTER_START,
  messageKeys,
  PROTOCOL_VERSION,
} from './google-pay-format.ts'
import { keyOfPoint, keyOfSpki, sharedSecret } from './p256.ts'
import {
  memberBytes,
  memberInteger,
  memberObject,
  memberOf,
  memberText,
  memberTexts,
  memberTime,
  optionalText,
  readBytes,
  readObject,
  readTokenObject,
} from './token-json.ts'
import { must, step } from './unusable-token.ts'

/** What tokens of googlePay are verified and decrypted with. */
export interface GooglePayKeys {
  /** Keys that sign intermediate keys, each until its end in milliseconds. */
  readonly rootKeys: readonly { readonly publicKey: KeyObject; readonly expiresAtMs: number }[]
  /** Whom tokens are made for: `gateway:` with the gateway's name, or `merchant:` with an id. */
  readonly recipientId: string
  readonly privateKey: KeyObject
}

/** Root keys change now and then; while they do, an intermediate key is signed by each of them. */
const MAX_KEY_SIGNATURES = 10

/**
 * The card of a token of the scheme ECv2. Throws `UnusableToken`.
 *
 * A message that names a `gatewayMerchantId` was made for a merchant of some gateway; tokens for a
 * recipient of ours name none (tokenization `DIRECT`).
 */
export function decryptGooglePay(token: string, keys: GooglePayKeys, nowMs: number): OpenedToken {
  const message = readObject(openGooglePay(token, keys, nowMs), 'does not hold a JSON object')
  must(nowMs < memberTime(message, 'messageExpiration'), 'has expired (messageExpiration)')
  const isDirect = memberOf(message, 'gatewayMerchantId') === undefined
  must(isDirect, 'was made for a merchant of a gateway (gatewayMerchantId): ask for DIRECT tokens')
  return cardOfMessage(message)
}

/**
 * The message of a token, verified and decrypted in the order of "Payment data cryptography for merchants":
 * nothing is decrypted before both signatures hold. Throws `UnusableToken`.
 */
export function openGooglePay(token: string, keys: GooglePayKeys, nowMs: number): string {
  const object = readTokenObject(token)
  const isVersion = memberText(object, 'protocolVersion') === PROTOCOL_VERSION
  must(isVersion, `has another protocolVersion than ${PROTOCOL_VERSION}`)
  const intermediateKey = verifiedIntermediateKey(object, keys, nowMs)
  const signedMessage = memberText(object, 'signedMessage')
  const signed = bytesOfSignedMessage(keys.recipientId, signedMessage)
  const signature = memberBytes(object, 'signature')
  const signer = step('has an intermediate key that is no key of P-256', () =>
    keyOfSpki(intermediateKey),
  )
  must(isSigned(signed, signer, signature), MESSAGE_SIGNATURE)
  return decryptedMessage(signedMessage, keys)
}

const MESSAGE_SIGNATURE =
  'has a signature that does not fit its signedMessage: it was altered, or made for another recipient'

/** SubjectPublicKeyInfo of the key that signs messages, itself signed by a root key that is valid now. */
function verifiedIntermediateKey(token: JsonObject, keys: GooglePayKeys, nowMs: number): Buffer {
  const intermediate = memberObject(token, 'intermediateSigningKey')
  const signedKey = memberText(intermediate, 'signedKey')
  const signatures = memberTexts(intermediate, 'signatures', MAX_KEY_SIGNATURES).map((text) =>
    readBytes(text, 'signatures', 'base64'),
  )
  const signed = bytesOfSignedKey(signedKey)
  const roots = keys.rootKeys.filter(({ expiresAtMs }) => nowMs < expiresAtMs)
  const isVouchedFor = roots.some(({ publicKey }) =>
    signatures.some((signature) => isSigned(signed, publicKey, signature)),
  )
  must(isVouchedFor, 'has an intermediateSigningKey that no root key has signed')
  const key = readObject(signedKey, 'has a signedKey that is no JSON object')
  must(nowMs < memberTime(key, 'keyExpiration'), 'has expired (keyExpiration)')
  return memberBytes(key, 'keyValue')
}

function isSigned(signed: Buffer, key: Parameters<typeof verify>[2], signature: Buffer): boolean {
  return step('has a signature that cannot be read', () => verify('sha256', signed, key, signature))
}

/** Decrypts a message whose signature holds; its tag is compared before a byte of it is used. */
function decryptedMessage(signedMessage: string, { privateKey }: GooglePayKeys): string {
  const sealed = readObject(signedMessage, 'has a signedMessage that is no JSON object')
  const point = memberBytes(sealed, 'ephemeralPublicKey')
  const encrypted = memberBytes(sealed, 'encryptedMessage')
  const tag = memberBytes(sealed, 'tag')
  const secret = step('has an ephemeralPublicKey that is no point of P-256', () =>
    sharedSecret(privateKey, keyOfPoint(point)),
  )
  const { encryption, authentication } = messageKeys(point, secret)
  const expected = createHmac('sha256', authentication).update(encrypted).digest()
  must(areEqual(tag, expected), 'cannot be decrypted: it was encrypted for another key')
  const cipher = createDecipheriv('aes-256-ctr', encryption, COUNTER_START)
  return Buffer.concat([cipher.update(encrypted), cipher.final()]).toString('utf8')
}

function cardOfMessage(message: JsonObject): OpenedToken {
  must(memberText(message, 'paymentMethod') === 'CARD', 'holds no card (paymentMethod)')
  const details = memberObject(message, 'paymentMethodDetails')
  const method = memberText(details, 'authMethod')
  const isOfDevice = method === 'CRYPTOGRAM_3DS'
  must(isOfDevice || method === 'PAN_ONLY', 'has an unknown authMethod')
  return cardOfToken({
    number: memberText(details, 'pan'),
    expiryMonth: String(memberInteger(details, 'expirationMonth')).padStart(2, '0'),
    expiryYear: String(memberInteger(details, 'expirationYear')),
    numberType: isOfDevice ? 'DPAN' : 'PAN',
    // Beside the number of the card itself they would prove nothing, and 3-D Secure would be left out.
    ...(isOfDevice && {
      cryptogram: optionalText(details, 'cryptogram'),
      eci: optionalText(details, 'eciIndicator'),
    }),
    content: message,
    usableUntilMs: memberTime(message, 'messageExpiration'),
  })
}
