import type { SetOutcome } from '../group-committer.ts'
import { ExhaustedQuotas } from './exhausted-quotas.ts'
import { KnownVersions } from './known-versions.ts'
import type { PlannedSet } from './planned-set.ts'

/** What became of the sets of one batch so far, and what that makes certain about the others. */
export class BatchProgress {
  readonly #outcomes = new Map<PlannedSet, SetOutcome>()
  readonly #versions = new KnownVersions()
  readonly #quotas = new ExhaustedQuotas()

  outcomeOf(set: PlannedSet): SetOutcome | undefined {
    return this.#outcomes.get(set)
  }

  settle(set: PlannedSet, outcome: SetOutcome): void {
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
