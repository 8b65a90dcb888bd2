import type { PaymentRow, Store } from '../../../engine/store/port.ts'
import { shopperReturnUrl } from '../../../methods/connectors/shopper-return-url.ts'
import { isApprovedLate, readDetails, storedOperation } from '../../payments/details.ts'
import type { SimulatedPayments } from './described-payment.ts'

/** Reads payments of the store for the simulator's pages. */
export function simulatedPayments({ store }: { readonly store: Store }): SimulatedPayments {
  async function find(paymentId: string): Promise<PaymentRow | undefined> {
    const payment = await store.read.payment(paymentId)
    return payment?.connector === 'simulator' ? payment : undefined
  }

  return {
    async describe(paymentId) {
      const payment = await find(paymentId)
      if (payment === undefined) return undefined
      const details = readDetails(payment)
      const [channel] = await store.read.entityPath(payment.entityId)
      return {
        operation: storedOperation(payment, details),
        state: payment.state,
        resultCode: payment.resultCode,
        merchantName: details.request['merchant.name'] ?? channel?.name ?? '',
        isApprovedLate: isApprovedLate(details),
      }
    },

    async returnUrlOf(paymentId) {
      const payment = await find(paymentId)
      const address = payment && readDetails(payment).shopperResultUrl
      return address && shopperReturnUrl(address, payment)
    },
  }
}
