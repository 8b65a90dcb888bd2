import type { CommitParticipant } from '../../engine/store/commit-parts.ts'
import type { AuthenticationRow, ChangeSet, PaymentRow } from '../../engine/store/port.ts'
import type { Connector, ConnectorOperation } from '../../methods/connectors/connector.ts'
import type { Refusal } from '../../wire/results/refusal.ts'
import type { PlannedAuthentication } from './authenticate-step.ts'
import type { TargetOfReference } from './booking.ts'
import type { PaymentDetails } from './details.ts'

/** Everything that one payment needs on its way to a connector and into the store. */
export interface PreparedPayment {
  /** In state `intent`, version 1. */
  readonly payment: PaymentRow
  readonly details: PaymentDetails
  readonly operation: ConnectorOperation
  readonly connector: Connector
  /** Set when the payment is refused before any connector: it is recorded as failed with this code. */
  readonly faultCode?: string
  /** Comes before the charge. */
  readonly authentication?: PlannedAuthentication
  /** Is over, and is written down with the payment. */
  readonly authenticated?: AuthenticationRow
  /** Comes after a charge that was declined with 300.100.100. */
  readonly afterSoftDecline?: () => PlannedAuthentication
  /** The payment that it refers to, as it was decided on. */
  readonly reference?: TargetOfReference
  /** Writes the vault record of its number, or requires the one that keeps it. */
  readonly vaultChanges: ChangeSet
  /**
   * Those who take part in its first commit. Later commits make theirs from the stored payment; the
   * first one needs what only the request knows: what risk rules counted, the checkout as it was when
   * the submit was decided, the place that was found for a number.
   */
  readonly participants: readonly CommitParticipant[]
  /**
   * The request's idempotency key, if it has one: it takes part in every commit while the request
   * runs, and is not read from the store, as its answer is rendered for this request.
   */
  readonly keyParticipants: readonly CommitParticipant[]
}

/** Prepares a payment; called again when something that it has read was changed meanwhile. */
export type Prepare = () => Promise<PreparedPayment | Refusal>
