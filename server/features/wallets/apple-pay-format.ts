import { createHash } from 'node:crypto'

/** Apple Pay, "Payment token format reference": tokens of the version EC_v1. */
export const VERSION = 'EC_v1'

/** Extensions that mark the purpose of a certificate; only their presence counts. */
export const LEAF_MARKER = '1.2.840.113635.100.6.29'
export const INTERMEDIATE_MARKER = '1.2.840.113635.100.6.2.14'

export const CIPHER = 'aes-256-gcm'
export const TAG_BYTES = 16
export const TRANSACTION_ID_BYTES = 32
/** Zero, because every token has a key of its own. */
export const IV = Buffer.alloc(16)

/** What the signature of a token is made over: its parts, decoded, one after the other. */
export interface SignedParts {
  /** SubjectPublicKeyInfo. */
  readonly ephemeralPublicKey: Buffer
  /** Encrypted, with its tag. */
  readonly data: Buffer
  readonly transactionId: Buffer
  /** Hash of data that the merchant's app has put in. */
  readonly applicationData?: Buffer | undefined
}

export function bytesOfSignedParts(parts: SignedParts): Buffer {
  const { ephemeralPublicKey, data, transactionId, applicationData } = parts
  return Buffer.concat([
    ephemeralPublicKey,
    data,
    transactionId,
    applicationData ?? Buffer.alloc(0),
  ])
}

/** How a token names the merchant's key: SHA-256 of its SubjectPublicKeyInfo. */
export function hashOfKey(spki: Buffer): Buffer {
  return createHash('sha256').update(spki).digest()
}

/**
 * The key of one token: the concatenation derivation of NIST SP 800-56A, 5.8.1, with SHA-256, in one
 * round. The name of the algorithm stands behind its length; the other two parts have none.
 */
export function tokenKey(secret: Buffer, merchantId: string): Buffer {
  return createHash('sha256')
    .update(Buffer.from([0, 0, 0, 1]))
    .update(secret)
    .update('\x0did-aes256-GCM', 'latin1')
    .update('Apple', 'latin1')
    .update(createHash('sha256').update(merchantId).digest())
    .digest()
}
