import { createLook } from '../../../fetched/adopt-look.ts'
import type { MakeWallet } from '../../button/method-form.tsx'
import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import look from './look.css?inline'
import { createSimulatedSheet } from './simulated-sheet.tsx'
import {
  buttonClasses,
  callWallet,
  isAuthorised,
  textOf,
  WALLETS,
  type WalletBrand,
  walletOptions,
} from './wallet-options.ts'
import { createGooglePayRequest, showGooglePay, type WalletRequest } from './wallet-request.ts'

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

/** The token of the shopper's wallet, by its parameter; `undefined`: he or the page stopped. */
async function confirm(
  form: FormShell,
  brand: WalletBrand,
): Promise<Readonly<Record<string, string>> | undefined> {
  const { wallet } = WALLETS[brand]
  const options = walletOptions(form, wallet)
  try {
    const request = walletRequest(form, brand)
    if (request === undefined) {
      reportFailure(form, 'WidgetError', `${brand} cannot be paid with here`, 'not_ready')
      return undefined
    }
    const paymentToken = await request.show()
    const answer = await callWallet(options, 'onPaymentAuthorized', { paymentToken })
    if (isAuthorised(answer)) return { [`${wallet}.paymentToken`]: paymentToken }
    reportFailure(form, 'WidgetError', 'The page has refused the payment', 'not_authorized')
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError'
    const message = error instanceof Error ? error.message : String(error)
    if (isClosed) {
      await callWallet(options, 'onCancel', 'CANCELED')
      form.call('onLightboxCancel', undefined)
    }
    reportFailure(form, 'WidgetError', message, isClosed ? 'closed' : 'error')
  }
  return undefined
}

/** What asks the shopper. The amount is that of the checkout, whatever the page says. */
function walletRequest(form: FormShell, brand: WalletBrand): WalletRequest | undefined {
  const { environment, amount, currency } = form.session.value ?? {}
  if (amount === undefined || currency === undefined) return undefined
  const { wallet, label } = WALLETS[brand]
  const options = walletOptions(form, wallet)
  if (environment === 'live') {
    const request =
      wallet === 'googlePay' ? createGooglePayRequest(options, { amount, currency }) : undefined
    return request && { show: () => showGooglePay(request) }
  }
  const total = options.total as { readonly label?: unknown } | undefined
  const named = textOf(total?.label) ?? textOf(options.displayName) ?? textOf(options.merchantName)
  const merchant = named ?? location.hostname
  return createSimulatedSheet(form, { wallet, label, merchant, amount, currency })
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
  const { amount = '', currency = '' } = form.session.value ?? {}
  const options = walletOptions(form, WALLETS[brand].wallet)
  const request =
    WALLETS[brand].wallet === 'googlePay'
      ? createGooglePayRequest(options, { amount, currency })
      : undefined
  if (await request?.canMakePayment().catch(() => false)) {
    form.call('onReadyExternal', undefined)
    return
  }
  reportFailure(form, 'WidgetError', `${brand} cannot be paid with on this device`, 'not_ready')
  form.container.remove()
}
