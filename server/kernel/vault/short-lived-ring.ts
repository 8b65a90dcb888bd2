import { createSecretKey, randomBytes } from 'node:crypto'
import { HOUR_MS } from '../../../common/durations.ts'
import type { ShortLivedKeyRow, ShortLivedKeys } from '../../store/port.ts'
import { newObjectId } from '../ids.ts'
import type { Clock } from '../timers/clock.ts'
import { seal } from './aead.ts'
import type { DataKey } from './key-ring.ts'
import { type MasterKeys, unwrap } from './wrapping.ts'

/** What ends within the same hour is sealed under the same key. */

const KEY_BYTES = 32

/**
 * Keys for what is sealed for minutes. A key is made for what ends within one hour, and destroyed after
 * that hour: a copy of what was sealed, in the log of the database or in a backup, can then be opened by
 * nobody.
 */
export interface ShortLivedRing {
  /** A key that exists until the given time, and for an hour more at most. */
  obtain(untilMs: number): Promise<DataKey>
  /** `undefined`: it was destroyed, or lost by a crash of the database. */
  find(id: string): Promise<DataKey | undefined>
  /** To be called again and again. Keys that the database has lost are stored again. */
  destroyEnded(): Promise<void>
}

interface ShortLivedRingParts extends MasterKeys {
  readonly keys: ShortLivedKeys
  readonly clock: Pick<Clock, 'now'>
}

interface KnownKey {
  readonly row: ShortLivedKeyRow
  readonly key: DataKey
}

export function createShortLivedRing({
  keys,
  clock,
  ...masterKeys
}: ShortLivedRingParts): ShortLivedRing {
  const known = new Map<string, KnownKey>()
  const pending = new Map<number, Promise<DataKey>>()
  let isRead = false

  /** Keys of other processes, and of this one before its start. */
  async function readAll(): Promise<void> {
    for (const row of await keys.all()) {
      if (known.has(row.id)) continue
      const key = unwrapped(masterKeys, row)
      if (key !== undefined) known.set(row.id, { row, key })
    }
    isRead = true
  }

  async function make(endsAtMs: number): Promise<DataKey> {
    const named = { id: newObjectId(clock.now()), endsAtMs }
    const secret = randomBytes(KEY_BYTES)
    const row = { ...named, wrapped: seal(masterKeys.masterKey, placeOf(named), secret) }
    await keys.add(row)
    const key = { id: row.id, secret: createSecretKey(secret) }
    secret.fill(0)
    known.set(row.id, { row, key })
    return key
  }

  const ofEnd = (endsAtMs: number): DataKey | undefined => {
    for (const { row, key } of known.values()) if (row.endsAtMs === endsAtMs) return key
    return undefined
  }

  async function obtained(endsAtMs: number): Promise<DataKey> {
    if (!isRead) await readAll()
    return ofEnd(endsAtMs) ?? make(endsAtMs)
  }

  return {
    async obtain(untilMs) {
      const endsAtMs = (Math.floor(untilMs / HOUR_MS) + 1) * HOUR_MS
      const found = ofEnd(endsAtMs) ?? pending.get(endsAtMs)
      if (found !== undefined) return found
      const making = obtained(endsAtMs)
      pending.set(endsAtMs, making)
      try {
        return await making
      } finally {
        // Also after a failure, so that the next caller tries again.
        pending.delete(endsAtMs)
      }
    },

    async find(id) {
      if (!known.has(id)) await readAll()
      const found = known.get(id)
      return found !== undefined && found.row.endsAtMs > clock.now() ? found.key : undefined
    },

    async destroyEnded() {
      const nowMs = clock.now()
      for (const [id, { row }] of known) {
        if (row.endsAtMs <= nowMs) known.delete(id)
        else await keys.add(row)
      }
      await keys.destroyEnded(nowMs)
    },
  }
}

/** A key of another master key opens nothing any more: the ring of lasting keys reports that at the start. */
function unwrapped(masterKeys: MasterKeys, row: ShortLivedKeyRow): DataKey | undefined {
  try {
    const { secret } = unwrap(masterKeys, placeOf(row), row.wrapped)
    return { id: row.id, secret: createSecretKey(secret) }
  } catch {
    return undefined
  }
}

/** Whether a key is wrapped by the other master key, and is needed until its end. */
export function isUnderOther(masterKeys: MasterKeys, row: ShortLivedKeyRow): boolean {
  try {
    return unwrap(masterKeys, placeOf(row), row.wrapped).isByOther
  } catch {
    return false
  }
}

/** Binds a wrapped key to its end: it cannot be given a later one. */
function placeOf({ id, endsAtMs }: Pick<ShortLivedKeyRow, 'id' | 'endsAtMs'>): string {
  return ['short-lived key', id, endsAtMs].join('\n')
}
