import { newPayment, type PaymentRow } from '../store/port.ts'
import { operationNamed } from './life-cycle.ts'

/** A payment of 100.00 EUR for tests; `given` sets the columns that matter. */
export function paymentRow(given: Partial<PaymentRow> = {}): PaymentRow {
  const paymentType = given.paymentType ?? 'DB'
  const amountMinor = given.amountMinor ?? 10_000
  const state = given.state ?? 'succeeded'
  const booked =
    state !== 'succeeded' || paymentType === 'RV'
      ? {}
      : paymentType === 'PA'
        ? { authorisedMinor: amountMinor }
        : { bookedMinor: amountMinor }
  return newPayment({
    id: '8ac7a4aaaaaaaaaaaaaaaaaaaaaaaaaa',
    entityId: '8ac7a4eeeeeeeeeeeeeeeeeeeeeeeeee',
    familyId: '8ac7a4aaaaaaaaaaaaaaaaaaaaaaaaaa',
    operation: given.referencedId == null ? 'first' : (operationNamed(paymentType) ?? 'increment'),
    paymentType,
    paymentBrand: 'VISA',
    amountMinor,
    currency: 'EUR',
    state,
    resultCode: '000.100.110',
    connector: 'simulator',
    details: '{"result":{"code":"000.100.110","description":"Request successfully processed"}}',
    createdAtMs: 0,
    updatedAtMs: 0,
    ...booked,
    ...given,
  })
}
