import { StoreError } from './errors.ts'
import type { Change, ChangeSet } from './port.ts'

/**
 * Refuses a change set whose legs do not sum to zero in each currency (R-INV-2), with
 * `invalid-change`: those of payments together, those of each journal entry alone. Concurrency cannot
 * cause this, so a conflict and a new decision would only hide the bug.
 */
export function assertBalanced(changes: ChangeSet): void {
  let sums: Map<string, number> | undefined
  for (const change of changes) {
    if (change.kind !== 'appendPosting' && change.kind !== 'appendJournalPosting') continue
    const legs = legsOf(change)
    sums ??= new Map()
    const sum = (sums.get(legs) ?? 0) + change.row.amountMinor
    if (!Number.isSafeInteger(sum)) {
      throw new StoreError('invalid-change', 'Postings do not sum to a safe integer')
    }
    sums.set(legs, sum)
  }
  for (const [legs, sum] of sums ?? []) {
    if (sum !== 0) {
      throw new StoreError('invalid-change', `Postings in ${legs} do not sum to zero`)
    }
  }
}

type Leg = Extract<Change, { readonly kind: 'appendPosting' | 'appendJournalPosting' }>

/** Names the legs that a posting has to sum to zero with. */
function legsOf(leg: Leg): string {
  if (leg.kind === 'appendPosting') return leg.row.currency
  return `${leg.row.currency} of journal entry ${leg.row.entryId}`
}
