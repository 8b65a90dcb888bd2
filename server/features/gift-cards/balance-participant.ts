import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { ChangeSet, PaymentRow, PaymentType } from '../../store/port.ts'

/** "Amount above the balance": another payment with the same gift card was faster. */
export const AMOUNT_ABOVE_BALANCE = '100.550.311'

/**
 * The balance of a gift card beside a payment that takes from it (PA, DB, RB), or gives back what
 * one of those took (RV, RF). What is taken is taken when the payment is written down, and given
 * back when it fails: two payments never spend the same money. What is given back is given with
 * success alone, however late. A capture moves nothing: its authorisation has taken the money. What
 * its outcome releases of a closed hold is given back with it.
 */
export function balanceParticipant(giftCardId: string): CommitParticipant {
  const move = (byMinor: number): ChangeSet =>
    byMinor === 0 ? [] : [{ kind: 'moveGiftCard', id: giftCardId, byMinor }]
  return {
    owner: 'giftCard',
    limitCode: AMOUNT_ABOVE_BALANCE,
    opened: (payment) => (takes(payment.paymentType) ? move(-payment.amountMinor) : []),
    settled: (payment, wasOpened, releasedMinor = 0) =>
      move(movedBySettling(payment, wasOpened) + releasedMinor),
  }
}

/**
 * Minor units that an outcome returns to the card. A pending outcome returns nothing, because it is
 * not final.
 */
function movedBySettling(payment: PaymentRow, wasOpened: boolean): number {
  const { paymentType, state, amountMinor } = payment
  if (givesBack(paymentType)) return state === 'succeeded' ? amountMinor : 0
  if (!takes(paymentType)) return 0
  if (state === 'failed') return wasOpened ? amountMinor : 0
  return wasOpened ? 0 : -amountMinor
}

function takes(paymentType: PaymentType): boolean {
  return paymentType === 'PA' || paymentType === 'DB' || paymentType === 'RB'
}

function givesBack(paymentType: PaymentType): boolean {
  return paymentType === 'RV' || paymentType === 'RF'
}
