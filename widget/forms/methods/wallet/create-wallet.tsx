import { createLook } from '../../../fetched/adopt-look.ts'
import type { MethodParts } from '../../button/method-form.tsx'
import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import type { UnpaidKey } from '../../shell/notice.ts'
import type { SubmitAnswer } from '../../shell/submit-steps.ts'
import look from './button.css?inline'
import {
  buttonClasses,
  callWallet,
  WALLETS,
  type WalletBrand,
  walletOptions,
} from './wallet-options.ts'
import { type ConfirmedPayment, NotAuthorised } from './wallet-payment.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { effect, reportFailure, signal } = __TILLGATE_KIT__

/** How a wallet asks its shopper. */
export interface WalletSheet {
  /** Why nobody can pay with it here, as a sentence for the page's developer; `undefined`: it is ready. */
  fault(): Promise<string | undefined>
  /**
   * Shows the sheet. Called in the task of the shopper's click; resolves with what he has confirmed and
   * the page has agreed to, or with `undefined` where it is not shown. Rejects with an `AbortError` when
   * he closes it, and with a `NetworkError` when the gateway is not reached.
   *
   * @param ready whether the page lets the payment go on and there is a checkout
   */
  show(ready: Promise<boolean>): Promise<ConfirmedPayment | undefined>
  /** What became of the payment; `undefined`: that is not known yet. */
  answered?(isTaken: boolean | undefined): void
  /**
   * The provider's own button, in place of the form's; asked for when the wallet is ready. Until then the
   * form is not shown.
   */
  button?(pay: () => void): HTMLElement | undefined
}

/** The button of a wallet and its sheet; the payment is sent when the shopper has confirmed there. */
export function createWallet(
  form: FormShell,
  name: string,
  sheet: WalletSheet,
  css = '',
): MethodParts {
  const brand = name as WalletBrand
  const { wallet } = WALLETS[brand]
  const own = signal<HTMLElement | undefined>(undefined)
  const { style } = form.container
  // A button that is shown and then goes, or becomes another, would be clicked.
  if (sheet.button) style.display = 'none'
  watchReadiness(form, sheet, () => {
    own.value = sheet.button?.(() => form.element().requestSubmit())
    style.removeProperty('display')
    const { method } = form
    if (method.value) method.value = { ...method.value, isReady: true }
  })
  return {
    buttonClasses: buttonClasses(wallet, walletOptions(form, wallet)),
    adoptLook: createLook(look + css),
    confirm: (ready) => confirm(form, wallet, sheet, ready),
    answered: (answer) => sheet.answered?.(isTaken(answer)),
    Note: () =>
      own.value && (
        <div
          class="wpwl-wallet-button"
          inert={form.phase.value !== 'open'}
          ref={(host) => place(form, host, own.value)}
        />
      ),
  }
}

/** A payment is declined with 400; 409: another one of the checkout is under way. */
function isTaken(answer: SubmitAnswer): boolean | undefined {
  if (answer.kind === 'noAnswer' || answer.status >= 500 || answer.status === 409) return undefined
  return answer.status < 300
}

/** The form's own button stays for scripts of the page, unseen. */
function place(form: FormShell, host: HTMLElement | null, button: HTMLElement | undefined): void {
  if (!host || !button || button.parentNode === host) return
  host.append(button)
  const ours = form.container.querySelector<HTMLElement>('.wpwl-button-pay')
  ours?.style.setProperty('display', 'none', 'important')
}

/** What the shopper has confirmed; `undefined`: he or the page stopped; a key: the sheet has failed. */
async function confirm(
  form: FormShell,
  wallet: (typeof WALLETS)[WalletBrand]['wallet'],
  sheet: WalletSheet,
  ready: Promise<boolean>,
): Promise<ConfirmedPayment | UnpaidKey | undefined> {
  let isBroken = false
  ready.catch(() => {
    isBroken = true
  })
  try {
    return await sheet.show(ready)
  } catch (error) {
    if (isBroken) throw error
    const name = error instanceof DOMException ? error.name : ''
    const isClosed = name === 'AbortError'
    const message = error instanceof Error ? error.message : String(error)
    if (isClosed) {
      await callWallet(walletOptions(form, wallet), 'onCancel', 'CANCELED')
      form.call('onLightboxCancel', undefined)
    }
    const isRefused = error instanceof NotAuthorised
    const event = isRefused ? 'not_authorized' : 'error'
    reportFailure(form, 'WidgetError', message, isClosed ? 'closed' : event)
    // The page knows why it has refused.
    if (isClosed || isRefused) return undefined
    return name === 'NetworkError' ? 'connectionLost' : 'paymentFailed'
  }
}

/**
 * Reports that the wallet is ready; where nobody can pay with it here, the form goes, and the page is told
 * why. What the gateway takes is known with the session, which does not come before the click where the
 * script names neither checkout nor channel.
 */
function watchReadiness(form: FormShell, sheet: WalletSheet, onReady: () => void): void {
  const { checkoutId, entityId } = form.checkout.boot
  const isAlone = checkoutId === null && entityId === undefined
  const end = effect(() => {
    const isShown = form.codeState.value === 'here'
    if (!isShown || (form.session.value === undefined && !isAlone)) return
    queueMicrotask(() => end())
    void tellReadiness(form, sheet, onReady)
  })
}

async function tellReadiness(
  form: FormShell,
  sheet: WalletSheet,
  onReady: () => void,
): Promise<void> {
  const fault = await sheet.fault().catch(String)
  if (fault === undefined) {
    onReady()
    form.call('onReadyExternal', undefined)
    return
  }
  const message = `${form.brand} cannot be paid with here: ${fault}`
  console.warn(message)
  reportFailure(form, 'WidgetError', message, 'not_ready')
  form.container.remove()
}
