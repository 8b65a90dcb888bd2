import { namedBrand } from '../instruments/named-brand.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { moneyOf } from '../payments/money.ts'
import { type ConnectorChoice, connectorOf } from '../payments/prepare.ts'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import type { PaymentType } from '../store/port.ts'

/** What would only be found when the shopper pays is better told to the merchant now. */
export function unpayable(values: ParameterValues, parts: ConnectorChoice): Refusal | undefined {
  const paymentType = values.get('paymentType') as PaymentType | undefined
  const overridden = Object.values(values.map('overridePaymentType')) as PaymentType[]
  // Without a type nothing is paid: the checkout only stores payment details.
  const paymentTypes = paymentType === undefined ? [] : [paymentType, ...overridden]
  const amounts = paymentTypes.map((type) => moneyOf(values, type))
  return [namedBrand(values), connectorOf(values, parts), ...amounts].find(isRefusal)
}
