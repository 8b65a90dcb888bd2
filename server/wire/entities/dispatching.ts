import { brandOfNumber, cardBrand } from '../../../common/brands.ts'
import type { ParameterValues } from '../parameters/values.ts'
import type { ChannelDispatching, DispatchingRule } from './settings.ts'

/** What of a payment decides about its channel. */
export interface DispatchedPayment {
  readonly currency: string | undefined
  /** Absent in a checkout whose brand the shopper has yet to choose. */
  readonly brand: string | undefined
}

/** The channel for a payment, by the first rule that fits it; nothing when none does. */
export function chooseChannel(
  { rules, defaultChannelId }: ChannelDispatching,
  payment: DispatchedPayment,
): string | undefined {
  return rules.find((rule) => fits(rule, payment))?.channelId ?? defaultChannelId
}

function fits({ currencies, brands }: DispatchingRule, payment: DispatchedPayment): boolean {
  return admits(currencies, payment.currency) && admits(brands, payment.brand)
}

function admits(list: readonly string[] | undefined, value: string | undefined): boolean {
  return list === undefined || (value !== undefined && list.includes(value))
}

/** What a request says of its payment; a card number tells the brand where none is named. */
export function paymentOf(
  values: ParameterValues,
  dispatching: ChannelDispatching,
  brands: readonly string[],
): DispatchedPayment {
  const number = values.get('card.number')
  return {
    currency: values.get('currency'),
    brand: values.get('paymentBrand') ?? (number && toldBrand(number, dispatching, brands)),
  }
}

/**
 * The number tells the best brand among those that rules name. The schemes that these are a part of
 * stand beside them: not every Visa card is one of Carte Bancaire because a rule names that alone.
 */
function toldBrand(
  number: string,
  { rules }: ChannelDispatching,
  taken: readonly string[],
): string | undefined {
  const named = rules.flatMap((rule) => rule.brands ?? []).filter((name) => taken.includes(name))
  const schemes = named.flatMap((name) => cardBrand(name)?.partOf ?? [])
  return brandOfNumber(number, [...named, ...schemes])
}
