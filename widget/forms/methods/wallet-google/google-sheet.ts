import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import type { WalletSheet } from '../wallet/create-wallet.tsx'
import { runProviderScript } from '../wallet/provider-script.ts'
import {
  callWallet,
  type Members,
  membersOf,
  textOf,
  walletOptions,
} from '../wallet/wallet-options.ts'
import {
  authorisePayment,
  type ConfirmedPayment,
  NotAuthorised,
  readAmount,
} from '../wallet/wallet-payment.ts'
import { type GoogleCallbacks, type GoogleClient, googleApi } from './google-pay-js.ts'
import { API, cardMethod, dataRequest, transactionOf } from './google-request.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { shownMoney } = __TILLGATE_KIT__

const SCRIPT = 'https://pay.google.com/gp/p/js/pay.js'

/** The sheet as it is open, for what Google's script asks. */
interface OpenSheet {
  readonly ready: Promise<boolean>
  /** The amount that the shopper sees; a token does not contain it. */
  shown: Members
  items: unknown
  readonly resolve: (confirmed: ConfirmedPayment | undefined) => void
  readonly reject: (error: unknown) => void
  /** Ends the wait of Google's script for what became of the payment. */
  answer?: (state: object) => void
}

/** Google Pay by Google's script. */
export function createGoogleSheet(form: FormShell): WalletSheet {
  let client: GoogleClient | undefined
  let sheet: OpenSheet | undefined
  const optionsNow = () => walletOptions(form, 'googlePay')

  function createClient(merchantId: string): GoogleClient {
    const api = googleApi()
    if (api === undefined) throw new Error('Google Pay is not in the page')
    const options = optionsNow()
    const hears = typeof options.onPaymentDataChanged === 'function'
    return new api.PaymentsClient({
      environment: 'PRODUCTION',
      merchantInfo: { merchantId, merchantName: textOf(options.merchantName) },
      paymentDataCallbacks: {
        onPaymentAuthorized: (data: Members) => authorise(form, sheet, data),
        ...(hears && { onPaymentDataChanged: (data: Members) => update(form, sheet, data) }),
      } satisfies GoogleCallbacks,
    })
  }

  return {
    async fault() {
      const recipient = form.session.value?.wallets?.googlePay
      if (recipient === undefined) {
        return form.session.value === undefined
          ? 'the script must name the checkout or the channel (entityId)'
          : 'the operator of the gateway has not set it up (TILLGATE_GOOGLE_PAY_MERCHANT and the settings after it)'
      }
      if (googleApi() === undefined) await runProviderScript(SCRIPT, 'tillgate-google-pay')
      client = createClient(recipient.merchantId)
      const options = optionsNow()
      const { existingPaymentMethodRequired } = options
      const allowedPaymentMethods = [cardMethod(form, options)]
      const asked = { ...API, allowedPaymentMethods, existingPaymentMethodRequired }
      const { result } = await client.isReadyToPay(asked)
      return result ? undefined : 'this device cannot pay with it'
    },
    button(pay) {
      const options = optionsNow()
      const { buttonColor, buttonType, buttonRadius, buttonLocale } = options
      return client?.createButton({
        buttonColor,
        buttonType,
        buttonRadius,
        buttonLocale: buttonLocale ?? form.language.value.tag.slice(0, 2),
        buttonSizeMode: options.buttonSizeMode ?? 'fill',
        allowedPaymentMethods: [cardMethod(form, options)],
        onClick: pay,
      })
    },
    show: (ready) =>
      new Promise((resolve, reject) => {
        const recipient = form.session.value?.wallets?.googlePay
        if (client === undefined || recipient === undefined)
          throw new Error('Google Pay is not ready')
        const options = optionsNow()
        const request = dataRequest(form, options, recipient)
        const items = options.displayItems
        sheet = { ready, shown: request.transactionInfo, items, resolve, reject }
        client.loadPaymentData(request).catch((error) => reject(closed(error)))
        ready.then((isReady) => isReady || resolve(undefined), reject)
      }),
    answered: (isTaken) => sheet?.answer?.(isTaken ? TAKEN : failure('PAYMENT_AUTHORIZATION', '')),
  }
}

const TAKEN = { transactionState: 'SUCCESS' } as const

function failure(intent: string, message: string) {
  return { transactionState: 'ERROR', error: { reason: 'OTHER_ERROR', message, intent } } as const
}

/** Errors of Google's script are plain objects. */
function closed(error: unknown): Error {
  const { statusCode, statusMessage } = membersOf(error)
  if (statusCode === 'CANCELED') {
    return new DOMException('The shopper has closed the sheet', 'AbortError')
  }
  return error instanceof Error ? error : new Error(textOf(statusMessage) ?? String(statusCode))
}

/** The shopper has confirmed: asks the page, and lets the form send the payment. */
async function authorise(
  form: FormShell,
  sheet: OpenSheet | undefined,
  data: Members,
): Promise<object> {
  const refuse = (error: Error) => {
    sheet?.reject(error)
    return failure('PAYMENT_AUTHORIZATION', error.message)
  }
  try {
    const isReady = sheet?.answer === undefined && (await sheet?.ready)
    // A form that the page has removed sends nothing: Google's sheet would wait for its answer.
    if (sheet === undefined || !isReady || form.phase.value === 'closed') {
      return refuse(new Error('The payment has ended'))
    }
    const { amount, currency } = shownMoney(form)
    if (amount !== sheet.shown.totalPrice || currency !== sheet.shown.currencyCode) {
      return refuse(new Error('The checkout is of another amount than the sheet has shown'))
    }
    const { tokenizationData } = membersOf(data.paymentMethodData)
    const paymentToken = textOf(membersOf(tokenizationData).token)
    if (paymentToken === undefined) return refuse(new Error('Google Pay has answered no token'))
    const order = { paymentToken, details: data, shown: { amount, currency } }
    const { verdict, answer, confirmed } = await authorisePayment(form, 'googlePay', order)
    if (verdict.kind === 'faulty') return { ...TAKEN, ...membersOf(answer) }
    if (verdict.kind === 'refused') {
      return refuse(new NotAuthorised('The page has refused the payment'))
    }
    return await new Promise<object>((resolve) => {
      sheet.answer = resolve
      sheet.resolve(confirmed)
    })
  } catch (error) {
    return refuse(error instanceof Error ? error : new Error(String(error)))
  }
}

/** The shopper has chosen: what the page answers goes to Google as it is, but for the amount. */
async function update(
  form: FormShell,
  sheet: OpenSheet | undefined,
  data: Members,
): Promise<object> {
  const options = walletOptions(form, 'googlePay')
  if (sheet === undefined || !(await sheet.ready.catch(() => false))) return {}
  const { callbackTrigger } = data
  const intent = callbackTrigger === 'INITIALIZE' ? 'SHIPPING_ADDRESS' : String(callbackTrigger)
  let answer: unknown
  try {
    answer = await callWallet(options, 'onPaymentDataChanged', data)
  } catch (error) {
    reportError(error)
    answer = false
  }
  await readAmount(form)
  const given = membersOf(answer)
  sheet.items = membersOf(given.newTransactionInfo).displayItems ?? sheet.items
  sheet.shown = transactionOf(form, options, sheet.items)
  const { error } = failure(intent, '')
  return { ...(answer === false ? { error } : given), newTransactionInfo: sheet.shown }
}
