import { createLook } from '../../../fetched/adopt-look.ts'
import type { MakeWallet } from '../../button/method-form.tsx'
import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import { createGooglePayRequest, showGooglePay } from './google-pay.ts'
import look from './look.css?inline'
import { showSimulatedSheet } from './simulated-sheet.tsx'
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

const { effect, reportFailure } = __TILLGATE_KIT__

const adoptLook = createLook(look)

/** The button of a wallet and its sheet; the payment is sent when the shopper has confirmed there. */
export const makeWallet: MakeWallet = (form, { name }) => {
  const brand = name as WalletBrand
  watchReadiness(form, brand)
  return {
    buttonClasses: buttonClasses(WALLETS[brand].wallet, walletOptions(form, WALLETS[brand].wallet)),
    adoptLook,
    confirm: () => confirm(form, brand),
  }
}

/** What the shopper has confirmed; `undefined`: he or the page stopped. */
async function confirm(form: FormShell, brand: WalletBrand): Promise<ConfirmedPayment | undefined> {
  try {
    const confirmed = await showSheet(form, brand)
    if (confirmed !== undefined) return confirmed
    reportFailure(form, 'WidgetError', `${brand} cannot be paid with here`, 'not_ready')
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError'
    const message = error instanceof Error ? error.message : String(error)
    if (isClosed) {
      await callWallet(walletOptions(form, WALLETS[brand].wallet), 'onCancel', 'CANCELED')
      form.call('onLightboxCancel', undefined)
    }
    const event = error instanceof NotAuthorised ? 'not_authorized' : 'error'
    reportFailure(form, 'WidgetError', message, isClosed ? 'closed' : event)
  }
  return undefined
}

/** Asks the shopper. The amount is that of the checkout, whatever the page says; `undefined`: this device cannot. */
async function showSheet(
  form: FormShell,
  brand: WalletBrand,
): Promise<ConfirmedPayment | undefined> {
  const { environment, amount, currency } = form.session.value ?? {}
  if (amount === undefined || currency === undefined) return undefined
  if (environment !== 'live') return showSimulatedSheet(form, WALLETS[brand])
  const request = liveRequest(form, brand)
  return request && showGooglePay(form, request)
}

function liveRequest(form: FormShell, brand: WalletBrand): PaymentRequest | undefined {
  const { amount = '', currency = '' } = form.session.value ?? {}
  const { wallet } = WALLETS[brand]
  return wallet === 'googlePay'
    ? createGooglePayRequest(walletOptions(form, wallet), { amount, currency })
    : undefined
}

/** Reports that the wallet is ready; where this device cannot pay, the form goes, and the page is told why. */
function watchReadiness(form: FormShell, brand: WalletBrand): void {
  const end = effect(() => {
    const { environment } = form.session.value ?? {}
    if (environment === undefined) return
    queueMicrotask(() => end())
    if (environment === 'live') void removeUnlessReady(form, brand)
    else form.call('onReadyExternal', undefined)
  })
}

async function removeUnlessReady(form: FormShell, brand: WalletBrand): Promise<void> {
  const request = liveRequest(form, brand)
  if (await request?.canMakePayment().catch(() => false)) {
    form.call('onReadyExternal', undefined)
    return
  }
  reportFailure(form, 'WidgetError', `${brand} cannot be paid with on this device`, 'not_ready')
  form.container.remove()
}
