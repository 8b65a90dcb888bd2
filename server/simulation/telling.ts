import type { Wish } from './attempt.ts'
import type { Outcome } from './cluster.ts'
import type { Trace } from './trace.ts'

/** A wish in the words of the story. */
export function describeWish(wish: Wish, trace: Trace): string {
  switch (wish.kind) {
    case 'pay': {
      const place = wish.checkoutId === undefined ? '' : ` in ${trace.alias('c', wish.checkoutId)}`
      return `${wish.paymentType} ${wish.amountMinor}${place}`
    }
    case 'refer': {
      const { paymentType, amountMinor = 'all', isFinal } = wish.asked
      return `${paymentType} ${amountMinor}${isFinal ? ' FINAL' : ''} of ${trace.alias('p', wish.targetId)}`
    }
    case 'read':
      return `reads ${trace.alias('p', wish.paymentId)}`
    case 'readCheckout':
      return `reads ${trace.alias('c', wish.checkoutId)}`
    case 'openCheckout':
      return 'opens a checkout'
  }
}

/** What a client got, in the words of the story. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind !== 'answer') return outcome.kind
  const { status, text, isReplayed } = outcome.answer
  const code = /"code":"([\d.]+)"/.exec(text)?.[1] ?? ''
  return `${status} ${code}${isReplayed ? ' replayed' : ''}`
}
