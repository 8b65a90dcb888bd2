import { providerIdOf } from '../../server/payments/accounts/index.ts'
import type { FindForwarded } from '../../server/payments/connectors/forwarded.ts'
import { shopperReturnUrl } from '../../server/payments/connectors/index.ts'
import { readDetails } from '../../server/payments/index.ts'
import type { Store } from '../../server/store/port.ts'
import { RECEIVER_PAYMENT_ID } from './answer-details.ts'

/** The receiver's id of a payment from its `resultDetails`, as it was found before references were kept. */
function receiverIdOf(resultDetails: Readonly<Record<string, string>> = {}) {
  return resultDetails[RECEIVER_PAYMENT_ID]
}

/** Finds what the connector to another gateway needs to know about a payment that it has sent there. */
export function createFindForwarded(store: Pick<Store, 'read'>): FindForwarded {
  return async (paymentId) => {
    const payment = await store.read.payment(paymentId)
    if (payment === undefined) return undefined
    const { request, resultDetails, shopperResultUrl, authenticationRedirect } =
      readDetails(payment)
    const receiverId = (await providerIdOf(payment, store)) ?? receiverIdOf(resultDetails)
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
