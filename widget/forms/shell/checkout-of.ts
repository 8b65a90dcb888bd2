import type { WidgetSession } from '../../../common/widget-wire.ts'
import { loadCode } from '../../fetched/load-code.ts'
import type { FormShell } from './form-shell.ts'

export interface CheckoutCode {
  /** Asks the page for the checkout of a form; returns whether it has one now. */
  open(form: FormShell): Promise<boolean>
  /** Shows what the channel of a script without a checkout offers, if it names one. */
  describe(form: FormShell): Promise<void>
}

/** Whether the page makes checkouts itself (option `createCheckout`). */
export function makesCheckouts({ given }: Pick<FormShell, 'given'>): boolean {
  return typeof given().createCheckout === 'function'
}

function loadCheckoutCode({ checkout }: Pick<FormShell, 'checkout'>): Promise<CheckoutCode> {
  return loadCode<CheckoutCode>(checkout.boot, 'checkout')
}

/** Fetches the code that asks the page for the checkout, and shows what the channel of the script offers. */
export async function describeChannel(form: FormShell): Promise<void> {
  const code = await loadCheckoutCode(form)
  await code.describe(form)
}

/** The checkout that a submit of this page may have paid: no form may pay another one then. */
let held: string | null = null

/** Holds the forms of the page to a checkout that may have been paid. */
export function holdCheckout({ checkout }: Pick<FormShell, 'checkout'>): void {
  held ??= checkout.boot.checkoutId
}

/** Whether a form has a checkout that it can pay, perhaps one that the page makes now. */
export async function hasCheckout(form: FormShell): Promise<boolean> {
  const { checkout } = form
  if (held && makesCheckouts(form)) checkout.boot = { ...checkout.boot, checkoutId: held }
  if (checkout.boot.checkoutId !== null) return true
  const code = await loadCheckoutCode(form)
  return code.open(form)
}

/**
 * Gives up a checkout that has expired, or in which this form's submit was refused before anything
 * happened, where the page makes checkouts itself: the next submit asks for another one, for what the
 * shopper's basket comes to then. Returns whether it does.
 */
export function giveUpCheckout(form: Pick<FormShell, 'checkout' | 'given'>): boolean {
  const { checkout } = form
  if (!makesCheckouts(form) || (held && held === checkout.boot.checkoutId)) return false
  checkout.boot = { ...checkout.boot, checkoutId: null }
  // The button shows what the page names, until it has made another one.
  drawAgain(form)
  return true
}

/** Draws a form again though its session is the same: what is beside that has changed, as styles of the page. */
export function drawAgain({ checkout: { session } }: Pick<FormShell, 'checkout'>): void {
  session.value = session.peek() && { ...(session.peek() as WidgetSession) }
}
