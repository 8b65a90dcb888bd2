import type { AmountToPay, WpwlCheckout } from '../../common/widget-types.ts'
import type { WidgetSession } from '../../common/widget-wire.ts'
import type { PageForm } from '../forms/create-form.ts'
import { completeCheckout } from './wpwl.ts'

/** Takes what a session says into `wpwl.checkout`, and tells the page where another amount is to be paid. */
export function learnCheckout(
  checkout: WpwlCheckout,
  found: WidgetSession,
  forms: readonly PageForm[],
): void {
  const before = moneyOf(checkout)
  completeCheckout(checkout, found)
  const now = moneyOf(checkout)
  if (!before.amount || (before.amount === now.amount && before.currency === now.currency)) return
  // Forms with options of their own have callbacks of their own.
  const callers = new Map(forms.map(({ shell }) => [shell.given, shell]))
  for (const { call } of callers.values()) call('onAmountChanged', undefined, now, before)
}

function moneyOf({ amount, currency }: WpwlCheckout): AmountToPay {
  return { amount, currency }
}
