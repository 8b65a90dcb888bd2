import { unsupportedMoneyOption } from '../../options/table.ts'
import { widgetError } from '../../session/errors.ts'
import type { FormShell } from './form-shell.ts'
import { type Notice, notify } from './notice.ts'

/** Closes a form whose checkout cannot be paid, and tells shopper and page why. */
export function closeForm(form: FormShell, reason: string, notice: Notice): void {
  form.phase.value = 'closed'
  notify(form, notice)
  form.call('onError', undefined, widgetError('InvalidCheckoutIdError', reason))
}

/**
 * Closes a form whose page wants to decide about the payment in a way that is not supported; returns
 * whether it does. Reported in live too: otherwise the shop would wait for its summary page.
 */
export function closeUnsupported(form: FormShell): boolean {
  const name = unsupportedMoneyOption(form.given())
  if (name === undefined) return false
  const message = `wpwlOptions.${name} is not supported yet: this form takes no payment`
  console.error(message)
  form.phase.value = 'closed'
  notify(form, { tone: 'error', key: 'loadFailed' })
  form.call('onError', undefined, widgetError('WidgetError', message, 'not_supported'))
  return true
}
