import type { ConnectorOperation } from '../../../server/payments/connectors/index.ts'
import type { PaymentState } from '../../../server/store/port.ts'

/** A payment as the pages show it. */
export interface DescribedPayment {
  /** As for an inquiry: the payment without its instrument. */
  readonly operation: Omit<ConnectorOperation, 'instrument'>
  readonly state: PaymentState
  readonly resultCode: string
  /** Name of the merchant, or of the channel. */
  readonly merchantName: string
  /** Whether an approval has come after the payment had failed. */
  readonly isApprovedLate: boolean
  /** Of the pages that may show it in a frame; absent: any page. */
  readonly pageOrigins?: readonly string[] | undefined
}

/** How the pages read payments. */
export interface SimulatedPayments {
  /** A payment of the simulator; `undefined` where there is none of that id. */
  describe(paymentId: string): Promise<DescribedPayment | undefined>
  /**
   * Where the shopper goes back to: `shopperResultUrl` with `id` and `resourcePath` already in its
   * query. `undefined` where the merchant named no address.
   */
  returnUrlOf(paymentId: string): Promise<string | undefined>
}

/** Whether the payment is not decided yet. */
export function isOpen({ state }: DescribedPayment): boolean {
  return state === 'pending' || state === 'taken' || state === 'intent'
}

/** Whether an approval may still be sent too late. */
export function isLateApprovalOpen({ state, isApprovedLate }: DescribedPayment): boolean {
  return state === 'failed' && !isApprovedLate
}
