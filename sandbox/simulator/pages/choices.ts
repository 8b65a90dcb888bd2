import { descriptionOf } from '../../../server/results/catalogue.ts'
import { mayDecline } from '../outcomes.ts'
import type { Payer } from '../shopper-account.ts'
import type { PageDecision } from '../simulator.ts'

/** One thing that may be chosen on a page. */
export interface Choice {
  /** Value of the form's field `choice`. */
  readonly choice: string
  readonly title: string
  readonly effect: string
  /** The code that it declines with. */
  readonly code?: string
}

export const approveChoice: Choice = {
  choice: 'approve',
  title: 'Approve',
  effect: 'The payment succeeds.',
}

/** Declines with the code that is sent as field `code`. */
export const declineChoice: Choice = {
  choice: 'decline',
  title: 'Decline',
  effect: 'The payment fails with this code.',
}

/** Outcomes without an approval, besides a decline. */
export const otherChoices: readonly Choice[] = [
  {
    choice: 'cancel',
    title: 'Cancel as the shopper',
    effect: 'The shopper turns back without paying.',
    code: '100.396.101',
  },
  {
    choice: 'expire',
    title: 'Let it run out of time',
    effect: 'The payment ends by itself because nobody decides.',
    code: '100.396.103',
  },
  {
    choice: 'wait',
    title: 'Leave it pending',
    effect: 'The shopper goes back, the outcome comes later: open this page again to decide.',
  },
]

/** The choices of a slip's tester, besides the payment. */
export const slipPaidChoice: Choice = {
  choice: 'approve',
  title: 'The customer has paid',
  effect: 'The payment succeeds.',
}

/** The outcomes of a slip that was not paid. */
export const otherSlipChoices: readonly Choice[] = [
  {
    choice: 'cancel',
    title: 'The customer cancels the slip',
    effect: 'It cannot be paid any more.',
    code: '100.396.101',
  },
  {
    choice: 'expire',
    title: 'The customer never pays',
    effect: 'The slip runs out of time.',
    code: '100.396.103',
  },
  {
    choice: 'wait',
    title: 'Not yet',
    effect: 'The payment stays pending: open this page again when the money has come.',
  },
]

/** Of a payment that has failed already: its approval comes too late (R-LATE-1). */
export const lateChoice: Choice = {
  choice: 'late',
  title: 'The money comes all the same',
  effect:
    'An approval is sent for the failed payment. It stays failed, and the merchant is warned.',
}

/** The codes that the list of the page offers; any other code that may decline can be posted. */
export const declineCodes: readonly string[] = [
  '800.100.152',
  '800.100.100',
  '800.100.203',
  '800.100.155',
  '800.100.172',
  '800.100.402',
  '100.396.102',
  '100.396.106',
  '100.397.102',
]

/** A choice as a decision, `wait`, or why it is neither: a sentence for people. */
export function readChoice(
  choice: string | undefined,
  code: string | undefined,
  payer: Payer,
): PageDecision | 'wait' | { readonly fault: string } {
  if (choice === 'approve' || choice === lateChoice.choice) return { kind: 'approved', payer }
  if (choice === 'decline') {
    if (code !== undefined && mayDecline(code)) return { kind: 'declined', code }
    return {
      fault:
        'To decline, send a code of the catalogue that says so: none that begins with 000, and none of a payment that is pending.',
    }
  }
  const other = otherChoices.find((one) => one.choice === choice)
  if (other === undefined) return { fault: 'Choose one of the outcomes on the page.' }
  return other.code === undefined ? 'wait' : { kind: 'declined', code: other.code }
}

/** A code with its words, for the list. */
export function labelOf(code: string): string {
  return `${code} · ${descriptionOf(code)}`
}
