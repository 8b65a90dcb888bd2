import type { Conflict } from '../port.ts'
import type { PlannedSet } from './planned-set.ts'

/**
 * What the waves of one batch have made certain about versions: they only rise. A set that was
 * decided on an older one is refused without a transaction of its own. When 200 callers step one
 * payment at once, that is one transaction for each round of them and not 200.
 */
export class KnownVersions {
  readonly #atLeast = new Map<string, number>()

  /** To be told of every set that was applied. */
  learn({ guard }: PlannedSet): void {
    if (guard !== undefined) this.#atLeast.set(guard.key, guard.expectedVersion + 1)
  }

  /** The conflict that the set is certain to meet. */
  conflictOf({ guard }: PlannedSet): Conflict | undefined {
    if (guard === undefined) return undefined
    const version = this.#atLeast.get(guard.key)
    if (version === undefined || guard.expectedVersion >= version) return undefined
    return { applied: false, reason: 'version', at: 0 }
  }
}
