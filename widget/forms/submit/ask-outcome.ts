import { notify, reportFailure } from '../../fetched/notices.ts'
import type { FormKit } from '../form-kit.ts'
import type { FailureName } from '../shell/failure-name.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { explain } from './failures.ts'
import { followRedirect } from './follow-redirect.ts'
import { leaveToShop } from './leave-page.ts'
import { pollOutcome } from './outcome-polling.ts'
import type { Redirect } from './redirect-request.ts'
import { stayIfDeclined, wasDeclined } from './stay.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { closeForm, giveUpCheckout, holdCheckout, readSession } = __TILLGATE_KIT__

/** Checkouts of which nobody knows whether a submit of this page has paid them. */
const unsettled = new Set<string | null>()

/** What may be said where this submit has paid nothing: an earlier one perhaps has. */
export function unpaidName<Name extends FailureName>(
  form: FormShell,
  name: Name,
): Name | 'outcomeUnknown' {
  return isUnsettled(form) ? 'outcomeUnknown' : name
}

/** Whether an earlier submit of this page has perhaps paid the checkout. */
export function isUnsettled({ checkout }: Pick<FormShell, 'checkout'>): boolean {
  return unsettled.has(checkout.boot.checkoutId)
}

/** Tells the shopper that this submit has paid nothing. */
export function tellUnpaid(form: FormShell, name: FailureName): void {
  explain(form, unpaidName(form, name), () => void askAgain(form))
}

/** Tells shopper and page that this submit has paid nothing. */
export function failUnpaid(form: FormShell, name: FailureName, reason: string): false {
  tellUnpaid(form, name)
  reportFailure(form, 'PciIframeSubmitError', reason)
  return false
}

/**
 * The outcome is not known here: asks the gateway, for about twenty seconds.
 *
 * @param key what the shopper reads meanwhile
 * @param name what has failed, where nothing was paid
 */
export async function askForOutcome(
  form: FormShell,
  key: 'checkingPayment' | 'paymentUnderWay',
  name: 'connectionLost' | 'serverFailed',
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
    wasDeclined: wasDeclined(form),
  })
  if (redirect !== undefined) return followRedirect(form, redirect)
  if (outcome === 'finished') return (await settleDeclined(form)) ? false : leaveToShop(form)
  if (outcome === 'gone') return endCheckout(form, 'No payment session found')
  if (outcome === 'unknown' && key === 'paymentUnderWay') return leaveToShop(form)
  if (outcome === 'untouched') unsettled.delete(checkoutId)
  failUnpaid(form, name, `The submit had no answer (${outcome})`)
  if (outcome === 'unknown') keepAsking(form)
  return false
}

async function settleDeclined(form: FormShell): Promise<boolean> {
  const isDeclined = await stayIfDeclined(form)
  if (isDeclined) unsettled.delete(form.checkout.boot.checkoutId)
  return isDeclined
}

/** How often the gateway is asked in the background for an outcome that nobody knows. */
const ASK_EVERY_MS = 15_000

/**
 * Nobody has answered: asks on until the gateway is reached, at once when the shopper is not offline any
 * more. The form then shows what became of the submit.
 */
function keepAsking(form: FormShell): void {
  const { container, notice, phase } = form
  const said = notice.peek()
  let isEnded = false
  const timer = setInterval(() => void ask(), ASK_EVERY_MS)
  addEventListener('online', ask)

  async function ask(): Promise<void> {
    // The shopper has tried again meanwhile, or the page shows something else.
    if (notice.peek() !== said || phase.peek() !== 'open' || !container.isConnected) return end()
    const answer = await readSession(form.checkout.boot)
    if (answer === undefined || isEnded || notice.peek() !== said) return
    end()
    await askAgain(form)
    // Nothing was paid, and there is a connection: the shopper may pay now.
    if (notice.peek()?.key === 'connectionLost') notify(form, undefined)
  }

  function end(): void {
    isEnded = true
    clearInterval(timer)
    removeEventListener('online', ask)
  }
}

/** Asks the gateway once more for the outcome of a submit. */
export async function askAgain(form: FormShell): Promise<void> {
  const { latch, phase } = form
  await latch.run(async () => {
    phase.value = 'busy'
    const isOver = await askForOutcome(form, 'checkingPayment', 'connectionLost')
    if (!isOver && phase.peek() === 'busy') phase.value = 'open'
    return isOver
  })
}

/** No such checkout, or it is paid already: then the shop shows its result. */
export async function endCheckout(form: FormShell, reason: string): Promise<boolean> {
  const answer = await readSession(form.checkout.boot)
  const state = answer && 'session' in answer ? answer.session.state : answer?.state
  if (state === 'done') return leaveToShop(form)
  if (giveUpCheckout(form)) return failUnpaid(form, 'paymentFailed', reason)
  const isUnknown = answer === undefined || state === 'pending' || state === 'processing'
  closeForm(form, reason)
  explain(form, isUnknown ? 'outcomeUnknown' : unpaidName(form, 'sessionInvalid'), () =>
    askAgain(form),
  )
  return false
}
