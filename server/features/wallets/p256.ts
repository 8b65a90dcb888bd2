import { createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'

/** The curve of all three wallets, as OpenSSL names it; others call it P-256 and secp256r1. */
export const CURVE = 'prime256v1'

const COORDINATE_BYTES = 32
const UNCOMPRESSED = 0x04

/** A public key from its point, uncompressed. Throws for a point that is not on the curve. */
export function keyOfPoint(point: Buffer): KeyObject {
  if (point.length !== 1 + 2 * COORDINATE_BYTES || point[0] !== UNCOMPRESSED) {
    throw new Error('Not an uncompressed point of P-256')
  }
  const [x, y] = coordinatesOf(point)
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
}

/** The two coordinates of an uncompressed point, base64url. */
export function coordinatesOf(point: Buffer): readonly [x: string, y: string] {
  const x = point.subarray(1, 1 + COORDINATE_BYTES)
  return [x.toString('base64url'), point.subarray(1 + COORDINATE_BYTES).toString('base64url')]
}

/** The uncompressed point of a public key. */
export function pointOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([UNCOMPRESSED]),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ])
}

/**
 * A public key from its SubjectPublicKeyInfo (DER). Throws for another curve: a point on a weak one
 * would tell of the private key that is multiplied with it.
 */
export function keyOfSpki(der: Buffer): KeyObject {
  const key = createPublicKey({ format: 'der', type: 'spki', key: der })
  assertKeyOfP256(key)
  return key
}

/** Throws for a key of another kind or curve. */
export function assertKeyOfP256(key: KeyObject): void {
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== CURVE) {
    throw new Error('Not a key of P-256')
  }
}

/** SubjectPublicKeyInfo (DER) of a public key. */
export function spkiOf(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' })
}

/** The shared x coordinate of a Diffie-Hellman agreement. */
export function sharedSecret(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  return diffieHellman({ privateKey, publicKey })
}
