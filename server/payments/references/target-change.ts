import type { PaymentMoney, PaymentRow } from '../../store/port.ts'
import { openHold } from '../life-cycle.ts'
import { achievedOn, releasedOn, reservedOn, type TargetOfReference } from '../record/booking.ts'

/** What a reference changes on its target. */
export interface TargetChange {
  readonly set: Partial<PaymentMoney>
  /** Minor units of a closed hold that are released in addition to the reference's own amount. */
  readonly releasedMinor: number
}

const unchanged: TargetChange = { set: {}, releasedMinor: 0 }

/** The change by the first commit of a reference: it reserves the amount. Only its success closes a hold. */
export function changeByIntent(payment: PaymentRow, reference: TargetOfReference): TargetChange {
  return { set: reservedOn(reference, payment), releasedMinor: 0 }
}

/** The change by the outcome of a reference. `wasOpened`: an earlier commit has reserved its amount. */
export function changeByOutcome(
  payment: PaymentRow,
  reference: TargetOfReference,
  wasOpened: boolean,
): TargetChange {
  const { state } = payment
  if (state === 'failed' && !wasOpened) return unchanged
  if (state === 'pending' || state === 'taken')
    return wasOpened ? unchanged : changeByIntent(payment, reference)
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
 * A hold is closed by the success of a FINAL capture, a renewal or a reversal, and then holds nothing:
 * its open amount is released in the commit that closes it (R-INV-1, "nothing follows FINAL"). An amount
 * that becomes open later (a capture fails, an increment is approved late) is released in the commit
 * in which it becomes open.
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
  // Written also where it is already true: a concurrent writer then fails on this version check.
  const closing = closesNow ? { holdClosed: true } : {}
  return { set: { ...money, reversedMinor, ...closing }, releasedMinor }
}

function closesHold({ operation }: PaymentRow, { target, isFinal }: TargetOfReference): boolean {
  if (target.paymentType !== 'PA') return false
  return operation === 'reversal' || operation === 'renewal' || (operation === 'capture' && isFinal)
}
