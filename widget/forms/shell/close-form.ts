import { makesCheckouts } from './checkout-of.ts'
import type { FailureName } from './failure-name.ts'
import type { FormShell } from './form-shell.ts'
import { reportFailure } from './notice.ts'

/** Closes a form whose checkout cannot be paid, and tells the page why. */
export function closeForm(form: FormShell, reason: string): void {
  form.phase.value = 'closed'
  console.error(reason)
  reportFailure(form, 'InvalidCheckoutIdError', reason)
}

/** Why a form can pay nothing on this page, by what the shopper is to read; undefined if it can pay. */
export function unpayableReason(form: FormShell): UnpayableReason | undefined {
  const { brand, checkout, endpoint, session } = form
  if (checkout.boot.checkoutId === null && !makesCheckouts(form)) return 'sessionInvalid'
  if (session.value?.environment === 'live' && !isSecureContext) return 'insecurePage'
  return brand === 'CARD' || endpoint.value === '/payment' ? undefined : 'loadFailed'
}

export type UnpayableReason = Extract<FailureName, 'sessionInvalid' | 'insecurePage' | 'loadFailed'>
