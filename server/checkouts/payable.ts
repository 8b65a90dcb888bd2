import type { ParameterValues } from '../parameters/values.ts'
import {
  connectorOf,
  moneyOf,
  type PrepareParts,
  registrationRefusal,
} from '../payments/prepare.ts'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import type { PaymentType } from '../store/port.ts'

/** What would only be found when the shopper pays is better told to the merchant now. */
export function unpayable(values: ParameterValues, parts: PrepareParts): Refusal | undefined {
  const paymentTypes = [
    values.get('paymentType'),
    ...Object.values(values.map('overridePaymentType')),
  ] as PaymentType[]
  const amounts = paymentTypes.map((paymentType) => moneyOf(values, paymentType))
  return [registrationRefusal(values), connectorOf(values, parts), ...amounts].find(isRefusal)
}
