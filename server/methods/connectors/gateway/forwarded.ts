import { readDetails } from '../../../api/payments/details.ts'
import type { Store } from '../../../engine/store/port.ts'
import { shopperReturnUrl } from '../shopper-return-url.ts'
import type { AskedOperation } from './outcome.ts'
import { RECEIVER_PAYMENT_ID } from './told.ts'

/** A payment that was sent to a receiver, as far as it is stored. */
export interface ForwardedPayment {
  readonly operation: AskedOperation
  /** What the receiver calls it; absent while no answer was heard. */
  readonly receiverId?: string
  readonly connector: string
  readonly isPending: boolean
  /** Where the shopper goes back to, with `id` and `resourcePath` in its query. */
  readonly shopUrl?: string
}

/** Finds a stored payment by the id that it has here. Rejects with the store. */
export type FindForwarded = (paymentId: string) => Promise<ForwardedPayment | undefined>

export function createFindForwarded(store: Pick<Store, 'read'>): FindForwarded {
  return async (paymentId) => {
    const payment = await store.read.payment(paymentId)
    if (payment === undefined) return undefined
    const { request, resultDetails, shopperResultUrl } = readDetails(payment.details)
    const receiverId = resultDetails?.[RECEIVER_PAYMENT_ID]
    return {
      operation: {
        paymentId,
        amount: { minor: payment.amountMinor, currency: payment.currency },
        request,
      },
      connector: payment.connector,
      isPending: payment.state === 'pending',
      ...(receiverId === undefined ? {} : { receiverId }),
      ...(shopperResultUrl === undefined
        ? {}
        : { shopUrl: shopperReturnUrl(shopperResultUrl, payment) }),
    }
  }
}
