import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { type KeptNumberKey, LASTING_KEY_ID } from '../../store/port.ts'
import { seal, VaultError } from './aead.ts'
import type { DataKey } from './key-ring.ts'
import { type MasterKeys, unwrap } from './wrapping.ts'

const KEY_BYTES = 32
/** Written as hex digits. */
const ID_BYTES = 6

/** A key of card numbers, in memory only. */
export interface NumberKey {
  readonly id: string
  readonly periodFromMs: number
  /** Opens nothing once one of the two is destroyed; of each entity another one. */
  mixedWith(lasting: DataKey): KeyObject
}

/** What a key is wrapped by, and for. */
export interface Wrapping extends MasterKeys {
  /** The same in all copies of a database. */
  readonly installationId: string
}

/** A new key, and how it is kept. */
export function newNumberKey(
  periodFromMs: number,
  { masterKey, installationId }: Wrapping,
): { readonly key: NumberKey; readonly kept: KeptNumberKey } {
  const named = { id: randomBytes(ID_BYTES).toString('hex'), periodFromMs }
  const secret = randomBytes(KEY_BYTES)
  const kept = { ...named, wrapped: seal(masterKey, placeOf(named, installationId), secret) }
  return { key: numberKey(named, secret), kept }
}

/**
 * The key, and how it is to be kept: wrapped by the master key. `undefined`: it is of another master key, or of another
 * installation.
 */
export function unwrapped(
  wrapping: Wrapping,
  kept: KeptNumberKey,
): { readonly key: NumberKey; readonly kept: KeptNumberKey } | undefined {
  const place = placeOf(kept, wrapping.installationId)
  try {
    const { secret, isByOther } = unwrap(wrapping, place, kept.wrapped)
    const wrapped = isByOther ? seal(wrapping.masterKey, place, secret) : kept.wrapped
    return { key: numberKey(kept, secret), kept: { ...kept, wrapped } }
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/** Whether a key is wrapped by the other master key; one that neither opens is not. */
export function isNumberKeyUnderOther(wrapping: Wrapping, kept: KeptNumberKey): boolean {
  try {
    return unwrap(wrapping, placeOf(kept, wrapping.installationId), kept.wrapped).isByOther
  } catch {
    return false
  }
}

/** The id of the key that a number is sealed under, and what that key opens. */
export function partsOfSealed(sealed: string): { readonly keyId: string; readonly text: string } {
  const dot = sealed.indexOf('.')
  if (dot < 0) return { keyId: LASTING_KEY_ID, text: sealed }
  return { keyId: sealed.slice(0, dot), text: sealed.slice(dot + 1) }
}

function numberKey({ id, periodFromMs }: NamedKey, bytes: Buffer): NumberKey {
  const secret = createSecretKey(bytes)
  bytes.fill(0)
  const mixed = new Map<string, KeyObject>()
  return {
    id,
    periodFromMs,
    mixedWith(lasting) {
      const found = mixed.get(lasting.id)
      if (found !== undefined) return found
      const made = createHmac('sha256', secret).update(lasting.secret.export()).digest()
      const key = createSecretKey(made)
      mixed.set(lasting.id, key)
      return key
    },
  }
}

type NamedKey = Pick<KeptNumberKey, 'id' | 'periodFromMs'>

/** Binds a wrapped key to its period and installation: another one that has the same folder leaves it alone. */
function placeOf({ id, periodFromMs }: NamedKey, installationId: string): string {
  return ['number key', installationId, id, periodFromMs].join('\n')
}
