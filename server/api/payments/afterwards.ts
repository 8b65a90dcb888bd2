import type { PaymentRow } from '../../engine/store/port.ts'
import type { PaymentLog } from './settlement.ts'

/** Does what follows the success of a payment. Whatever becomes of it, the payment stands. */
export async function followSuccess(
  payment: PaymentRow,
  work: (payment: PaymentRow) => Promise<void>,
  log: PaymentLog,
): Promise<void> {
  if (payment.state !== 'succeeded') return
  try {
    await work(payment)
  } catch (err) {
    log.warn({ err, paymentId: payment.id }, 'what follows a payment is not done')
  }
}
