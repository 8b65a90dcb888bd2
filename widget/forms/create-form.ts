import { h, render } from 'preact'
import { loadCode } from '../fetched/load-code.ts'
import { isMeant } from '../options/flag.ts'
import type { CardForm } from './card/card-form.ts'
import { createCardForm } from './card/create-card-form.ts'
import type { AddFields } from './further/add-fields.tsx'
import {
  createFormShell,
  type FormBody,
  type FormCheckout,
  type FormOrder,
  type FormPage,
  type FormShell,
  setKind,
} from './shell/form-shell.ts'
import { loadSubmit } from './shell/load-submit.ts'
import { notify, offerRetry, reportFailure } from './shell/notice.ts'
import { NoticeLine } from './shell/submit-group.tsx'

/** Creates the body of a form that is fetched; `undefined`: the widget has none for its brand. */
export type CreateBody = (shell: FormShell) => Promise<FormBody | undefined>

/** One form of the page: what all forms have, and what its kind adds. */
export interface PageForm {
  readonly shell: FormShell
  /** Absent until its code is fetched, and of a card form that must be built again. */
  body?: FormBody | undefined
  /** The form of cards, to which the page may ask for further fields. */
  readonly card?: CardForm
  /** Adds the form of the stored payment details that the checkout offers, before this one. */
  offerRegistrations?: () => void
}

/** Its container is not in the page yet, and empty until the form is shown. */
export function createForm(checkout: FormCheckout, order: FormOrder, page: FormPage): PageForm {
  const shell = createFormShell(checkout, order, page)
  if (order.kind !== 'card') return { shell }
  setKind(shell, order.kind)
  const card = createCardForm(shell, order.brands)
  return { shell, body: card, card }
}

/** Whether the page asks for fields that are not there yet. */
export function lacksFields({ card }: PageForm): boolean {
  if (card === undefined || card.further.peek() !== undefined) return false
  return Object.entries(card.given()).some(([name, value]) => FURTHER.test(name) && isMeant(value))
}

/** `billingAddress`, `enableSAQACompliance`, `forceCardHolderEqualsBillingName`, `showBirthDate`, `showSaveCard`, `showTaxNumberField`. */
const FURTHER = /^(billingA|enableS|forceC|show[BST])/

/** Renders the form into its container, now or when its code is here, and then calls `built`. */
export async function showForm(form: PageForm): Promise<void> {
  const { shell, body } = form
  const { codeState, container } = shell
  codeState.value = 'loading'
  if (body === undefined) {
    notify(shell, undefined)
    render(h(NoticeLine, { form: shell }), container)
  } else {
    await body.show()
  }
  await completeForm(form)
}

/** Fetches what the form still needs, and then calls `built`. */
export async function completeForm(form: PageForm): Promise<void> {
  const { shell, card } = form
  const { codeState, kind } = shell
  codeState.value = 'loading'
  try {
    if (form.body === undefined) {
      const create = await fetchCode<CreateBody>(shell, kind === 'registration' ? kind : 'button')
      form.body = await create(shell)
      await form.body?.show()
    }
    if (card && lacksFields(form)) {
      const add = await fetchCode<AddFields>(shell, 'further')
      form.body = await add(card)
    }
  } catch {
    codeState.value = 'failed'
    offerRetry(shell, () => retry(form), 'loadFailed')
    reportFailure(shell, 'WidgetError', 'The code of the form could not be loaded')
    if (shell.kind === 'registration') shell.areRevealed.value = true
    return
  }
  codeState.value = 'here'
  shell.built()
}

function retry(form: PageForm): void {
  notify(form.shell, undefined)
  void completeForm(form)
}

async function fetchCode<Made>(shell: FormShell, name: string): Promise<Made> {
  const [made] = await Promise.all([
    loadCode<Made>(shell.checkout.boot, name),
    shell.addFetchedTexts(),
    loadSubmit(shell),
  ])
  // Later: only now is it known whether the page has further forms.
  await shell.arranged()
  return made
}
