import type { FormShell } from '../../shell/form-shell.ts'
import { callWallet, type Members, membersOf, textOf } from '../wallet/wallet-options.ts'
import { readAmount } from '../wallet/wallet-payment.ts'
import { appleApi } from './apple-pay-js.ts'
import { totalOf } from './apple-request.ts'

/** A callback of the page, and what an error without a code is about. */
const CHANGES = {
  onPaymentMethodSelected: 'unknown',
  onShippingContactSelected: 'shippingContactInvalid',
  onShippingMethodSelected: 'unknown',
  onCouponCodeChanged: 'couponCodeInvalid',
} as const

export type AppleChange = keyof typeof CHANGES

/** What the sheet lists above the total: an update replaces all of it, also where the page says nothing new. */
export interface ListedItems {
  lineItems: unknown
}

/** Asks the page about a change; what it answers goes to Apple as it is, but for the amount. */
export async function updateFor(
  form: FormShell,
  options: Members,
  { change, chosen, listed }: { change: AppleChange; chosen: unknown; listed: ListedItems },
) {
  let answer: unknown
  if (typeof options[change] === 'function') {
    try {
      answer = await callWallet(options, change, chosen)
    } catch (error) {
      reportError(error)
      answer = false
    }
    await readAmount(form)
  }
  const given = membersOf(answer)
  listed.lineItems = given.newLineItems ?? given.lineItems ?? listed.lineItems
  const methods = given.newShippingMethods ?? given.shippingMethods
  const errors = answer === false ? [{}] : given.errors
  return {
    newTotal: totalOf(form, options),
    newLineItems: listed.lineItems,
    ...(methods === undefined ? {} : { newShippingMethods: methods }),
    ...(Array.isArray(errors) && { errors: appleErrors(errors, CHANGES[change]) }),
  }
}

/** Errors of the page as Apple wants them; those that are of Apple's class stay. */
export function appleErrors(errors: readonly unknown[], usualCode: string): readonly unknown[] {
  const { ApplePayError } = appleApi()
  if (ApplePayError === undefined) return []
  return errors.map((error) => {
    if (error instanceof ApplePayError) return error
    const { code, contactField, message } = membersOf(error)
    return new ApplePayError(textOf(code) ?? usualCode, textOf(contactField), textOf(message))
  })
}
