/** A key for what is sealed for minutes, wrapped by the master key. */
export interface ShortLivedKeyRow {
  readonly id: string
  /** From this time on nothing needs it, and nobody may keep it. */
  readonly endsAtMs: number
  readonly wrapped: string
}

/**
 * Where keys are stored that are to be destroyed soon: with the database, but in none of its logs, copies
 * and backups, because a log keeps what was deleted, and the master key opens it (PCI DSS 3.3.1). A crash
 * may lose them, and with them what was sealed.
 */
export interface ShortLivedKeys {
  all(): Promise<readonly ShortLivedKeyRow[]>
  /** Resolves when it is durable; nothing happens where it is there already. */
  add(row: ShortLivedKeyRow): Promise<void>
  /** Destroys all keys that have ended, so that no byte of them stays. */
  destroyEnded(nowMs: number): Promise<void>
}

/** Of a store in memory. */
export function createShortLivedKeys(): ShortLivedKeys {
  const rows = new Map<string, ShortLivedKeyRow>()
  return {
    all: async () => [...rows.values()],
    add: async (row) => {
      rows.set(row.id, row)
    },
    destroyEnded: async (nowMs) => {
      for (const { id, endsAtMs } of rows.values()) if (endsAtMs <= nowMs) rows.delete(id)
    },
  }
}
