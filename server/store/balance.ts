import { StoreError } from './errors.ts'
import type { ChangeSet } from './port.ts'

/**
 * Refuses a change set whose legs do not sum to zero in each currency (R-INV-2), with
 * `invalid-change`. Concurrency cannot cause this, so a conflict and a new decision would only hide
 * the bug.
 */
export function assertBalanced(changes: ChangeSet): void {
  let sums: Map<string, number> | undefined
  for (const change of changes) {
    if (change.kind !== 'appendPosting') continue
    const { currency, amountMinor } = change.row
    sums ??= new Map()
    const sum = (sums.get(currency) ?? 0) + amountMinor
    if (!Number.isSafeInteger(sum)) {
      throw new StoreError('invalid-change', 'Postings do not sum to a safe integer')
    }
    sums.set(currency, sum)
  }
  for (const [currency, sum] of sums ?? []) {
    if (sum !== 0) {
      throw new StoreError('invalid-change', `Postings in ${currency} do not sum to zero`)
    }
  }
}
