import { type Outcome, type ParameterError, readAnswer } from '../../session/answer.ts'
import { readSession } from '../../session/load-session.ts'
import { pollOutcome } from '../../session/outcome-polling.ts'
import type { Redirect } from '../../session/redirect-request.ts'
import { closeForm } from './close-form.ts'
import { followRedirect } from './follow-redirect.ts'
import type { FormShell } from './form-shell.ts'
import { leaveToShop } from './leave-page.ts'
import { announce, notify, reportFailure } from './notice.ts'
import type { SubmitAnswer, SubmitSteps } from './submit-form.ts'

/** Does what the answer asks for; returns whether the submit is over. */
export async function settleAnswer(
  form: FormShell,
  steps: SubmitSteps,
  answer: SubmitAnswer,
): Promise<boolean> {
  if (answer.kind === 'noAnswer') return askForOutcome(form, 'checkingPayment')
  const outcome = readAnswer(answer.status, answer.body)
  switch (outcome.kind) {
    case 'final':
      announceResult(form, outcome)
      return leaveToShop(form)
    case 'redirect':
      return followRedirect(form, outcome.redirect)
    case 'faults':
      return showErrors(form, steps, outcome.errors)
    case 'underWay':
      return askForOutcome(form, 'paymentUnderWay')
    case 'gone':
      return endCheckout(form, outcome.description)
    case 'refused':
      return failSubmit(form, 'paymentFailed', outcome.description)
    case 'unknown':
      return askForOutcome(form, 'checkingPayment')
  }
}

function announceResult(form: FormShell, { verdict }: Extract<Outcome, { kind: 'final' }>): void {
  if (verdict !== 'pending') announce(form, form.language.value.translate(verdict))
}

/** The outcome is not known here: asks the gateway, for about twenty seconds. */
async function askForOutcome(
  form: FormShell,
  key: 'checkingPayment' | 'paymentUnderWay',
): Promise<boolean> {
  notify(form, { tone: 'calm', key })
  let redirect: Redirect | undefined
  const outcome = await pollOutcome({
    async read() {
      const answer = await readSession(form.checkout.boot)
      if (answer === undefined) return undefined
      if (!('session' in answer)) return 'gone'
      redirect = answer.session.redirect
      return answer.session
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  })
  if (redirect !== undefined) return followRedirect(form, redirect)
  if (outcome === 'finished') return leaveToShop(form)
  if (outcome === 'gone') return endCheckout(form, 'No payment session found')
  if (outcome === 'unknown' && key === 'paymentUnderWay') return leaveToShop(form)
  return failSubmit(form, 'connectionLost', `The submit had no answer (${outcome})`)
}

/** No such checkout, or it is paid already: then the shop shows its result. */
async function endCheckout(form: FormShell, reason: string): Promise<boolean> {
  const answer = await readSession(form.checkout.boot)
  if (answer !== undefined && 'session' in answer && answer.session.state === 'done') {
    return leaveToShop(form)
  }
  closeForm(form, reason, { tone: 'error', key: 'sessionInvalid' })
  return false
}

/** Tells shopper and page that the submit failed; the shopper may try again. */
export function failSubmit(
  form: FormShell,
  key: 'paymentFailed' | 'connectionLost',
  message: string,
): false {
  notify(form, { tone: 'error', key })
  reportFailure(form, 'PciIframeSubmitError', message)
  return false
}

function showErrors(form: FormShell, steps: SubmitSteps, errors: readonly ParameterError[]): false {
  const others = steps.keepErrors(errors)
  form.phase.value = 'open'
  if (others.length > 0) {
    notify(form, { tone: 'error', key: 'paymentFailed' })
    const reasons = others.map(({ name, message }) => `${name}: ${message}`).join('; ')
    reportFailure(form, 'WidgetError', reasons)
  }
  steps.showFaults()
  return false
}
