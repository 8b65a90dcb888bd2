import type { FormShell } from '../shell/form-shell.ts'
import type { shownMoney } from '../shell/shown-money.ts'

/**
 * Amount and currency as the shopper saw them when he pressed: the gateway charges nothing else (R-SHOWN-1).
 * Beside gift cards it is what is left to pay. A page that names them in another form has its own text.
 *
 * @param own what the form sends: the total of a wallet's sheet, which he saw last
 */
export function shownFields(
  { endpoint, session }: Pick<FormShell, 'endpoint' | 'session'>,
  shown: ReturnType<typeof shownMoney>,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const none = { 'shown.amount': '', 'shown.currency': '' }
  if (endpoint.peek() !== '/payment') return none
  const {
    'shown.amount': amount = shown.amount ?? '',
    'shown.currency': currency = shown.currency ?? '',
  } = own
  const name = session.peek()?.giftCards ? 'giftCards.restAmount' : 'shown.amount'
  return {
    ...none,
    ...(/^\d{1,10}(\.\d\d?)?$/.test(amount) && { [name]: amount }),
    ...(/^[A-Z]{3}$/.test(currency) && { 'shown.currency': currency }),
  }
}
