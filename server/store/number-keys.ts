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
  all(): Promise<readonly KeptNumberKey[]>
  /** Resolves when it is durable; nothing happens where it is there already. */
  add(key: KeptNumberKey): Promise<void>
  /** Destroys a key, so that no byte of it stays; nothing happens where it is not there. */
  destroy(id: string): Promise<void>
  /** Where a key is or should be, for messages. */
  nameOf(id: string): string
}

/** Of a store in memory. */
export function createNumberKeys(): NumberKeys {
  const kept = new Map<string, KeptNumberKey>()
  return {
    all: async () => [...kept.values()],
    add: async (key) => {
      kept.set(key.id, key)
    },
    destroy: async (id) => {
      kept.delete(id)
    },
    nameOf: (id) => `key ${id} in memory`,
  }
}
