import { unsupportedMoneyOption } from '../../options/table.ts'
import type { FormShell } from './form-shell.ts'
import { type Notice, notify, reportFailure } from './notice.ts'

/** Closes a form whose checkout cannot be paid, and tells shopper and page why. */
export function closeForm(form: FormShell, reason: string, notice: Notice): void {
  form.phase.value = 'closed'
  notify(form, notice)
  reportFailure(form, 'InvalidCheckoutIdError', reason)
}

/**
 * Closes a form whose page or checkout asks for something about money that the form cannot do;
 * returns whether it does. Reported in live too: otherwise the shop would wait for its summary page.
 */
export function closeUnsupported(form: FormShell): boolean {
  const reason = unsupportedReason(form)
  if (reason === undefined) return false
  const message = `${reason}: this form takes no payment`
  console.error(message)
  form.phase.value = 'closed'
  notify(form, { tone: 'error', key: 'loadFailed' })
  reportFailure(form, 'WidgetError', message, 'not_supported')
  return true
}

function unsupportedReason({ given, endpoint, brand }: FormShell): string | undefined {
  const option = unsupportedMoneyOption(given())
  if (option !== undefined) return `wpwlOptions.${option} is not supported yet`
  return brand !== 'CARD' && endpoint.value === '/registration'
    ? `${brand} cannot be stored, and the checkout only stores`
    : undefined
}
