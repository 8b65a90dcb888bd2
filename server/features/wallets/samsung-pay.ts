import type { KeyObject } from 'node:crypto'
import { compactDecrypt, compactVerify, decodeProtectedHeader } from 'jose'
import type { JsonObject } from '../../../common/json-object.ts'
import { type Money, minorDigitsOf } from '../../../common/money.ts'
import { cardOfToken, type OpenedToken } from './card-of-token.ts'
import { ENCRYPTION, KEY_AGREEMENT, SIGNATURE } from './samsung-pay-format.ts'
import {
  memberObject,
  memberOf,
  memberText,
  memberTime,
  optionalText,
  readObject,
  readTokenObject,
} from './token-json.ts'
import { laterStep, must, step } from './unusable-token.ts'

/** What tokens of samsungPay are verified and decrypted with. */
export interface SamsungPayKeys {
  /** Signs what is inside. */
  readonly providerKey: KeyObject
  /** Names `privateKey` in headers (`kid`). */
  readonly keyId: string
  readonly privateKey: KeyObject
}

/** How old a token may be, or ahead by as much: it is made when the shopper confirms. */
export const TOKEN_AGE_TOLERANCE_MS = 5 * 60_000

/**
 * Decrypts a token and verifies what is inside: a JWE (RFC 7516) of a JWS (RFC 7515), as it is or in
 * the `paymentCredential` that carries it (`3DS.data`). Throws `UnusableToken`.
 *
 * Tokens of the provider itself use RSA for their key; ECDH-ES stands in for it, because the keys of
 * the simulated provider are derived and RSA keys cannot be.
 */
export async function decryptSamsungPay(
  token: string,
  keys: SamsungPayKeys,
  nowMs: number,
): Promise<OpenedToken> {
  const sealed = sealedText(token)
  const header = step('is no JWE: send it whole and unchanged', () => decodeProtectedHeader(sealed))
  must(header.alg === KEY_AGREEMENT && header.enc === ENCRYPTION, ALGORITHMS)
  must(header.kid === keys.keyId, 'was encrypted for another recipient (kid)')
  const signed = await laterStep('cannot be decrypted: it was altered', () =>
    compactDecrypt(sealed, keys.privateKey, {
      keyManagementAlgorithms: [KEY_AGREEMENT],
      contentEncryptionAlgorithms: [ENCRYPTION],
      maxDecompressedLength: 0,
    }),
  )
  const { payload } = await laterStep('holds a signature that does not fit', () =>
    compactVerify(signed.plaintext, keys.providerKey, { algorithms: [SIGNATURE] }),
  )
  const text = Buffer.from(payload).toString('utf8')
  return cardOfPayload(readObject(text, 'does not hold a JSON object'), nowMs)
}

const ALGORITHMS = `has another encryption than ${KEY_AGREEMENT} with ${ENCRYPTION}`

function sealedText(token: string): string {
  if (!token.trimStart().startsWith('{')) return token
  return memberText(memberObject(readTokenObject(token), '3DS'), 'data')
}

function cardOfPayload(payload: JsonObject, nowMs: number): OpenedToken {
  const madeAtMs = memberTime(payload, 'utc')
  const isRecent = Math.abs(nowMs - madeAtMs) <= TOKEN_AGE_TOLERANCE_MS
  must(isRecent, 'has expired: it was made more than five minutes from now (utc)')
  const expiry = memberText(payload, 'tokenPanExpiration')
  must(/^[0-9]{4}$/.test(expiry), 'holds no tokenPanExpiration')
  return cardOfToken({
    number: memberText(payload, 'tokenPAN'),
    expiryMonth: expiry.slice(0, 2),
    expiryYear: `20${expiry.slice(2)}`,
    numberType: 'DPAN',
    cryptogram: memberText(payload, 'cryptogram'),
    eci: optionalText(payload, 'eci_indicator'),
    approved: approvedIn(payload),
    content: payload,
    usableUntilMs: madeAtMs + TOKEN_AGE_TOLERANCE_MS,
  })
}

/** Minor units, written as digits, and the code of their currency. */
function approvedIn(payload: JsonObject): Money | undefined {
  const names = ['amount', 'currency_code']
  if (names.every((name) => memberOf(payload, name) === undefined)) return undefined
  const digits = memberText(payload, 'amount')
  must(/^[0-9]{1,15}$/.test(digits), 'holds no amount in digits')
  const currency = memberText(payload, 'currency_code')
  must(minorDigitsOf(currency) !== undefined, 'holds no currency_code of ISO 4217')
  return { minor: Number(digits), currency }
}
