import type { Accompanist } from '../payments/accompaniment.ts'
import { readDetails } from '../payments/details.ts'
import type { Companion } from '../payments/settlement.ts'
import type { PaymentRow } from '../store/port.ts'
import type { GiftCards } from './gift-cards.ts'

/** How the balance of a gift card goes along with the payments that take from it and give back. */
export function giftCardAccompanist(giftCards: GiftCards): Accompanist {
  function companionsOf(payment: PaymentRow): readonly Companion[] {
    const { giftCardId } = readDetails(payment.details)
    return giftCardId === undefined ? [] : [giftCards.companionOf(giftCardId)]
  }

  return {
    withFirst({ read: { giftCardId } }) {
      if (giftCardId === undefined) return undefined
      return { companions: [giftCards.companionOf(giftCardId)], details: { giftCardId } }
    },
    withReference: companionsOf,
    withLateOutcome: async (payment) => companionsOf(payment),
  }
}
