import { formatAmount, parseAmount } from '../../../common/money.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import type { ParameterError } from '../../results/refusal.ts'
import type { AskedAmount } from './stored-request.ts'

/**
 * The faults of a submit whose page has shown another amount or currency than what is charged: the merchant's
 * server has changed the checkout meanwhile (R-SHOWN-1). A page that has shown nothing says nothing.
 *
 * @param charged what this submit would be charged
 */
export function shownMoneyErrors(
  submitted: Pick<ParameterValues, 'sent'>,
  { amount = '', currency = '' }: AskedAmount,
): readonly ParameterError[] {
  const now = parseAmount(amount, currency)
  // One that only stores details charges nothing.
  if (typeof now === 'string') return []
  const text = `${formatAmount(now)} ${now.currency}`
  const message = `is not what this checkout asks for: it was changed since the page has read it, and asks for ${text} now`
  const wrong = (name: 'shown.amount' | 'shown.currency', isSame: (sent: string) => boolean) => {
    const value = submitted.sent(name)
    return value === undefined || isSame(value) ? [] : [{ name, value, message }]
  }
  return [
    ...wrong('shown.amount', (sent) => {
      const shown = parseAmount(sent, now.currency)
      return typeof shown !== 'string' && shown.minor === now.minor
    }),
    ...wrong('shown.currency', (sent) => sent === now.currency),
  ]
}
