import { makesCheckouts } from './checkout-of.ts'
import type { FormShell } from './form-shell.ts'
import { type Notice, notify, reportFailure } from './notice.ts'

/** Closes a form whose checkout cannot be paid, and tells shopper and page why. */
export function closeForm(form: FormShell, reason: string, notice: Notice): void {
  form.phase.value = 'closed'
  notify(form, notice)
  console.error(reason)
  reportFailure(form, 'InvalidCheckoutIdError', reason)
}

/** Closes a form that can pay nothing on this page; returns whether it does. Reported in live too. */
export function closeUnpayable(form: FormShell): boolean {
  const { brand, checkout, endpoint } = form
  if (checkout.boot.checkoutId === null && !makesCheckouts(form)) {
    const reason = 'No checkout id was given, and wpwlOptions.createCheckout is no function'
    closeForm(form, reason, { tone: 'error', key: 'sessionInvalid' })
    return true
  }
  if (brand === 'CARD' || endpoint.value === '/payment') return false
  const message = `${brand} cannot be stored, and the checkout only stores: this form takes no payment`
  console.error(message)
  form.phase.value = 'closed'
  notify(form, { tone: 'error', key: 'loadFailed' })
  reportFailure(form, 'WidgetError', message, 'not_supported')
  return true
}
