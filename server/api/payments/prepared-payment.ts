import type { ChangeSet, PaymentRow } from '../../engine/store/port.ts'
import type { Connector, ConnectorOperation } from '../../methods/connectors/connector.ts'
import type { Refusal } from '../../wire/results/refusal.ts'
import type { PaymentDetails } from './details.ts'
import type { CommitParticipant } from './settlement.ts'

/** Everything that one payment takes with it on its way to a connector and into the store. */
export interface PreparedPayment {
  /** In state `intent`, version 1. */
  readonly payment: PaymentRow
  readonly details: PaymentDetails
  readonly operation: ConnectorOperation
  readonly connector: Connector
  /** Set when the payment is refused before any connector: it is recorded as failed with this code. */
  readonly faultCode?: string
  /** Further rows of its first commit, such as the vault record. */
  readonly alongside: ChangeSet
  /** What else changes with it and with its outcome. */
  readonly participants: readonly CommitParticipant[]
  /**
   * Prepares it anew when what it was prepared with is not there any more, or was made by somebody
   * else meanwhile: a wiped vault record, a number that is kept once.
   */
  readonly again?: () => Promise<PreparedPayment | Refusal>
  /** Done after the commit of its success. Whatever becomes of it, the payment stands. */
  readonly afterwards?: (payment: PaymentRow) => Promise<void>
}
