import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import type { WalletSheet } from '../wallet/create-wallet.tsx'
import { runProviderScript } from '../wallet/provider-script.ts'
import { type Members, membersOf, textOf, walletOptions } from '../wallet/wallet-options.ts'
import { authorisePayment, type ConfirmedPayment, NotAuthorised } from '../wallet/wallet-payment.ts'
import { appleButton } from './apple-button.ts'
import { apiVersion, versionFor } from './apple-networks.ts'
import { type ApplePayApi, type AppleSession, appleApi } from './apple-pay-js.ts'
import { paymentRequest } from './apple-request.ts'
import { merchantSession } from './merchant-session.ts'
import { type AppleChange, appleErrors, updateFor } from './sheet-updates.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { effect, shownMoney } = __TILLGATE_KIT__

/** Apple's own script: it brings Apple Pay into browsers that do not have it themselves. */
const SCRIPT = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js'

/** Apple Pay: by the browser where it has it, else by Apple's script. */
export function createAppleSheet(form: FormShell): WalletSheet {
  let shown: ReturnType<typeof openSheet> | undefined
  return {
    fault: () => faultOf(form),
    button: (pay) => appleButton(form, pay),
    show(ready) {
      shown = openSheet(form, ready)
      return shown.confirmed
    },
    answered: (isTaken) => (isTaken === undefined ? shown?.abort() : shown?.complete(isTaken)),
  }
}

async function faultOf(form: FormShell): Promise<string | undefined> {
  const session = form.session.value
  if (session !== undefined && session.wallets?.applePay === undefined) {
    return 'the operator of the gateway has not set it up (TILLGATE_APPLE_PAY_MERCHANT and the settings after it)'
  }
  const options = walletOptions(form, 'applePay')
  if (textOf(options.countryCode) === undefined) {
    return 'wpwlOptions.applePay.countryCode is missing: the country of the merchant'
  }
  if (appleApi().ApplePaySession === undefined)
    await runProviderScript(SCRIPT, 'tillgate-apple-pay')
  const api = appleApi().ApplePaySession
  if (api === undefined) return 'this browser has no Apple Pay'
  const version = apiVersion(options)
  if (!api.supportsVersion(version)) return `this browser has no version ${version} of Apple Pay`
  if (!api.canMakePayments() || !(await hasCard(api, options, session?.wallets?.applePay))) {
    return 'this device cannot pay with it'
  }
  return undefined
}

/** Whether the shopper has a card to pay with, where the page wants to know that (`checkAvailability`). */
async function hasCard(
  api: ApplePayApi,
  { checkAvailability, merchantIdentifier }: Members,
  operator: { readonly merchantId: string } | undefined,
): Promise<boolean> {
  if (checkAvailability === undefined || checkAvailability === 'canMakePayments') return true
  const merchantId = operator?.merchantId ?? textOf(merchantIdentifier) ?? ''
  if (api.applePayCapabilities === undefined) {
    return (await api.canMakePaymentsWithActiveCard?.(merchantId)) ?? true
  }
  const { paymentCredentialStatus } = await api.applePayCapabilities(merchantId)
  return !['applePayUnsupported', 'paymentCredentialsUnavailable'].includes(paymentCredentialStatus)
}

/** Opens the sheet at once: the browser allows it in the task of the shopper's click alone. */
function openSheet(form: FormShell, ready: Promise<boolean>) {
  let session: AppleSession | undefined
  let endWatch = () => {}
  const end = () => {
    session = undefined
    endWatch()
  }
  /** Takes the sheet away; Apple throws for one that has ended. */
  const abort = () => {
    const open = session
    end()
    open?.abort()
  }
  const complete = (isTaken: boolean, errors?: readonly unknown[]) => {
    const api = appleApi().ApplePaySession
    if (api === undefined || session === undefined) return
    const open = session
    // With errors the sheet stays: the shopper mends them.
    if (errors === undefined) end()
    const status = isTaken ? api.STATUS_SUCCESS : api.STATUS_FAILURE
    open.completePayment(errors === undefined ? { status } : { status, errors })
  }

  const confirmed = new Promise<ConfirmedPayment | undefined>((resolve, reject) => {
    const options = walletOptions(form, 'applePay')
    const api = appleApi().ApplePaySession
    if (api === undefined) throw new Error('Apple Pay has left the page')
    const request = paymentRequest(form, options, api)
    const opened = new api(versionFor(options, request), request)

    const fail = (error: unknown) => {
      reject(error)
      if (session === opened) abort()
    }
    /** A step of the sheet; what goes wrong ends it. */
    const step = async (take: () => Promise<void>) => {
      try {
        if ((await ready) && session === opened) await take()
      } catch (error) {
        fail(error)
      }
    }
    const isOpen = () => session === opened
    takeEvents({ form, options, request, opened, step, isOpen, resolve, reject, complete, abort })
    opened.oncancel = () => {
      end()
      reject(new DOMException('The shopper has closed the sheet', 'AbortError'))
    }
    opened.begin()
    session = opened
    // The page stops the payment, or has removed the form.
    const stop = () => {
      resolve(undefined)
      if (session === opened) abort()
    }
    ready.then((isReady) => isReady || stop(), fail)
    endWatch = effect(() => {
      if (form.phase.value === 'closed') queueMicrotask(stop)
    })
  })
  return { confirmed, complete, abort }
}

type Update = Awaited<ReturnType<typeof updateFor>>

/** A sheet that the shopper sees. */
interface OpenSheet {
  readonly form: FormShell
  readonly options: Members
  readonly request: ReturnType<typeof paymentRequest>
  readonly opened: AppleSession
  /** A step of the sheet; what goes wrong ends it. */
  readonly step: (take: () => Promise<void>) => Promise<void>
  readonly isOpen: () => boolean
  readonly resolve: (confirmed: ConfirmedPayment) => void
  readonly reject: (error: unknown) => void
  readonly complete: (isTaken: boolean, errors?: readonly unknown[]) => void
  readonly abort: () => void
}

/** Answers what Apple and the shopper ask for, and asks the page about the payment that the shopper has approved. */
function takeEvents(sheet: OpenSheet): void {
  const { form, options, request, opened, step, isOpen, resolve, reject, complete, abort } = sheet
  const listed = { lineItems: request.lineItems ?? [] }
  let shown = {
    amount: String(membersOf(request.total).amount),
    currency: textOf(request.currencyCode),
  }
  const update = (change: AppleChange, chosen: unknown, answer: (update: Update) => void) =>
    step(async () => {
      const made = await updateFor(form, options, { change, chosen, listed })
      if (!isOpen()) return
      shown = { ...shown, amount: made.newTotal.amount }
      answer(made)
    })

  opened.onvalidatemerchant = ({ validationURL }) =>
    step(async () => {
      if (shownMoney(form).currency !== request.currencyCode) {
        throw new Error('The checkout is in another currency than wpwlOptions.checkout names')
      }
      const given = await merchantSession(form, validationURL, textOf(options.displayName))
      if (isOpen()) opened.completeMerchantValidation(given)
    })
  opened.onpaymentmethodselected = ({ paymentMethod }) =>
    update('onPaymentMethodSelected', paymentMethod, (made) =>
      opened.completePaymentMethodSelection(made),
    )
  opened.onshippingcontactselected = ({ shippingContact }) =>
    update('onShippingContactSelected', shippingContact, (made) =>
      opened.completeShippingContactSelection(made),
    )
  opened.onshippingmethodselected = ({ shippingMethod }) =>
    update('onShippingMethodSelected', shippingMethod, (made) =>
      opened.completeShippingMethodSelection(made),
    )
  opened.oncouponcodechanged = ({ couponCode }) =>
    update('onCouponCodeChanged', couponCode, (made) => opened.completeCouponCodeChange(made))
  opened.onpaymentauthorized = ({ payment }) =>
    step(async () => {
      const paymentToken = JSON.stringify(payment.token.paymentData)
      const order = { paymentToken, details: { ...payment }, shown }
      const { verdict, answer, confirmed: fields } = await authorisePayment(form, 'applePay', order)
      if (verdict.kind === 'authorised') return resolve(fields)
      if (verdict.kind === 'faulty') {
        const { errors } = membersOf(answer)
        return complete(false, appleErrors(Array.isArray(errors) ? errors : [{}], 'unknown'))
      }
      reject(new NotAuthorised('The page has refused the payment'))
      if (answer === 'ABORT' || membersOf(answer).status === 'ABORT') abort()
      else complete(false)
    })
}
