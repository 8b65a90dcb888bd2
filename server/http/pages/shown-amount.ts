import { amountFormat, hasCents } from '../../../common/amount-text.ts'
import { formatAmount, type Money } from '../../../common/money.ts'

/**
 * An amount as a page of the gateway writes it: the way of the language, every digit of the wire.
 *
 * @param tag BCP 47
 */
export function shownAmount(amount: Money, tag: string): string {
  const text = formatAmount(amount)
  return amountFormat(tag, amount.currency, hasCents(text)).format(Number(text))
}
