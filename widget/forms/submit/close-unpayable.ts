import { reportFailure } from '../../fetched/notices.ts'
import type { FormKit } from '../form-kit.ts'
import type { UnpayableReason } from '../shell/close-form.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { explain } from './failures.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { closeForm } = __TILLGATE_KIT__

/** Closes a form that can pay nothing on this page, and tells page and shopper why. Reported in live too. */
export function closeUnpayable(form: FormShell, reason: UnpayableReason): void {
  if (reason === 'sessionInvalid') {
    closeForm(form, 'No checkout id was given, and wpwlOptions.createCheckout is no function')
  } else {
    const message =
      reason === 'insecurePage'
        ? 'This page is not loaded by https: in live the form takes no payment'
        : `${form.brand} cannot be stored, and the checkout only stores: this form takes no payment`
    console.error(message)
    form.phase.value = 'closed'
    reportFailure(form, 'WidgetError', message, 'not_supported')
  }
  explain(form, reason)
}
