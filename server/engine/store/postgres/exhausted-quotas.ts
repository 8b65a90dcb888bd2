import type { Conflict, QuotaRow } from '../port.ts'
import type { PlannedSet } from './planned-set.ts'
import { quotaKey } from './row-keys.ts'

/**
 * Quotas that a set of the batch was refused by: who wants no less, of no more, is refused without a
 * transaction of its own. A caller who asks far too often costs one for each batch and not for each
 * request.
 */
export class ExhaustedQuotas {
  readonly #refused = new Map<string, QuotaRow>()

  /** To be told of every set whose first change the limit refused. */
  learn({ taken }: PlannedSet): void {
    if (taken !== undefined) this.#refused.set(quotaKey(taken), taken)
  }

  /** To be told of every set that was applied: one that deletes a quota lets it begin anew. */
  forget({ changed }: PlannedSet): void {
    if (this.#refused.size > 0) for (const key of changed) this.#refused.delete(key)
  }

  /** The conflict that the set is certain to meet. */
  conflictOf({ taken }: PlannedSet): Conflict | undefined {
    const refused = taken && this.#refused.get(quotaKey(taken))
    if (refused === undefined || taken === undefined) return undefined
    if (taken.used < refused.used || taken.most > refused.most) return undefined
    return { applied: false, reason: 'limit', at: 0 }
  }
}
