import type { PlannedAction } from './attempt.ts'
import type { Outcome } from './cluster.ts'
import type { Trace } from './trace.ts'

/** An action as the report shows it. */
export function describeAction(wish: PlannedAction, trace: Trace): string {
  switch (wish.kind) {
    case 'pay':
      return `${wish.paymentType} ${wish.amountMinor}`
    case 'payStored':
      return `${wish.paymentType} ${wish.amountMinor} with ${trace.alias('r', wish.registrationId)}`
    case 'subscribe':
      return `subscribes to ${wish.amountMinor} with ${trace.alias('r', wish.registrationId)}`
    case 'switchSchedule':
      return `${wish.verb}s schedule ${wish.scheduleId.slice(-6)}`
    case 'submit':
      return `pays ${trace.alias('c', wish.checkoutId)}`
    case 'changeGifts':
      return `changes the gift cards of ${trace.alias('c', wish.checkoutId)}`
    case 'refer': {
      const { kind, amountMinor = 'all', isFinal } = wish.asked
      return `${kind} ${amountMinor}${isFinal ? ' FINAL' : ''} of ${trace.alias('p', wish.targetId)}`
    }
    case 'read':
      return `reads ${trace.alias('p', wish.paymentId)}`
    case 'readCheckout':
      return `reads ${trace.alias('c', wish.checkoutId)}`
    case 'openCheckout':
      return 'opens a checkout'
    case 'updateCheckout':
      return `changes ${trace.alias('c', wish.checkoutId)} to ${wish.amountMinor}`
    case 'deleteCheckout':
      return `deletes ${trace.alias('c', wish.checkoutId)}`
    case 'deleteRegistration':
      return `deletes ${trace.alias('r', wish.registrationId)}`
  }
}

/** What a client got, as the report shows it. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind !== 'answer') return outcome.kind
  const { status, text, isReplayed } = outcome.answer
  const code = /"code":"([\d.]+)"/.exec(text)?.[1] ?? ''
  return `${status} ${code}${isReplayed ? ' replayed' : ''}`
}
