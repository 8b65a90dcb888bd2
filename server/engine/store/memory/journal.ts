/**
 * What outlives a memory store: one JSON text per applied change set, in order. A store opened on the
 * journal of another starts where that one ended, as after a restart.
 */
export interface Journal {
  /** Durable when it returns. Throws: the set is not applied and its caller hears `commit-failed`. */
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
