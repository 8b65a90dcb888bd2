import type { Refusal } from '../results/refusal.ts'
import type { CommitParticipant } from '../store/commit-parts.ts'
import type { AuthenticationRow, ChangeSet, PaymentRow } from '../store/port.ts'
import type { PlannedAuthentication } from './authenticate-step.ts'
import type { TargetOfReference } from './booking.ts'
import type { Connector, ConnectorOperation } from './connectors/connector.ts'
import type { PaymentDetails } from './details.ts'

/** All data with which a payment is sent to its connector and stored. */
export interface PreparedPayment {
  /** In state `intent`, version 1. */
  readonly payment: PaymentRow
  readonly details: PaymentDetails
  readonly operation: ConnectorOperation
  readonly connector: Connector
  /** Set when the payment fails before its connector is asked: it is recorded as failed with this code. */
  readonly faultCode?: string
  /** The authentication that the payment waits for before its charge. */
  readonly authentication?: PlannedAuthentication
  /** An authentication that has already ended; it is stored with the payment. */
  readonly authenticated?: AuthenticationRow
  /** Plans the authentication that follows a charge which was declined with 300.100.100. */
  readonly afterSoftDecline?: () => PlannedAuthentication
  /** The payment that it refers to, as it was when the reference was decided. */
  readonly reference?: TargetOfReference
  /** Inserts the vault record of its number, or requires the existing one. */
  readonly vaultChanges: ChangeSet
  /**
   * The participants of its first commit. Those of later commits are made from the stored payment; the
   * first ones need data that only the request has: the counters of the risk rules, the checkout as it
   * was when the submit was decided, the vault record of the number.
   */
  readonly participants: readonly CommitParticipant[]
  /**
   * The request's idempotency key, if it has one. It takes part in every commit while the request runs.
   * It cannot be made from the stored payment, because its answer is rendered for this request.
   */
  readonly requestParticipants: readonly CommitParticipant[]
}

/** Prepares a payment; called again when data that it has read was changed before the commit. */
export type Prepare = () => Promise<PreparedPayment | Refusal>
