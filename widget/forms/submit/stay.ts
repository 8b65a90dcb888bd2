import { type DeclineReason, declineReason, fieldToMend } from '../../../common/decline-reasons.ts'
import type { PaymentAnswer } from '../../../common/widget-wire.ts'
import { reportFailure } from '../../fetched/notices.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitSteps } from '../shell/submit-steps.ts'
import { explain } from './failures.ts'
import { faultsOfAnswer } from './faults-of-answer.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { readSession } = __TILLGATE_KIT__

/** Checkouts whose shopper has read of a decline: that they were tried says nothing of a later submit. */
const told = new Set<string | null>()

/** Whether the shopper has read of a decline of this checkout. */
export function wasDeclined({ checkout }: Pick<FormShell, 'checkout'>): boolean {
  return told.has(checkout.boot.checkoutId)
}

/** Whether the shopper stays in the form after a decline (option `declined`). */
export function staysDeclined({ options }: Pick<FormShell, 'options'>): boolean {
  return options.declined === 'stay'
}

/** Lets the shopper read why the payment was declined, and mend it. */
export function stay(form: FormShell, steps: SubmitSteps, { result }: PaymentAnswer): false {
  const { code, description = '' } = result
  const reason = reasonOf(form, code)
  open(form, `${code} ${description}`)
  const field = fieldToMend[reason]
  const others = field && steps.keepErrors([{ name: field, message: description }], faultsOfAnswer)
  const isAtField = others?.length === 0
  steps.declined?.(isAtField)
  if (isAtField) steps.showFaults()
  // After the focus: this is what the live region says at last.
  explain(form, reason)
  return false
}

/**
 * The same for a payment whose answer went another way, such as that of a cardholder who was
 * authenticated: the session tells why it was declined. Returns whether it was declined.
 */
export async function stayIfDeclined(form: FormShell): Promise<boolean> {
  if (!staysDeclined(form)) return false
  const answer = await readSession(form.checkout.boot)
  if (answer === undefined || !('session' in answer)) return false
  const { state, attempted, declinedCode = '' } = answer.session
  if (state !== 'open' || !attempted || form.phase.peek() === 'closed') return false
  open(form, declinedCode || 'the reason is in the status of the checkout')
  explain(form, reasonOf(form, declinedCode))
  return true
}

function reasonOf({ kind }: Pick<FormShell, 'kind'>, code: string): DeclineReason {
  // Stored payment details are mostly cards.
  return declineReason(code, /^(card|registration)$/.test(kind))
}

function open(form: FormShell, reason: string): void {
  told.add(form.checkout.boot.checkoutId)
  form.phase.value = 'open'
  reportFailure(form, 'WidgetError', `The payment was declined: ${reason}`, 'declined')
}
