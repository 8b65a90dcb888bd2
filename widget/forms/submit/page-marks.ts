import type { CardForm } from '../card/card-form.ts'
import type { CardField } from '../card/faults.ts'

/**
 * Removes what a page's own check has added to a field by script: the error class, hints, and the
 * button's `disabled`. Without this a shopper who corrects the field could never pay: the page checks
 * again only when the form is submitted. A button that a page has disabled for another reason,
 * without a mark at a field, stays disabled.
 */
export function clearPageMarks({ container, state }: CardForm, field: CardField): void {
  if (state.faults.value[field] !== undefined) return
  const control = container.querySelector(`.wpwl-control-${field}`)
  const own = `${container.id}_${field}`
  // Many shops leave out the class `wpwl-hint`.
  const hints = container.querySelectorAll(`.wpwl-group-${field} [class*="wpwl-hint"]`)
  const foreign = [...hints].filter(({ id }) => id !== own)
  if (foreign.length === 0 && !control?.classList.contains('wpwl-has-error')) return
  for (const hint of foreign) hint.remove()
  control?.classList.remove('wpwl-has-error')
  const button = container.querySelector<HTMLButtonElement>('.wpwl-button-pay')
  if (button === null) return
  button.disabled = false
  button.classList.remove('wpwl-button-error')
}
