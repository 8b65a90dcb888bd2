import type { NumberKeys, Store } from '../../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { dataKeyAnew } from './key-ring.ts'
import { isNumberKeyUnderOther } from './number-key.ts'
import { isUnderOther } from './short-lived-ring.ts'
import { openVault } from './vault.ts'
import type { MasterKeys } from './wrapping.ts'

interface RotationParts extends MasterKeys {
  readonly store: Store
  readonly clock: Clock
  /** For messages. */
  readonly masterKeyName?: string
  /** See `openVault`. */
  readonly numberKeyFolder?: NumberKeys | undefined
}

/** What is still wrapped by the other master key. */
export interface KeysLeft {
  readonly dataKeys: number
  /** Of card numbers, in the places that this process reaches. */
  readonly numberKeys: number
  readonly shortLivedKeys: number
  /** When the last of the short-lived ones ends; `undefined`: there is none. */
  readonly lastEndsAtMs: number | undefined
}

/** Keys whose rows are counted out between two calls of `onProgress`. */
const TOLD_EACH = 1_000

/**
 * Wraps every lasting key by the master key that the other one wraps now, each by a commit of its own: stopped at any
 * point, the next call goes on, and every key opens meanwhile. Short-lived keys are left to their end. Answers how many
 * data keys were wrapped anew. Rejects with a `VaultError` where neither master key opens a key.
 */
export async function rotateMasterKey(
  parts: RotationParts,
  onProgress: (done: number, of: number) => void,
): Promise<number> {
  const { store } = parts
  const vault = await openVault(parts)
  const rows = await store.read.vaultKeys()
  let wrappedAnew = 0
  for (const [at, row] of rows.entries()) {
    const wrapped = dataKeyAnew(parts, row)
    if (wrapped !== undefined) {
      const change = { id: row.id, expectedWrapped: row.wrapped, wrapped }
      // A conflict: another process has done the same.
      const { applied } = await store.commit([{ kind: 'rewrapVaultKey', ...change }])
      if (applied) wrappedAnew += 1
    }
    if ((at + 1) % TOLD_EACH === 0) onProgress(at + 1, rows.length)
  }
  // Reading the places wraps what they have.
  await vault.missingNumberKeys()
  return wrappedAnew
}

/** What no process could open any more without the other master key. Reads everything anew. */
export async function keysUnderOther(parts: RotationParts): Promise<KeysLeft> {
  const { store, numberKeyFolder } = parts
  const rows = await store.read.vaultKeys()
  const installationId = rows.find(({ purpose }) => purpose === 'fingerprint')?.id ?? ''
  const places = [store.numberKeys, ...(numberKeyFolder === undefined ? [] : [numberKeyFolder])]
  const numberKeys = (await Promise.all(places.map((place) => place.all()))).flat()
  const shortLived = (await store.shortLivedKeys.all()).filter((row) => isUnderOther(parts, row))
  return {
    dataKeys: rows.filter((row) => dataKeyAnew(parts, row) !== undefined).length,
    numberKeys: numberKeys.filter((kept) =>
      isNumberKeyUnderOther({ ...parts, installationId }, kept),
    ).length,
    shortLivedKeys: shortLived.length,
    lastEndsAtMs:
      shortLived.length === 0 ? undefined : Math.max(...shortLived.map(({ endsAtMs }) => endsAtMs)),
  }
}
