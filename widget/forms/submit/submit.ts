import { announce } from '../../fetched/notices.ts'
import { postPayment } from '../../frames/submit.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitSteps } from '../shell/submit-steps.ts'
import { tellUnpaid } from './ask-outcome.ts'
import { browserData } from './browser-data.ts'
import { closeUnpayable } from './close-unpayable.ts'
import { dataOfForm, fieldsOfForm } from './hiding-fields.ts'
import { pageConsents } from './page-consents.ts'
import { pageOrigins } from './page-origins.ts'
import { payAlone } from './pay-alone.ts'
import { sendCard } from './send-card.ts'
import { settleAnswer } from './settle-answer.ts'
import { shownFields } from './shown-fields.ts'
import { submitFields } from './submit-fields.ts'
import { waitAloud } from './wait-aloud.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { hasCheckout, shownMoney, unpayableReason } = __TILLGATE_KIT__

/**
 * Carries out the submit of a form whose fields are right, from the page's own checks to the gateway's
 * answer. Returns whether it is over: false lets the shopper try again.
 */
export async function submit(form: FormShell, steps: SubmitSteps, event: Event): Promise<boolean> {
  const { phase } = form
  const pending = form.pending()
  if (pending !== undefined) {
    phase.value = 'busy'
    await pending
    if (phase.value !== 'busy') return false
    phase.value = 'open'
    if (steps.showFaults()) return false
  }
  // A page may have changed its mind about a summary page or its own checkouts.
  form.refresh()
  const reason = unpayableReason(form)
  if (reason !== undefined) {
    closeUnpayable(form, reason)
    return false
  }
  if (lacksPageField(form)) return false
  // Before the page is asked: what it changes meanwhile the shopper has not seen.
  const shown = shownMoney(form)
  const consent = pageConsents(form, steps.checks, event)
  // A sheet opens in this task, beside the page's answer; without one no other form has to wait for that.
  if (consent === false || (!steps.confirm && !(await consent))) return false
  return payAlone(form, (sent) => pay(form, steps, { consent, shown, sent }))
}

interface Pressed {
  readonly consent: boolean | Promise<boolean>
  /** What the button said. */
  readonly shown: ReturnType<typeof shownMoney>
  readonly sent: () => void
}

/** Perhaps a checkout is made, the shopper confirms, and the payment is sent. */
async function pay(form: FormShell, steps: SubmitSteps, pressed: Pressed): Promise<boolean> {
  const { consent, shown, sent } = pressed
  const { phase } = form
  let isOver = false
  const ready = isReady(form, steps, consent, () => isOver)
  const confirmed = await (steps.confirm?.(ready) ?? ready)
  // A form that asks the shopper nothing more has not waited for the page.
  isOver = !(confirmed === true && (await ready))
  if (isOver && phase.value === 'busy') phase.value = 'open'
  if (typeof confirmed === 'string' && phase.value === 'open') tellUnpaid(form, confirmed)
  if (isOver || phase.value !== 'busy') return false
  announce(form, form.language.value.translate('processing'))
  const answer = steps.send(
    (own) => fieldsOf(form, { ...own, ...shownFields(form, shown, own) }),
    (path, fields) =>
      postPayment(form.checkout.boot.base + path, new URLSearchParams(fields), fetch),
    sendCard,
  )
  sent()
  form.call('onAfterSubmit', undefined)
  isOver = await settleAnswer(form, steps, await waitAloud(form, answer))
  if (!isOver && phase.value === 'busy') phase.value = 'open'
  return isOver
}

/** Whether the page consents, the form has a checkout, and nothing is wrong with its fields. */
async function isReady(
  form: FormShell,
  steps: SubmitSteps,
  consent: boolean | Promise<boolean>,
  isOver: () => boolean,
): Promise<boolean> {
  if (!(await consent)) return false
  // What the channel of a new checkout takes is known now.
  if (!(await hasCheckout(form)) || steps.showFaults()) return false
  // While the page was asked it has perhaps removed the form, and the shopper has closed his sheet.
  if (form.phase.value === 'closed' || isOver() || !steps.isLoaded()) return false
  form.phase.value = 'busy'
  return true
}

function fieldsOf(form: FormShell, own: Readonly<Record<string, string>>): Record<string, string> {
  const element = form.element()
  const browser = browserData({ width: innerWidth, height: innerHeight }, form.options)
  return submitFields(dataOfForm(element), browser, {
    ...own,
    shopperResultUrl: form.resultUrl(),
    pageOrigins: pageOrigins(window),
  })
}

/** Whether a field that the page has put into the form is not filled in as it must be; the browser says what. */
function lacksPageField(form: FormShell): boolean {
  const fields = fieldsOfForm(form.element())
  // One that nobody sees is the page's own affair.
  const field = fields.find((each) => each.willValidate && !each.validity.valid && isSeen(each))
  field?.reportValidity()
  return field !== undefined
}

function isSeen(field: HTMLElement): boolean {
  return field.checkVisibility() && !field.closest('[inert]')
}
