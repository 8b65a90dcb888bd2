import type { PaymentAnswer } from '../../../common/widget-wire.ts'
import { followRedirect, leaveTo } from '../../page/leave.ts'
import { type Outcome, readAnswer } from '../../session/answer.ts'
import { widgetError } from '../../session/errors.ts'
import { readSession } from '../../session/load-session.ts'
import { pollOutcome } from '../../session/outcome-polling.ts'
import { resourcePath, resultAddress } from '../../session/result-address.ts'
import type { CardForm, FrameAnswer } from './card-form.ts'
import { announce, notify } from './card-state.ts'
import { closeForm } from './close-form.ts'
import { faultsOfAnswer } from './faults.ts'
import { showFaults } from './show-faults.ts'

/** Does what the answer asks for; says whether the submit is over. */
export async function settleAnswer(form: CardForm, answer: FrameAnswer): Promise<boolean> {
  if (answer.kind === 'noAnswer') return askForOutcome(form, 'checkingPayment')
  const outcome = readAnswer(answer.status, answer.body)
  switch (outcome.kind) {
    case 'final':
      announceResult(form, outcome)
      return leaveToShop(form)
    case 'redirect':
      announce(form.state, form.state.language.value.translate('redirecting'))
      form.state.phase.value = 'leaving'
      followRedirect(outcome.redirect)
      return true
    case 'faults':
      return showGatewayFaults(form, answer.body)
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

function announceResult(
  { state }: CardForm,
  { verdict }: Extract<Outcome, { kind: 'final' }>,
): void {
  if (verdict !== 'pending') announce(state, state.language.value.translate(verdict))
}

function leaveToShop(form: CardForm): true {
  // The page has unloaded the widget: where the shopper goes is its own affair then.
  if (form.state.phase.value === 'closed') return true
  const id = form.checkout.boot.checkoutId ?? ''
  form.state.phase.value = 'leaving'
  const path = resourcePath(id, form.endpoint.value)
  leaveTo(resultAddress(form.resultUrl(), id, path))
  return true
}

/** The outcome is not known here: asks the gateway, for about twenty seconds. */
async function askForOutcome(
  form: CardForm,
  key: 'checkingPayment' | 'paymentUnderWay',
): Promise<boolean> {
  notify(form.state, { tone: 'calm', key })
  const outcome = await pollOutcome({
    async read() {
      const answer = await readSession(form.checkout.boot)
      if (answer === undefined) return undefined
      return 'session' in answer ? answer.session : 'gone'
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  })
  if (outcome === 'finished') return leaveToShop(form)
  if (outcome === 'gone') return endCheckout(form, 'No payment session found')
  if (outcome === 'unknown' && key === 'paymentUnderWay') return leaveToShop(form)
  return failSubmit(form, 'connectionLost', `The submit had no answer (${outcome})`)
}

/** No such checkout, or it is paid already: then the shop shows its result. */
async function endCheckout(form: CardForm, reason: string): Promise<boolean> {
  const answer = await readSession(form.checkout.boot)
  if (answer !== undefined && 'session' in answer && answer.session.state === 'done') {
    return leaveToShop(form)
  }
  closeForm(form, reason, { tone: 'error', key: 'sessionInvalid' })
  return false
}

/** Tells shopper and page that the submit came to nothing; the shopper may try again. */
export function failSubmit(
  { state, call }: CardForm,
  key: 'paymentFailed' | 'connectionLost',
  message: string,
): false {
  notify(state, { tone: 'error', key })
  call('onError', undefined, widgetError('PciIframeSubmitError', message))
  return false
}

function showGatewayFaults(form: CardForm, { result }: PaymentAnswer): false {
  const { fields, others } = faultsOfAnswer(result.parameterErrors ?? [])
  form.state.fromGateway.value = fields
  form.state.phase.value = 'open'
  if (others.length > 0) {
    notify(form.state, { tone: 'error', key: 'paymentFailed' })
    const reasons = others.map(({ name, message }) => `${name}: ${message}`).join('; ')
    form.call('onError', undefined, widgetError('WidgetError', reasons))
  }
  if (Object.keys(fields).length > 0) showFaults(form)
  return false
}
