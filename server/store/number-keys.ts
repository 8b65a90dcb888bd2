/** A key for card numbers, wrapped by the master key. */
export interface KeptNumberKey {
  readonly id: string
  /** When the period begins whose numbers it seals, in milliseconds since 1970. */
  readonly periodFromMs: number
  readonly wrapped: string
}

/**
 * A place that has the keys of card numbers: with the database, but in none of its logs, copies and
 * backups, because what was deleted must not be opened from them (R-GONE-1).
 */
export interface NumberKeys {
  /** The place, for messages. */
  readonly name: string
  /** Every whole key. What is torn, empty or cannot be read is none (`faultOf`). */
  all(): Promise<readonly KeptNumberKey[]>
  /** Resolves when it is durable. Replaces what is there under its id, unless that is the same key. */
  add(key: KeptNumberKey): Promise<void>
  /** Destroys a key, so that no byte of it stays; nothing happens where it is not there. */
  destroy(id: string): Promise<void>
  /** Where a key is or should be, for messages. */
  nameOf(id: string): string
  /** Why a key that should be there cannot be used, as the end of a sentence: `is missing`, `is empty`. */
  faultOf(id: string): Promise<string>
  /** Removes what a crash has left of keys that were being written; to be called at a start. */
  removeDrafts(): Promise<void>
}

/** A place cannot be read or written: the message names it, what is wrong and the likely fix. */
export class NumberKeyPlaceError extends Error {
  override readonly name = 'NumberKeyPlaceError'
}

/** Of a store in memory. */
export function createNumberKeys(): NumberKeys {
  const kept = new Map<string, KeptNumberKey>()
  return {
    name: 'memory',
    all: async () => [...kept.values()],
    add: async (key) => {
      kept.set(key.id, key)
    },
    destroy: async (id) => {
      kept.delete(id)
    },
    nameOf: (id) => `key ${id} in memory`,
    faultOf: async () => 'is missing',
    removeDrafts: async () => {},
  }
}
