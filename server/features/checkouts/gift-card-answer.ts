import { formatAmount, type Money } from '../../../common/money.ts'
import type { WidgetGiftCards } from '../../../common/widget-wire.ts'
import { amountTexts } from './amount-texts.ts'
import { type GiftCardShare, MAX_APPLIED_CARDS } from './gift-card-share.ts'

/**
 * The gift cards of a checkout for the widget: last four digits and amounts, no number. `languages`:
 * in which the amounts are written as well.
 */
export function widgetGiftCards(
  { parts, rest }: GiftCardShare,
  languages: readonly (string | undefined)[],
): WidgetGiftCards {
  return {
    parts: parts.map(({ id, last4Digits, amountMinor, currency }) => ({
      id,
      last4Digits,
      ...writtenMoney({ minor: amountMinor, currency }, languages),
    })),
    rest: writtenMoney(rest, languages),
    mayAdd: parts.length < MAX_APPLIED_CARDS,
  }
}

/** An amount with two decimals, and as people write it. */
export function writtenMoney(money: Money, languages: readonly (string | undefined)[]) {
  const amount = formatAmount(money)
  return { amount, amountTexts: amountTexts(amount, money.currency, languages) }
}
