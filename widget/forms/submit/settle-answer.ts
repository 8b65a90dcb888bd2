import type { NoAnswer, PaymentAnswer } from '../../../common/widget-wire.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import { resourcePath } from '../../session/result-address.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitKit } from '../shell/load-submit.ts'
import { announce, failSubmit, notify, reportFailure } from '../shell/notice.ts'
import type { SubmitAnswer, SubmitSteps } from '../shell/submit-form.ts'
import { type Outcome, type ParameterError, readAnswer } from './answer.ts'
import { followRedirect } from './follow-redirect.ts'
import { leaveToShop } from './leave-page.ts'
import { pollOutcome } from './outcome-polling.ts'
import type { Redirect } from './redirect-request.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: SubmitKit

/** To read at most 128 characters of the issuer. */
const READING_MS = 8_000

const { closeForm, giveUpCheckout, holdCheckout, readSession } = __TILLGATE_KIT__

/** Does what the answer asks for; returns whether the submit is over. */
export async function settleAnswer(
  form: FormShell,
  steps: SubmitSteps,
  answer: SubmitAnswer,
): Promise<boolean> {
  if (answer.kind === 'noAnswer') {
    // Nothing was sent: the shopper types the number again.
    if (notSent.has(answer.reason)) return showErrors(form, steps, [numberWanted])
    return askForOutcome(form, 'checkingPayment')
  }
  const outcome = readAnswer(answer.status, answer.body)
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
      return askForOutcome(form, 'paymentUnderWay')
    case 'gone':
      return endCheckout(form, outcome.description)
    case 'refused':
      return failUnpaid(form, 'paymentFailed', outcome.description)
    case 'unknown':
      return askForOutcome(form, 'checkingPayment')
  }
}

/** Checkouts of which nobody knows whether a submit of this page has paid them. */
const unsettled = new Set<string | null>()

/** What may be said where this submit has paid nothing: an earlier one perhaps has. */
function unpaidKey<Key extends MessageKey>(form: FormShell, key: Key): Key | 'outcomeUnknown' {
  return unsettled.has(form.checkout.boot.checkoutId) ? 'outcomeUnknown' : key
}

function failUnpaid(
  form: FormShell,
  key: 'paymentFailed' | 'connectionLost',
  reason: string,
): false {
  return failSubmit(form, unpaidKey(form, key), reason)
}

const notSent = new Set<NoAnswer>(['not whole', 'shut', 'refused'])
const numberWanted = { name: 'card.number', value: '', message: 'is to be typed again' }

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

/** The outcome is not known here: asks the gateway, for about twenty seconds. */
async function askForOutcome(
  form: FormShell,
  key: 'checkingPayment' | 'paymentUnderWay',
): Promise<boolean> {
  holdCheckout(form)
  // The page has removed the form: what it shows next pays the same checkout.
  if (form.phase.peek() === 'closed') return false
  const { checkoutId } = form.checkout.boot
  unsettled.add(checkoutId)
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
  if (outcome === 'untouched') unsettled.delete(checkoutId)
  failUnpaid(form, 'connectionLost', `The submit had no answer (${outcome})`)
  if (outcome === 'unknown' && !navigator.onLine) askWhenOnline(form)
  return false
}

/** The shopper is offline: when he is not any more, the form shows what became of the submit. */
function askWhenOnline(form: FormShell): void {
  const { container, latch, notice, phase } = form
  const said = notice.peek()
  const ask = async () => {
    // The shopper has tried again meanwhile, or the page shows something else.
    if (notice.peek() !== said || phase.peek() !== 'open' || !container.isConnected) return
    await latch.run(async () => {
      phase.value = 'busy'
      const isOver = await askForOutcome(form, 'checkingPayment')
      if (isOver || phase.peek() !== 'busy') return isOver
      phase.value = 'open'
      // Nothing was paid, and there is a connection: the shopper may pay now.
      if (navigator.onLine) notify(form, undefined)
      return false
    })
  }
  addEventListener('online', () => void ask(), { once: true })
}

/** No such checkout, or it is paid already: then the shop shows its result. */
async function endCheckout(form: FormShell, reason: string): Promise<boolean> {
  const answer = await readSession(form.checkout.boot)
  if (answer !== undefined && 'session' in answer && answer.session.state === 'done') {
    return leaveToShop(form)
  }
  if (giveUpCheckout(form)) return failSubmit(form, 'paymentFailed', reason)
  const key = answer === undefined ? 'outcomeUnknown' : unpaidKey(form, 'sessionInvalid')
  closeForm(form, reason, { tone: 'error', key })
  return false
}

function showErrors(form: FormShell, steps: SubmitSteps, errors: readonly ParameterError[]): false {
  giveUpCheckout(form)
  const others = steps.keepErrors(errors)
  form.phase.value = 'open'
  if (others.length > 0) {
    const isOfGiftCards = others.some(({ name }) => name === 'giftCards.restAmount')
    if (isOfGiftCards) {
      void form.addFetchedTexts()
      form.reload()
    }
    const key = unpaidKey(form, isOfGiftCards ? 'giftChanged' : 'paymentFailed')
    notify(form, { tone: 'error', key })
    const reasons = others.map(({ name, message }) => `${name}: ${message}`).join('; ')
    reportFailure(form, 'WidgetError', reasons)
  }
  steps.showFaults()
  return false
}
