/**
 * The durable part of a memory store: one JSON text per applied change set, in order. A store that
 * is opened on the journal of another one continues from its state, as after a restart.
 */
export interface Journal {
  /**
   * Durable when it returns. If it throws, the set is not applied and the caller gets
   * `commit-failed`.
   */
  append(entry: string): void
  entries(): readonly string[]
}

export function createJournal(): Journal {
  const entries: string[] = []
  return {
    append: (entry) => {
      entries.push(entry)
    },
    entries: () => entries,
  }
}
