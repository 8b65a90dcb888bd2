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
