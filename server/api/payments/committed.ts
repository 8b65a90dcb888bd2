import type { CommitResult, Conflict } from '../../engine/store/port.ts'

/**
 * Whether a change set was applied; `false`: somebody else was first. A limit of the tables is only
 * met where the rules let something through: that is a bug, and throws.
 */
export function wasApplied(result: CommitResult): result is Exclude<CommitResult, Conflict> {
  if (!result.applied && result.reason === 'limit') {
    throw new Error(`The store refused change ${result.at} that the rules had allowed`)
  }
  return result.applied
}
