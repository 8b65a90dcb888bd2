import { hkdfSync } from 'node:crypto'

/** Google Pay, "Payment data cryptography for merchants": the scheme ECv2. */
export const PROTOCOL_VERSION = 'ECv2'
const SENDER_ID = 'Google'

const KEY_BYTES = 32

/** AES-256-CTR starts from zero: every message has a key of its own. */
export const COUNTER_START = Buffer.alloc(16)

/** What a root key signs to certify an intermediate key. */
export function bytesOfSignedKey(signedKey: string): Buffer {
  return lengthPrefixed([SENDER_ID, PROTOCOL_VERSION, signedKey])
}

/** What an intermediate key signs: a message for one recipient. */
export function bytesOfSignedMessage(recipientId: string, signedMessage: string): Buffer {
  return lengthPrefixed([SENDER_ID, recipientId, PROTOCOL_VERSION, signedMessage])
}

/** Each part behind its length in bytes, four of them, little-endian: no two lists look the same. */
function lengthPrefixed(parts: readonly string[]): Buffer {
  const pieces = parts.flatMap((part) => {
    const bytes = Buffer.from(part, 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return [length, bytes]
  })
  return Buffer.concat(pieces)
}

/**
 * The keys of one message (ECIES-KEM, ISO/IEC 18033-2: the ephemeral key goes into the derivation).
 *
 * @param ephemeralPoint Uncompressed.
 */
export function messageKeys(
  ephemeralPoint: Buffer,
  secret: Buffer,
): { readonly encryption: Buffer; readonly authentication: Buffer } {
  const material = Buffer.concat([ephemeralPoint, secret])
  const keys = Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), SENDER_ID, 2 * KEY_BYTES))
  return { encryption: keys.subarray(0, KEY_BYTES), authentication: keys.subarray(KEY_BYTES) }
}
