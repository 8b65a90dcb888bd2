import { h, render } from 'preact'
import { loadCode } from '../fetched/load-code.ts'
import { createCardForm } from './card/card-form.ts'
import { kit } from './form-kit.ts'
import {
  createFormShell,
  type FormBody,
  type FormCheckout,
  type FormOrder,
  type FormPage,
  type FormShell,
  setKind,
} from './shell/form-shell.ts'
import { notify, reportFailure } from './shell/notice.ts'
import { NoticeLine } from './shell/submit-group.tsx'

/** Creates the body of a form that is not for cards; `undefined`: the widget has none for its brand. */
export type CreateBody = (shell: FormShell) => Promise<FormBody | undefined>

/** One form of the page: what all forms have, and what its kind adds. */
export interface PageForm {
  readonly shell: FormShell
  /** Absent until the code of other brands is fetched. */
  body?: FormBody | undefined
}

/** Its container is not in the page yet, and empty until the form is shown. */
export function createForm(checkout: FormCheckout, order: FormOrder, page: FormPage): PageForm {
  const shell = createFormShell(checkout, order, page)
  if (order.kind !== 'card') return { shell }
  setKind(shell, order.kind)
  return { shell, body: createCardForm(shell, order.brands) }
}

/** Renders the form into its container, at once or when its code is here. */
export async function showForm(form: PageForm): Promise<void> {
  const { shell } = form
  const { codeState, container } = shell
  if (form.body === undefined) {
    codeState.value = 'loading'
    notify(shell, undefined)
    render(h(NoticeLine, { form: shell }), container)
    try {
      const create = await loadCode<CreateBody>(shell.checkout.boot, 'button', kit)
      form.body = await create(shell)
    } catch {
      codeState.value = 'failed'
      notify(shell, { tone: 'error', key: 'loadFailed', retry: () => void showForm(form) })
      reportFailure(shell, 'WidgetError', 'The code of the form could not be loaded')
      return
    }
  }
  form.body?.show()
  if (codeState.value === 'here') return
  codeState.value = 'here'
  shell.built()
}
