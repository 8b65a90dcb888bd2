import type { Store } from '../../store/port.ts'
import { type FindForwarded, receiverIdOf } from '../connectors/gateway/forwarded.ts'
import { shopperReturnUrl } from '../connectors/shopper-return-url.ts'
import { readDetails } from '../details.ts'

/** Finds what the connector to another gateway needs to know about a payment that it has sent there. */
export function createFindForwarded(store: Pick<Store, 'read'>): FindForwarded {
  return async (paymentId) => {
    const payment = await store.read.payment(paymentId)
    if (payment === undefined) return undefined
    const { request, resultDetails, shopperResultUrl, authenticationRedirect } =
      readDetails(payment)
    const receiverId = receiverIdOf(resultDetails)
    return {
      operation: {
        paymentId,
        amount: { minor: payment.amountMinor, currency: payment.currency },
        request,
      },
      connector: payment.connector,
      isPending: payment.state === 'pending',
      isAuthenticatedThere: authenticationRedirect !== undefined,
      ...(receiverId === undefined ? {} : { receiverId }),
      ...(shopperResultUrl === undefined
        ? {}
        : { shopUrl: shopperReturnUrl(shopperResultUrl, payment) }),
    }
  }
}
