import type { Access } from '../../../server/entities/access.ts'
import { framingOrigins } from '../../../server/entities/page-origins.ts'
import { providerOf } from '../../../server/payments/accounts/index.ts'
import { shopperReturnUrl } from '../../../server/payments/connectors/index.ts'
import { isApprovedLate, readDetails, storedOperation } from '../../../server/payments/index.ts'
import type { PaymentRow, Store } from '../../../server/store/port.ts'
import type { SimulatedPayments } from './described-payment.ts'

/** Reads payments of the store for the simulator's pages. */
export function simulatedPayments({
  store,
  access,
}: {
  readonly store: Store
  readonly access: Pick<Access, 'settingsOf'>
}): SimulatedPayments {
  async function find(paymentId: string): Promise<PaymentRow | undefined> {
    const payment = await store.read.payment(paymentId)
    return payment && providerOf(payment.connector) === 'simulator' ? payment : undefined
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
        pageOrigins: framingOrigins(details.pageOrigins, await access.settingsOf(payment.entityId)),
      }
    },

    async returnUrlOf(paymentId) {
      const payment = await find(paymentId)
      const address = payment && readDetails(payment).shopperResultUrl
      return address && shopperReturnUrl(address, payment)
    },
  }
}
