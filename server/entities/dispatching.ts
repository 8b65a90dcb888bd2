import { brandOfNumber, cardBrand } from '../../common/brands.ts'
import type { ParameterValues } from '../parameters/values.ts'
import type { ChannelDispatching, DispatchingRule } from './settings.ts'

/** The part of a payment that decides its channel. */
export interface DispatchedPayment {
  readonly currency: string | undefined
  /** Absent in a checkout whose brand the shopper has yet to choose. */
  readonly brand: string | undefined
}

/** The channel of the first rule that fits the payment, else the default channel. */
export function chooseChannel(
  { rules, defaultChannelId }: ChannelDispatching,
  payment: DispatchedPayment,
): string | undefined {
  return rules.find((rule) => fits(rule, payment))?.channelId ?? defaultChannelId
}

function fits({ currencies, brands }: DispatchingRule, payment: DispatchedPayment): boolean {
  return isInOptionalList(currencies, payment.currency) && isInOptionalList(brands, payment.brand)
}

function isInOptionalList(list: readonly string[] | undefined, value: string | undefined): boolean {
  return list === undefined || (value !== undefined && list.includes(value))
}

/** The payment of a request; without a named brand, the card number decides the brand. */
export function paymentOf(
  values: ParameterValues,
  dispatching: ChannelDispatching,
  brands: readonly string[],
): DispatchedPayment {
  const number = values.get('card.number')
  return {
    currency: values.get('currency'),
    brand: values.get('paymentBrand') ?? (number && brandByNumber(number, dispatching, brands)),
  }
}

/**
 * The best brand of a number among those that rules name and their schemes. The schemes are included so
 * that a Visa card does not count as Carte Bancaire only because no rule names Visa.
 */
function brandByNumber(
  number: string,
  { rules }: ChannelDispatching,
  taken: readonly string[],
): string | undefined {
  const named = rules.flatMap((rule) => rule.brands ?? []).filter((name) => taken.includes(name))
  const schemes = named.flatMap((name) => cardBrand(name)?.partOf ?? [])
  return brandOfNumber(number, [...named, ...schemes])
}
