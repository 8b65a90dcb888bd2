import { isActiveCurrency, type Money, parseAmount } from '../../common/money.ts'
import { tooManyDecimals } from '../parameters/value-rules.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { type Refusal, refuse, refuseParameters } from '../results/refusal.ts'
import type { PaymentType } from '../store/port.ts'

/**
 * Amount and currency of a new payment as minor units; 0.00 is for an account check with PA only (decisions §5).
 * Refuses a currency that has left ISO 4217.
 */
export function moneyOf(values: ParameterValues, paymentType: PaymentType): Money | Refusal {
  return formerCurrency(values.get('currency') ?? '') ?? moneyOfStored(values, paymentType)
}

/** As `moneyOf`, of a payment that is stored, whose currency may be one that new payments cannot have any more. */
export function moneyOfStored(values: ParameterValues, paymentType: PaymentType): Money | Refusal {
  const text = values.get('amount') ?? ''
  const currency = values.get('currency') ?? ''
  const money = parseAmount(text, currency)
  if (typeof money === 'string') return amountFault(text, currency)
  return money.minor === 0 && paymentType !== 'PA' ? amountOfNothing(text) : money
}

/** Refuses what charges anew in a currency that has left ISO 4217; `undefined`: it is in the list. */
export function formerCurrency(currency: string): Refusal | undefined {
  if (isActiveCurrency(currency)) return undefined
  const message =
    'has left ISO 4217: payments in it can be captured, reversed and refunded, but no new ones be made'
  return refuseParameters([{ name: 'currency', value: currency, message }])
}

/** The amount of a payment that charges nothing. Every row needs a currency: EUR where none was sent. */
export function noMoney(values: ParameterValues): Money {
  return { minor: 0, currency: values.get('currency') ?? 'EUR' }
}

/** Refuses an amount of 0.00: with a code of its own, and with the parameter named. */
export function amountOfNothing(value: string): Refusal {
  const message =
    'must be more than 0.00: only an account check, a PA that names no earlier payment, has the amount 0'
  return refuse('100.550.300', { parameterErrors: [{ name: 'amount', value, message }] })
}

/** Refuses an amount with more decimals than its currency has, for example JPY 100.50. */
export function amountFault(value: string, currency: string): Refusal {
  return refuseParameters([{ name: 'amount', value, message: tooManyDecimals(currency) }])
}
