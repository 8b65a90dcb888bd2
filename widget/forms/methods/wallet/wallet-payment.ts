import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import type { shownMoney } from '../../shell/shown-money.ts'
import { contactFields } from './contact-fields.ts'
import {
  callWallet,
  type Members,
  type Verdict,
  verdictOf,
  type Wallet,
  walletOptions,
} from './wallet-options.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { readSession } = __TILLGATE_KIT__

/** What the shopper has confirmed and the page has agreed to, by parameter. */
export type ConfirmedPayment = Readonly<Record<string, string>>

/** The page has refused what the shopper has confirmed. */
export class NotAuthorised extends Error {}

interface ConfirmedSheet {
  readonly paymentToken: string
  /** What the wallet tells of the shopper, in the shape of its provider. */
  readonly details: Members
  /** The total of the sheet: of the checkout as it was then. */
  readonly shown: ReturnType<typeof shownMoney>
}

/** Asks the page whether it agrees to what the shopper has confirmed. */
export async function authorisePayment(
  form: FormShell,
  wallet: Wallet,
  { paymentToken, details, shown }: ConfirmedSheet,
): Promise<{
  readonly verdict: Verdict
  readonly answer: unknown
  readonly confirmed: ConfirmedPayment
}> {
  const options = walletOptions(form, wallet)
  const payment = { paymentToken, ...details }
  const answer = await callWallet(options, 'onPaymentAuthorized', payment)
  const verdict = verdictOf(answer)
  const fields = contactFields(options, details)
  const { amount = '', currency = '' } = shown
  const confirmed = {
    ...fields,
    'shown.amount': amount,
    'shown.currency': currency,
    [`${wallet}.paymentToken`]: paymentToken,
  }
  return { verdict, answer, confirmed }
}

/**
 * The amount may be another one since the page was asked: its server has changed the checkout. Without an
 * answer the one before counts, and the gateway takes no more than the shopper has confirmed.
 */
export async function readAmount(form: FormShell): Promise<void> {
  const answer = await readSession(form.checkout.boot)
  if (answer === undefined || !('session' in answer)) return
  form.session.value = answer.session
  form.opened(answer.session)
}
