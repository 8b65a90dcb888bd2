import type { GooglePayKeys } from './google-pay.ts'
import { PROTOCOL_VERSION } from './google-pay-format.ts'
import { keyOfSpki } from './p256.ts'
import { memberBytes, memberObjects, memberOf, memberTime, readObject } from './token-json.ts'

/** Google publishes two or three. */
const MAX_ROOT_KEYS = 100

/**
 * The root signing keys of ECv2 in the JSON that Google publishes for production
 * (`https://payments.developers.google.com/paymentmethodtoken/keys.json`): those of other versions are left
 * out. One without `keyExpiration` has no end. Throws where the text holds none that is valid at `nowMs`.
 */
export function readGoogleRootKeys(text: string, nowMs: number): GooglePayKeys['rootKeys'] {
  const file = readObject(text, 'is no JSON object')
  const keys = memberObjects(file, 'keys', MAX_ROOT_KEYS)
    .filter((key) => memberOf(key, 'protocolVersion') === PROTOCOL_VERSION)
    .map((key) => ({
      publicKey: keyOfSpki(memberBytes(key, 'keyValue')),
      expiresAtMs:
        memberOf(key, 'keyExpiration') === undefined
          ? Number.POSITIVE_INFINITY
          : memberTime(key, 'keyExpiration'),
    }))
  if (!keys.some(({ expiresAtMs }) => nowMs < expiresAtMs)) throw new Error('No key in force')
  return keys
}
