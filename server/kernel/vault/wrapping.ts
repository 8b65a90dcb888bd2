import { open, seal } from './aead.ts'

/** The master key, and a second one that opens too while the first one replaces it (PCI DSS 3.7.4). */
export interface MasterKeys {
  /** 32 bytes. It wraps keys and nothing else, and never enters the store. */
  readonly masterKey: Buffer
  /** Wraps nothing. */
  readonly otherMasterKey?: Buffer | undefined
}

/** A key as one of the master keys opens it. */
export interface Unwrapped {
  readonly secret: Buffer
  /** It is not wrapped by the master key yet. */
  readonly isByOther: boolean
}

/** Opens a wrapped key. Throws a `VaultError` where neither master key opens it for this place. */
export function unwrap(
  { masterKey, otherMasterKey }: MasterKeys,
  place: string,
  wrapped: string,
): Unwrapped {
  try {
    return { secret: open(masterKey, place, wrapped), isByOther: false }
  } catch (error) {
    if (otherMasterKey === undefined) throw error
    return { secret: open(otherMasterKey, place, wrapped), isByOther: true }
  }
}

/**
 * The same key wrapped by the master key; `undefined`: it is already. Throws a `VaultError` where neither master key
 * opens it.
 */
export function wrappedAnew(keys: MasterKeys, place: string, wrapped: string): string | undefined {
  const { secret, isByOther } = unwrap(keys, place, wrapped)
  const anew = isByOther ? seal(keys.masterKey, place, secret) : undefined
  secret.fill(0)
  return anew
}
