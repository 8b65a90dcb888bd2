import type { FailureName } from '../submit/failures.ts'
import { makesCheckouts } from './checkout-of.ts'
import type { FormShell } from './form-shell.ts'
import { reportFailure } from './notice.ts'

/** Closes a form whose checkout cannot be paid, and tells the page why. */
export function closeForm(form: FormShell, reason: string): void {
  form.phase.value = 'closed'
  console.error(reason)
  reportFailure(form, 'InvalidCheckoutIdError', reason)
}

/** Closes a form that can pay nothing on this page; returns what the shopper is to read, if it does. Reported in live too. */
export function closeUnpayable(form: FormShell): FailureName | undefined {
  const { brand, checkout, endpoint, session } = form
  if (checkout.boot.checkoutId === null && !makesCheckouts(form)) {
    closeForm(form, 'No checkout id was given, and wpwlOptions.createCheckout is no function')
    return 'sessionInvalid'
  }
  const isInsecure = session.value?.environment === 'live' && !isSecureContext
  if (!isInsecure && (brand === 'CARD' || endpoint.value === '/payment')) return undefined
  const message = isInsecure
    ? 'This page is not loaded by https: in live the form takes no payment'
    : `${brand} cannot be stored, and the checkout only stores: this form takes no payment`
  console.error(message)
  form.phase.value = 'closed'
  reportFailure(form, 'WidgetError', message, 'not_supported')
  return isInsecure ? 'insecurePage' : 'loadFailed'
}
