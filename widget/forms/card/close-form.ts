import { unsupportedMoneyOption } from '../../options/table.ts'
import { widgetError } from '../../session/errors.ts'
import type { CardForm } from './card-form.ts'
import { notify } from './card-state.ts'

/** Closes a form whose checkout cannot be paid, and says so to shopper and page. */
export function closeForm(
  form: CardForm,
  reason: string,
  notice: Parameters<typeof notify>[1],
): void {
  form.state.phase.value = 'closed'
  notify(form.state, notice)
  form.call('onError', undefined, widgetError('InvalidCheckoutIdError', reason))
}

/**
 * Closes a form whose page wants to decide about the payment in a way that is not supported; says
 * whether it does. Told in live too: without a word the shop would wait for its summary page.
 */
export function closeUnsupported(form: CardForm): boolean {
  const name = unsupportedMoneyOption(form.given())
  if (name === undefined) return false
  const message = `wpwlOptions.${name} is not supported yet: this form takes no payment`
  console.error(message)
  form.state.phase.value = 'closed'
  notify(form.state, { tone: 'error', key: 'loadFailed' })
  form.call('onError', undefined, widgetError('WidgetError', message, 'not_supported'))
  return true
}
