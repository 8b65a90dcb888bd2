import type { FormShell } from './form-shell.ts'

/**
 * What a form shows as the amount to pay: that of its checkout, and before there is one what the page names
 * (option `checkout`). Reads signals.
 */
export function shownMoney({
  checkout,
  session,
  options,
}: Pick<FormShell, 'checkout' | 'session' | 'options'>) {
  const { amount, currency } = {
    ...session.value,
    ...(checkout.boot.checkoutId === null ? options.checkout : {}),
  }
  return { amount, currency }
}
