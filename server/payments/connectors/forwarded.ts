import type { ConnectorOperation } from './connector.ts'
import type { ReturningPayment } from './return-url.ts'

/** A payment that was sent to another server, as far as it is stored. */
export interface ForwardedPayment extends ReturningPayment {
  readonly operation: Pick<ConnectorOperation, 'paymentId' | 'amount' | 'request'>
  /** Its id there; absent while no answer has arrived. */
  readonly receiverId?: string
  readonly connector: string
  readonly isPending: boolean
}

/** Finds a stored payment by the id that it has here. Rejects with the store. */
export type FindForwarded = (paymentId: string) => Promise<ForwardedPayment | undefined>
