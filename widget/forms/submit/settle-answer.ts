import type { NoAnswer, PaymentAnswer } from '../../../common/widget-wire.ts'
import { announce, reportFailure } from '../../fetched/notices.ts'
import { resourcePath } from '../../session/result-address.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitAnswer, SubmitSteps } from '../shell/submit-steps.ts'
import { type Outcome, type ParameterError, readAnswer } from './answer.ts'
import { askForOutcome, endCheckout, failUnpaid, isUnsettled, unpaidName } from './ask-outcome.ts'
import { explain } from './failures.ts'
import { faultsOfAnswer } from './faults-of-answer.ts'
import { followRedirect } from './follow-redirect.ts'
import { leaveToShop } from './leave-page.ts'
import { stay, staysDeclined } from './stay.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

/** To read at most 128 characters of the issuer. */
const READING_MS = 8_000

const { giveUpCheckout, holdCheckout, readSession } = __TILLGATE_KIT__

/** Does what the answer asks for; returns whether the submit is over. */
export async function settleAnswer(
  form: FormShell,
  steps: SubmitSteps,
  answer: SubmitAnswer,
): Promise<boolean> {
  if (answer.kind === 'noAnswer') {
    // Nothing was sent: the shopper types the number again.
    if (answer.reason === 'refused') tellRefusal(form)
    if (notSent.has(answer.reason)) return showErrors(form, steps, [numberWanted])
    const name = answer.reason === 'unreadable' ? 'serverFailed' : 'connectionLost'
    return askForOutcome(form, 'checkingPayment', name)
  }
  const outcome = readAnswer(answer.status, answer.body)
  const isDeclined = outcome.kind === 'final' && outcome.verdict === 'declined'
  if (isDeclined && staysDeclined(form) && !isUnsettled(form)) return stay(form, steps, answer.body)
  if (outcome.kind === 'final' || outcome.kind === 'redirect') holdCheckout(form)
  switch (outcome.kind) {
    case 'final':
      await announceResult(form, outcome, answer.body)
      return leaveToShop(form)
    case 'redirect':
      return followRedirect(form, outcome.redirect)
    case 'kept':
      return giveToPage(form, answer.body)
    case 'faults':
      return showErrors(form, steps, outcome.errors)
    case 'underWay':
      return askForOutcome(form, 'paymentUnderWay', 'connectionLost')
    case 'gone':
      return endCheckout(form, outcome.description)
    case 'refused':
      return failUnpaid(form, 'paymentFailed', outcome.description)
    case 'unknown':
      return askForOutcome(form, 'checkingPayment', 'serverFailed')
  }
}

const notSent = new Set<NoAnswer>(['not whole', 'shut', 'refused'])
const numberWanted = { name: 'card.number', value: '', message: 'is to be typed again' }

/** A secured field pays what its frame was opened for, and what takes the place of that. */
function tellRefusal(form: FormShell): void {
  const { checkoutId } = form.checkout.boot
  const reason = `The secured field does not pay checkout ${checkoutId}: it is of another channel or currency than the checkout or channel that the script names, or costs more`
  console.error(reason)
  reportFailure(form, 'InvalidCheckoutIdError', reason, 'checkout_failed')
}

/** The page shows its summary, and its server pays; the shopper may change what was kept. */
function giveToPage(form: FormShell, { id = '', kept }: PaymentAnswer): false {
  const data = { id, resourcePath: resourcePath(id, form.endpoint.value), ...kept }
  form.call('onSaveTransactionData', undefined, data)
  return false
}

/** Also shows what the issuer tells the shopper of a declined card, until that could be read. */
async function announceResult(
  form: FormShell,
  { verdict }: Extract<Outcome, { kind: 'final' }>,
  { resultDetails }: PaymentAnswer,
): Promise<void> {
  if (verdict === 'pending') return
  form.outcome.value = verdict
  const text = resultDetails?.cardholderInfo
  announce(form, form.language.value.translate(verdict) + (text ? `. ${text}` : ''))
  if (!text) return
  form.notice.value = { tone: 'error', key: verdict, text }
  await new Promise((resolve) => setTimeout(resolve, READING_MS))
}

async function showErrors(
  form: FormShell,
  steps: SubmitSteps,
  errors: readonly ParameterError[],
): Promise<false> {
  const others = steps.keepErrors(errors, faultsOfAnswer)
  const isOfMoney = others.some(({ name }) => /^(shown|giftCards)\./.test(name))
  if (isOfMoney) await showMoneyOfNow(form)
  // What the page names before there is a checkout was not what this one asks for.
  else giveUpCheckout(form)
  if (form.phase.peek() === 'closed') return false
  form.phase.value = 'open'
  if (others.length > 0) {
    explain(form, unpaidName(form, isOfMoney ? 'amountChanged' : 'paymentFailed'))
    const reasons = others.map(({ name, message }) => `${name}: ${message}`).join('; ')
    reportFailure(form, 'WidgetError', reasons)
  }
  steps.showFaults()
  return false
}

/** Draws all forms of the page anew, with the amount that the checkout asks for now. */
async function showMoneyOfNow(form: FormShell): Promise<void> {
  void form.addFetchedTexts()
  const { checkout, session } = form
  const answer = await readSession(checkout.boot)
  if (answer && 'session' in answer) {
    session.value = answer.session
    form.opened(answer.session)
  }
  form.reload()
}
