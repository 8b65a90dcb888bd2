import type { Change } from '../port.ts'
import {
  type BoundValues,
  eventValues,
  paymentValues,
  postingValues,
  vaultRecordValues,
} from './statements/bound-values.ts'

/** The rows that nearly every payment has. */
type FrequentKind = 'insertPayment' | 'appendEvent' | 'appendPosting' | 'insertVaultRecord'

/**
 * A change on its way to the writer. Frequent rows go as the values that their statement binds,
 * without names: five rows of a payment take 10 µs to write instead of 14, 6 to read instead of 11.
 */
export type PackedChange =
  | readonly [kind: FrequentKind, values: BoundValues]
  | Exclude<Change, { readonly kind: FrequentKind }>

export function pack(change: Change): PackedChange {
  switch (change.kind) {
    case 'insertPayment':
      return [change.kind, paymentValues(change.row)]
    case 'appendEvent':
      return [change.kind, eventValues(change.row)]
    case 'appendPosting':
      return [change.kind, postingValues(change.row)]
    case 'insertVaultRecord':
      return [change.kind, vaultRecordValues(change.row)]
    default:
      return change
  }
}
