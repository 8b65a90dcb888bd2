import type { PaymentRow } from '../../store/port.ts'
import type { ToldDispute } from '../connectors/told-dispute.ts'

/** Which case of which payment is told, and by what. */
export interface ToldCase {
  /** The payment that the provider names; of a hold its captures are disputed. */
  readonly payment: PaymentRow
  readonly caseReference: string
  /** The provider's word for what it tells, for the history. */
  readonly name: string
}

/**
 * `reported`: the case says so now, or has said it before; `payment` is the one that is disputed. `later`: the payment
 * or its case is not as far, or the provider does not answer. `refused`: why it is no dispute.
 */
export type ToldDisputeOutcome =
  | { readonly kind: 'reported'; readonly payment: PaymentRow }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly why: string }

/**
 * Reports what a provider tells of a dispute: the port between connectors and the feature that keeps disputes. `load`
 * is asked in each try, after the case was read, so that what is read at the provider is never older than what the case
 * has; `undefined`: the provider does not answer. Rejects with the store.
 */
export type ReportToldDispute = (
  about: ToldCase,
  load: () => Promise<ToldDispute | undefined>,
) => Promise<ToldDisputeOutcome>
