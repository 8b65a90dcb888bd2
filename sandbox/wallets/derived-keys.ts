import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { CURVE, coordinatesOf } from '../../server/features/wallets/index.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'

/** A key of the simulated provider, or of the gateway as its customer. */
export interface KeyPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** Number of points of P-256 (SEC 2, 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * The key pair that an installation has under a name. All processes of the installation come to the
 * same one, and it is written nowhere. Twice the bits of the curve's order go in, so that no scalar
 * is likelier than another (FIPS 186-5, A.2.1).
 */
export function derivedKey(vault: Pick<Vault, 'keyedHash'>, name: string): KeyPair {
  const halves = ['1', '2'].map((half) => vault.keyedHash(`wallet provider ${name} ${half}`))
  const scalar = (BigInt(`0x${halves.join('')}`) % (ORDER - 1n)) + 1n
  const bytes = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH(CURVE)
  curve.setPrivateKey(bytes)
  const [x, y] = coordinatesOf(curve.getPublicKey())
  const key = { kty: 'EC', crv: 'P-256', x, y }
  return {
    privateKey: createPrivateKey({
      format: 'jwk',
      key: { ...key, d: bytes.toString('base64url') },
    }),
    publicKey: createPublicKey({ format: 'jwk', key }),
  }
}
