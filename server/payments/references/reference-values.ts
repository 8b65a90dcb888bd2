import { parseAmount } from '../../../common/money.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { PaymentRow } from '../../store/port.ts'
import { operationNamed, type ReferenceOperation } from '../life-cycle.ts'
import { amountFault, formerCurrency } from '../money.ts'
import { chargesMore } from '../screen/drafted-charge.ts'

/** The operation of a request that its parameter tables have accepted. */
export function referenceNamed(values: ParameterValues): ReferenceOperation {
  const paymentType = values.get('paymentType')
  const practice = values.get('standingInstruction.industryPractice')
  return operationNamed(paymentType === 'PA' ? practice : paymentType) as ReferenceOperation
}

/** The amount of a reference in minor units of its target's currency; absent: the whole open amount. */
export function amountOfReference(
  { values }: { readonly values: ParameterValues },
  target: PaymentRow,
): number | undefined | Refusal {
  const withdrawn = chargesMore(referenceNamed(values))
    ? formerCurrency(target.currency)
    : undefined
  if (withdrawn !== undefined) return withdrawn
  const text = values.get('amount')
  if (text === undefined) return undefined
  // Must come before the decimals are checked: with another currency the fault is the currency.
  if (values.get('currency') !== target.currency) return refuse('700.100.500')
  const money = parseAmount(text, target.currency)
  return typeof money === 'string' ? amountFault(text, target.currency) : money.minor
}
