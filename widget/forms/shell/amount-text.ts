import { amountFormat, hasCents } from '../../../common/amount-text.ts'
import type { FormShell } from './form-shell.ts'

/**
 * An amount of the wire as people of the form's language write it: by the gateway, or where it did not
 * expect the language, or does not know the amount, by Intl, whose first use blocks the page for up to
 * 0.1 s. Empty where the currency is not known.
 *
 * @param written by the gateway, by BCP 47 tag; else those of the session, if it has this amount
 */
export function amountText(
  { language, session }: Pick<FormShell, 'language' | 'session'>,
  amount: string,
  currency = '',
  written?: Readonly<Record<string, string>>,
): string {
  const { tag } = language.value
  const known = session.value
  const isKnown = amount === known?.amount && currency === known.currency
  const text = (written ?? (isKnown ? known.amountTexts : undefined))?.[tag]
  if (text ?? !currency) return text ?? ''
  return amountFormat(tag, currency, hasCents(amount)).format(Number(amount))
}
