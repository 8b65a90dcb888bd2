import { notify } from '../../fetched/notices.ts'
import { resourcePath, resultAddress } from '../../session/result-address.ts'
import { sendForm } from '../../session/send-form.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { type Redirect, redirectRequest } from './redirect-request.ts'

/** Takes the shopper to the shop's result page, with the checkout's id and what its status is read from. */
export function leaveToShop(form: FormShell): true {
  const { phase } = form
  // The page has unloaded the widget: then the page decides where the shopper goes.
  if (phase.value !== 'closed') goToResult(form)
  return true
}

/** Whether the shop has a result page: not the page of the form itself. */
export function hasResultPage(form: FormShell): boolean {
  return form.resultUrl() !== location.href
}

/** The same where the shopper asks for it. */
export function goToResult(form: FormShell): void {
  const { phase, options } = form
  const id = form.checkout.boot.checkoutId ?? ''
  form.call('onBeforeLeave', undefined, 'result')
  phase.value = 'leaving'
  const path = resourcePath(id, form.endpoint.value)
  const target = options.paymentTarget && options.shopperResultTarget
  const isWindow = leaveTo(resultAddress(form.resultUrl(), id, path), target)
  if (isWindow) offerAgain(form, 'backToShop', () => goToResult(form))
}

/** A page that the window has not left by then asks its shopper whether to stay, or the next one is slow. */
const LEFT_WITHIN_MS = 4_000

/** Where the shopper has stayed on the page, by its own `beforeunload`, a button goes on. */
export function offerAgain(form: FormShell, key: 'backToShop' | 'retry', run: () => void): void {
  const { container, outcome, phase } = form
  setTimeout(() => {
    if (phase.peek() !== 'leaving' || !container.isConnected) return
    const said = outcome.peek() ?? 'redirecting'
    notify(form, { tone: 'calm', key: said, actions: [{ key, run }] })
  }, LEFT_WITHIN_MS)
}

/**
 * Takes the frame of this name to an address; the whole window, also out of a frame, where the page has
 * none. An anchor keeps the address as it is, where a form would write its query anew.
 *
 * @returns whether the window goes
 */
function leaveTo(address: string, frame: string): boolean {
  const anchor = document.createElement('a')
  const isWindow = document.getElementsByName(frame).length === 0
  anchor.href = address
  anchor.target = isWindow ? '_top' : frame
  anchor.click()
  return isWindow
}

/** Sends the shopper on to a bank or wallet as the gateway says, in a frame or with the whole window. */
export function openRedirect(redirect: Redirect, target = '_top'): void {
  const request = redirectRequest(redirect)
  if (request.method === 'GET') {
    leaveTo(request.address, target)
    return
  }
  const fields = request.fields.map(([name, value]) => ({ name, value }))
  sendForm({ url: request.address, method: 'POST', fields }, target)
}
