import type { PaymentMoney, PaymentRow } from '../../engine/store/port.ts'
import { achievedOn, releasedOn, reservedOn, type TargetOfReference } from './booking.ts'
import { openHold } from './life-cycle.ts'

/** What a reference changes on the payment that it names. */
export interface TargetChange {
  readonly set: Partial<PaymentMoney>
  /** Minor units of a closed hold that go back to the shopper beside what the reference itself moves. */
  readonly releasedMinor: number
}

const unchanged: TargetChange = { set: {}, releasedMinor: 0 }

/** A reference is written down: its amount is reserved, and nothing closes before its success. */
export function changeByIntent(payment: PaymentRow, reference: TargetOfReference): TargetChange {
  return { set: reservedOn(reference, payment), releasedMinor: 0 }
}

/** A reference has its outcome. `wasOpened`: it was written down before, and its amount is reserved. */
export function changeByOutcome(
  payment: PaymentRow,
  reference: TargetOfReference,
  wasOpened: boolean,
): TargetChange {
  const { state } = payment
  if (state === 'failed' && !wasOpened) return unchanged
  if (state === 'pending') return wasOpened ? unchanged : changeByIntent(payment, reference)
  const money = moneyByOutcome(payment, reference, wasOpened)
  return releasedIfClosed(money, reference, state === 'succeeded' && closesHold(payment, reference))
}

function moneyByOutcome(
  payment: PaymentRow,
  reference: TargetOfReference,
  wasOpened: boolean,
): Partial<PaymentMoney> {
  if (payment.state === 'failed') return releasedOn(reference, payment)
  const reserved = wasOpened ? {} : reservedOn(reference, payment)
  return { ...reserved, ...achievedOn(reference, payment) }
}

/**
 * A hold that is closed, by the success of a FINAL capture, a renewal or a reversal, holds nothing:
 * what is left of it is released in the commit that closes it (R-INV-1, "nothing follows FINAL"), and
 * what comes free on it later (a capture that fails, an increment that was approved late) in the
 * commit that frees it.
 */
function releasedIfClosed(
  money: Partial<PaymentMoney>,
  { target }: TargetOfReference,
  closesNow: boolean,
): TargetChange {
  if (target.paymentType !== 'PA') return { set: money, releasedMinor: 0 }
  const after = Object.assign({}, target, money)
  const releasedMinor = openHold(after)
  if (!closesNow && (releasedMinor === 0 || !target.holdClosed)) {
    return { set: money, releasedMinor: 0 }
  }
  const reversedMinor = after.reversedMinor + releasedMinor
  // Written also where it says so already: a concurrent writer then fails on this version check.
  const closing = closesNow ? { holdClosed: true } : {}
  return { set: { ...money, reversedMinor, ...closing }, releasedMinor }
}

function closesHold({ operation }: PaymentRow, { target, isFinal }: TargetOfReference): boolean {
  if (target.paymentType !== 'PA') return false
  return operation === 'reversal' || operation === 'renewal' || (operation === 'capture' && isFinal)
}
