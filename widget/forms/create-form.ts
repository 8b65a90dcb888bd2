import { createCardForm } from './card/card-form.ts'
import {
  createFormShell,
  type FormBody,
  type FormCheckout,
  type FormOrder,
  type FormPage,
  type FormShell,
} from './shell/form-shell.ts'

/** One form of the page: what all forms have, and what its kind adds. */
export interface PageForm {
  readonly shell: FormShell
  readonly body: FormBody
}

/** Its container is not in the page yet, and empty until the body is shown. */
export function createForm(checkout: FormCheckout, order: FormOrder, page: FormPage): PageForm {
  const shell = createFormShell(checkout, order, page, order.kind)
  return { shell, body: createCardForm(shell, order.brands) }
}
