import {
  type KeptNumberKey,
  LASTING_KEY_ID,
  type NumberKeyRow,
  type NumberKeys,
  type Store,
} from '../../store/port.ts'
import {
  type NumberKey,
  newNumberKey,
  partsOfSealed,
  unwrapped,
  type Wrapping,
} from './number-key.ts'

export interface PlaceParts extends Wrapping {
  readonly store: Pick<Store, 'read' | 'commit'>
  /** The last one is where a message says that a key is missing; new keys are written there first. */
  readonly places: readonly NumberKeys[]
}

export interface MissingKey {
  readonly row: NumberKeyRow
  /** Where it should be, and why it cannot be used: `data/tillgate.db.number-keys/a1.key is missing`. */
  readonly fault: string
  /** How many card numbers open with nothing else. */
  readonly numbers: number
}

/** A key in memory, with what is kept of it. */
interface Known {
  readonly key: NumberKey
  readonly kept: KeptNumberKey
}

/** Records that are read together. */
const RECORDS_AT_ONCE = 500

/** The keys that all places have together, as a process knows them. */
export class PlacedNumberKeys {
  readonly #parts: PlaceParts
  readonly #known = new Map<string, Known>()
  /** Ids of keys that nothing is sealed under any more. */
  #ended: ReadonlySet<string> = new Set()
  readonly #rewritten: string[] = []

  constructor(parts: PlaceParts) {
    this.#parts = parts
  }

  get(id: string): NumberKey | undefined {
    return this.#known.get(id)?.key
  }

  /** Of several the one with the smallest id, so that processes that made one each soon agree. */
  ofPeriod(periodFromMs: number): NumberKey | undefined {
    return [...this.#known.values()]
      .map(({ key }) => key)
      .filter((key) => key.periodFromMs === periodFromMs && !this.#ended.has(key.id))
      .sort((one, other) => (one.id < other.id ? -1 : 1))[0]
  }

  /**
   * Has every place hold the same keys, and destroys in each what the database says is destroyed. A key that the
   * database does not know is taken over: it is as it was before that key, and the key ends as any other. A key
   * that this process knows and a place has no more is written again (`takeRewritten`).
   */
  async read(): Promise<void> {
    const { places } = this.#parts
    const before = new Map(this.#known)
    const rows = await this.#readRows()
    const contents = await Promise.all(places.map((place) => place.all()))
    const kept = new Map<string, Candidate>()
    for (const key of contents.flat()) {
      const mine = this.#whole(key)
      if (mine === undefined || rows.destroyed.has(key.id)) continue
      if (!rows.registered.has(key.id)) await this.#register(key)
      const isStored = mine.kept.wrapped === key.wrapped
      const before = kept.get(key.id)
      if (before !== undefined && !isPreferred({ ...mine.kept, isStored }, before)) continue
      this.#known.set(key.id, mine)
      kept.set(key.id, { ...mine.kept, isStored })
    }
    for (const key of await this.#inNoPlace(before, kept)) {
      kept.set(key.id, { ...key, isStored: false })
    }
    for (const [at, place] of places.entries()) {
      const found = new Map(contents[at]?.map((key) => [key.id, key.wrapped]))
      const whole = new Set(contents[at]?.filter((key) => this.#whole(key)).map(({ id }) => id))
      for (const id of found.keys()) if (rows.destroyed.has(id)) await place.destroy(id)
      for (const key of kept.values()) {
        if (found.get(key.id) === key.wrapped) continue
        await place.add({ id: key.id, periodFromMs: key.periodFromMs, wrapped: key.wrapped })
        const isOwn = at === places.length - 1
        // One that is whole is only wrapped anew, or as in another place.
        if (isOwn && before.has(key.id) && !whole.has(key.id)) {
          this.#rewritten.push(place.nameOf(key.id))
        }
      }
    }
  }

  /** Where keys were gone or damaged since the last call, and were written again. */
  takeRewritten(): readonly string[] {
    return this.#rewritten.splice(0)
  }

  async #readRows() {
    const rows = await this.#parts.store.read.numberKeys()
    const destroyed = new Set(rows.filter(isDestroyed).map(({ id }) => id))
    this.#ended = new Set(rows.filter(({ endsAtMs }) => endsAtMs !== null).map(({ id }) => id))
    for (const id of destroyed) this.#known.delete(id)
    return { destroyed, registered: new Set(rows.map(({ id }) => id)) }
  }

  /** The key that a place has, where it is the one that this process knows, or opens. */
  #whole(kept: KeptNumberKey): Known | undefined {
    const known = this.#known.get(kept.id)
    if (known?.kept.wrapped === kept.wrapped && known.kept.periodFromMs === kept.periodFromMs)
      return known
    return unwrapped(this.#parts, kept)
  }

  /** Rows are read again: another process may have destroyed a key since they were read. */
  async #inNoPlace(
    before: ReadonlyMap<string, Known>,
    found: ReadonlyMap<string, KeptNumberKey>,
  ): Promise<readonly KeptNumberKey[]> {
    const gone = [...before.keys()].filter((id) => !found.has(id))
    if (gone.length > 0) await this.#readRows()
    return gone.flatMap((id) => this.#known.get(id)?.kept ?? [])
  }

  /** Nothing is sealed under a key that is not durable wherever this process keeps it. */
  async make(periodFromMs: number): Promise<NumberKey> {
    const { key, kept } = newNumberKey(periodFromMs, this.#parts)
    for (const place of [...this.#parts.places].reverse()) await place.add(kept)
    await this.#register(kept)
    this.#known.set(key.id, { key, kept })
    return key
  }

  /** Reads them, and answers those that card numbers need and no place has. Makes none. */
  async missing(): Promise<readonly MissingKey[]> {
    await this.read()
    const rows = await this.#parts.store.read.numberKeys()
    const unknown = rows.filter((row) => isNeeded(row) && !this.#known.has(row.id))
    if (unknown.length === 0) return []
    const numbers = await this.#countNumbers(new Set(unknown.map(({ id }) => id)))
    const missing: MissingKey[] = []
    for (const row of unknown) {
      const count = numbers.get(row.id)
      // Such as that of the next period: another one is made.
      if (count === undefined) continue
      missing.push({ row, fault: await this.#faultOf(row.id), numbers: count })
    }
    return missing
  }

  async #faultOf(id: string): Promise<string> {
    const place = this.#parts.places.at(-1)
    return place === undefined ? id : `${place.nameOf(id)} ${await place.faultOf(id)}`
  }

  /** How many numbers are sealed under each of some keys; it reads every record. */
  async #countNumbers(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>()
    let afterId = ''
    for (;;) {
      const records = await this.#parts.store.read.vaultRecordsAfter(afterId, RECORDS_AT_ONCE)
      for (const { sealed } of records) {
        const { keyId } = partsOfSealed(sealed)
        if (ids.has(keyId)) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
      }
      afterId = records.at(-1)?.id ?? afterId
      if (records.length < RECORDS_AT_ONCE) return counts
    }
  }

  /** A conflict: another process has done it. */
  async #register({ id, periodFromMs }: KeptNumberKey): Promise<void> {
    const row = { id, periodFromMs, endsAtMs: null, destroyedAtMs: null, version: 1 }
    await this.#parts.store.commit([{ kind: 'insertNumberKey', row }])
  }
}

/** A way of keeping a key that all places may have. */
interface Candidate extends KeptNumberKey {
  /** A place has it so; else it was wrapped anew just now. */
  readonly isStored: boolean
}

/** What is stored so goes first; of two such the smaller one, so that processes agree. */
function isPreferred(one: Candidate, before: Candidate): boolean {
  if (one.isStored !== before.isStored) return one.isStored
  return one.wrapped < before.wrapped
}

/** Whether records may be sealed under a key that is kept outside of the database. */
function isNeeded({ id, endsAtMs }: NumberKeyRow): boolean {
  return id !== LASTING_KEY_ID && endsAtMs === null
}

/** Whether no place may have it any more. */
export function isDestroyed({ destroyedAtMs }: NumberKeyRow): boolean {
  return destroyedAtMs !== null
}
