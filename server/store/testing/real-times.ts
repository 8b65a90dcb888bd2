import type { ChangeSet, Store } from '../port.ts'

/**
 * The store for tests of an engine: throws where a test gives it a time that fits in 32 bits. Such
 * times hide columns and parameters that are too small for real ones (R-FIX-1).
 */
export function withRealTimes(store: Store): Store {
  return {
    ...store,
    commit: (changes) => {
      assertRealTimes(changes)
      return store.commit(changes)
    },
  }
}

function assertRealTimes(changes: ChangeSet): void {
  JSON.stringify(changes, (name, value: unknown) => {
    if (name.endsWith('Ms') && isSmallTime(value)) {
      throw new Error(`${name} of ${value} is no time of this century: use timeAt(${value})`)
    }
    return value
  })
}

/** What is no time at all is for the engine to refuse. */
function isSmallTime(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31
}
