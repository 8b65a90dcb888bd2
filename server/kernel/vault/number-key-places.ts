import {
  type KeptNumberKey,
  LASTING_KEY_ID,
  type NumberKeyRow,
  type NumberKeys,
  type Store,
} from '../../store/port.ts'
import { VaultError } from './aead.ts'
import { type NumberKey, newNumberKey, unwrapped, type Wrapping } from './number-key.ts'
import type { Vault } from './vault.ts'

export interface PlaceParts extends Wrapping {
  readonly store: Pick<Store, 'read' | 'commit'>
  /** The last one is where a message says that a key is missing; new keys are written there first. */
  readonly places: readonly NumberKeys[]
}

export interface MissingKey {
  readonly row: NumberKeyRow
  /** Where it should be, for messages. */
  readonly name: string
}

/** The keys that all places have together, as a process knows them. */
export class PlacedNumberKeys {
  readonly #parts: PlaceParts
  readonly #known = new Map<string, NumberKey>()
  /** Ids of keys that nothing is sealed under any more. */
  #ended: ReadonlySet<string> = new Set()

  constructor(parts: PlaceParts) {
    this.#parts = parts
  }

  get(id: string): NumberKey | undefined {
    return this.#known.get(id)
  }

  /** Of several the one with the smallest id, so that processes that made one each soon agree. */
  ofPeriod(periodFromMs: number): NumberKey | undefined {
    return [...this.#known.values()]
      .filter((key) => key.periodFromMs === periodFromMs && !this.#ended.has(key.id))
      .sort((one, other) => (one.id < other.id ? -1 : 1))[0]
  }

  /**
   * Has every place hold the same keys, and destroys in each what the database says is destroyed. A key that the
   * database does not know is taken over: it is as it was before that key, and the key ends as any other.
   */
  async read(): Promise<void> {
    const { store, places } = this.#parts
    const rows = await store.read.numberKeys()
    const destroyed = new Set(rows.filter(isDestroyed).map(({ id }) => id))
    const registered = new Set(rows.map(({ id }) => id))
    this.#ended = new Set(rows.filter(({ endsAtMs }) => endsAtMs !== null).map(({ id }) => id))
    for (const id of destroyed) this.#known.delete(id)
    const contents = await Promise.all(places.map((place) => place.all()))
    const kept = new Map<string, KeptNumberKey>()
    for (const key of contents.flat()) {
      const mine = this.#known.get(key.id) ?? unwrapped(this.#parts, key)
      if (mine === undefined || destroyed.has(key.id)) continue
      if (!registered.has(key.id)) await this.#register(key)
      this.#known.set(key.id, mine)
      kept.set(key.id, key)
    }
    for (const [at, place] of places.entries()) {
      const ids = new Set(contents[at]?.map(({ id }) => id))
      for (const id of ids) if (destroyed.has(id)) await place.destroy(id)
      for (const key of kept.values()) if (!ids.has(key.id)) await place.add(key)
    }
  }

  /** Nothing is sealed under a key that is not durable wherever this process keeps it. */
  async make(periodFromMs: number): Promise<NumberKey> {
    const { key, kept } = newNumberKey(periodFromMs, this.#parts)
    for (const place of [...this.#parts.places].reverse()) await place.add(kept)
    await this.#register(kept)
    this.#known.set(key.id, key)
    return key
  }

  /** Reads them, and answers those that records need and no place has. Makes none. */
  async missing(): Promise<readonly MissingKey[]> {
    await this.read()
    const rows = await this.#parts.store.read.numberKeys()
    const ownPlace = this.#parts.places.at(-1)
    return rows
      .filter((row) => isNeeded(row) && !this.#known.has(row.id))
      .map((row) => ({ row, name: ownPlace?.nameOf(row.id) ?? row.id }))
  }

  /** A conflict: another process has done it. */
  async #register({ id, periodFromMs }: KeptNumberKey): Promise<void> {
    const row = { id, periodFromMs, endsAtMs: null, destroyedAtMs: null, version: 1 }
    await this.#parts.store.commit([{ kind: 'insertNumberKey', row }])
  }
}

/** Whether records may be sealed under a key that is kept outside of the database. */
function isNeeded({ id, endsAtMs }: NumberKeyRow): boolean {
  return id !== LASTING_KEY_ID && endsAtMs === null
}

/** Makes keys before they are needed. Rejects with a `VaultError`, and makes none, where some are missing. */
export async function prepareNumberKeys(
  vault: Pick<Vault, 'tendNumberKeys' | 'missingNumberKeys'>,
): Promise<void> {
  const missing = await vault.missingNumberKeys()
  if (missing.length === 0) {
    await vault.tendNumberKeys()
    return
  }
  throw new VaultError(
    `${missing.map(({ name }) => name).join(', ')}: missing, and card numbers in the database open with nothing else: bring back the folder number-keys from where its copy is kept; if it is lost, or the database is an old backup, tillgate numbers give-up deletes these numbers`,
  )
}

/** Whether no place may have it any more. */
export function isDestroyed({ destroyedAtMs }: NumberKeyRow): boolean {
  return destroyedAtMs !== null
}
