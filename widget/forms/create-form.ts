import { h, render } from 'preact'
import { createCardForm } from './card/card-form.ts'
import { loadForm } from './load-form.ts'
import { codeOf } from './registry.ts'
import {
  createFormShell,
  type FormBody,
  type FormCheckout,
  type FormOrder,
  type FormPage,
  type FormShell,
} from './shell/form-shell.ts'
import { notify, reportFailure } from './shell/notice.ts'
import { NoticeLine } from './shell/submit-group.tsx'

/** One form of the page: what all forms have, and what its kind adds. */
export interface PageForm {
  readonly shell: FormShell
  readonly body: FormBody
}

/** Its container is not in the page yet, and empty until the body is shown. */
export function createForm(checkout: FormCheckout, order: FormOrder, page: FormPage): PageForm {
  const shell = createFormShell(checkout, order, page)
  const code = codeOf(order.kind)
  return {
    shell,
    body: code === undefined ? createCardForm(shell, order.brands) : fetchedBody(shell, code),
  }
}

/** Stands in for the body of a form until its code is here. */
function fetchedBody(shell: FormShell, code: string): FormBody {
  const { codeState } = shell
  let body: FormBody | undefined
  let isOver = false

  async function show(): Promise<void> {
    codeState.value = 'loading'
    notify(shell, undefined)
    render(h(NoticeLine, { form: shell }), shell.container)
    try {
      const create = await loadForm(shell.checkout.boot, code)
      if (isOver) return
      body = create(shell)
      body.show()
      codeState.value = 'here'
      shell.built()
    } catch {
      codeState.value = 'failed'
      notify(shell, { tone: 'error', key: 'loadFailed', retry: show })
      reportFailure(shell, 'WidgetError', 'The code of the form could not be loaded')
    }
  }

  return {
    show,
    sleep: () => body?.sleep(),
    wake: () => body?.wake(),
    dispose() {
      isOver = true
      body?.dispose()
      shell.container.remove()
    },
    cardBrands: () => [],
    focusFirst() {},
  }
}
