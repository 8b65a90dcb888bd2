import { minorDigitsOf } from '../../../common/currencies.ts'
import type { Money } from '../../../common/money.ts'
import { must } from './unusable-token.ts'

/**
 * Holds a payment to what its shopper has confirmed in the wallet: that currency, and no more of it.
 * Less is good, since what is ordered at once may be sent and paid in parts. A token of googlePay
 * tells nothing of money. Throws `UnusableToken`.
 */
export function assertApprovedAmount(approved: Money | undefined, asked: Money | undefined): void {
  if (approved === undefined || asked === undefined) return
  const isCovered = asked.currency === approved.currency && asked.minor <= approved.minor
  must(
    isCovered,
    `was approved by the shopper for ${written(approved)}, and this is ${written(asked)}: ask for no more than that, or have the shopper approve it in the wallet`,
  )
}

/** With all decimals of the currency: a wallet may tell more of them than an amount on the wire has. */
function written({ minor, currency }: Money): string {
  const digits = minorDigitsOf(currency) ?? 0
  return `${(minor / 10 ** digits).toFixed(Math.max(digits, 2))} ${currency}`
}
