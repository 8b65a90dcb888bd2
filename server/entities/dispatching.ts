import { detectBrands } from '../../common/brands.ts'
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
export function paymentOf(values: ParameterValues, brands: readonly string[]): DispatchedPayment {
  const number = values.get('card.number')
  const detected = number === undefined ? [] : detectBrands(number)
  return {
    currency: values.get('currency'),
    brand:
      values.get('paymentBrand') ?? detected.find((brand) => brands.includes(brand)) ?? detected[0],
  }
}
