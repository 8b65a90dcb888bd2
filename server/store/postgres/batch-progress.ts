import type { SetResult } from '../group-committer.ts'
import type { Conflict, QuotaRow } from '../port.ts'
import type { PlannedSet } from './planned-set.ts'
import { quotaKey } from './row-keys.ts'

/**
 * The outcomes of the sets of one batch so far, and the conflicts of other sets that follow from
 * them.
 */
export class BatchProgress {
  readonly #outcomes = new Map<PlannedSet, SetResult>()
  readonly #versions = new KnownVersions()
  readonly #quotas = new ExhaustedQuotas()

  outcomeOf(set: PlannedSet): SetResult | undefined {
    return this.#outcomes.get(set)
  }

  settle(set: PlannedSet, outcome: SetResult): void {
    this.#outcomes.set(set, outcome)
    if (!('applied' in outcome)) return
    if (outcome.applied) {
      this.#versions.learn(set)
      this.#quotas.forget(set)
    } else if (outcome.reason === 'limit' && outcome.at === 0) {
      this.#quotas.learn(set)
    }
  }

  /** Settles a set that is certain to meet a conflict, without a transaction for it. */
  isRefused(set: PlannedSet): boolean {
    const conflict = this.#versions.conflictOf(set) ?? this.#quotas.conflictOf(set)
    if (conflict !== undefined) this.#outcomes.set(set, conflict)
    return conflict !== undefined
  }
}

/**
 * The versions that are known from the waves of one batch. Versions only rise, so a set that was
 * decided on an older version is refused without a transaction of its own. If 200 callers step one
 * payment at the same time, each round needs one transaction and not 200.
 */
class KnownVersions {
  readonly #atLeast = new Map<string, number>()

  /** Call it with every set that was applied. */
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

/**
 * Quotas that refused a set of the batch. A later set that takes as much or more, with the same
 * limit or a lower one, is refused without a transaction of its own. So a caller with far too many
 * requests costs one transaction per batch and not per request.
 */
class ExhaustedQuotas {
  readonly #refused = new Map<string, QuotaRow>()

  /** Call it with every set whose first change the limit refused. */
  learn({ taken }: PlannedSet): void {
    if (taken !== undefined) this.#refused.set(quotaKey(taken), taken)
  }

  /** Call it with every applied set: a set that deletes a quota resets it. */
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
