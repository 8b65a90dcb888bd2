import type { PaymentRow } from '../../engine/store/port.ts'
import { descriptionOf } from '../../wire/results/catalogue.ts'
import type { Accompanist } from '../payments/accompaniment.ts'
import { type PaymentDetails, readDetails } from '../payments/details.ts'
import type { Companion } from '../payments/settlement.ts'
import { type GiftCards, UNKNOWN_CARD } from './gift-cards.ts'

/** The catalogue speaks of credit cards alone; its words stay first, as clients look for them. */
const unknown: Partial<PaymentDetails> = {
  shown: {
    'result.description': `${descriptionOf(UNKNOWN_CARD)}. No gift card of this number is issued here: docs/simulator.md tells the numbers of the simulated issuer`,
  },
}

/** How the balance of a gift card goes along with the payments that take from it and give back. */
export function giftCardAccompanist(giftCards: GiftCards): Accompanist {
  function companionsOf(payment: PaymentRow): readonly Companion[] {
    const { giftCardId } = readDetails(payment.details)
    return giftCardId === undefined ? [] : [giftCards.companionOf(giftCardId)]
  }

  return {
    withFirst({ read: { giftCardId, faultCode, instrument } }) {
      if (instrument.kind === 'giftCard' && faultCode === UNKNOWN_CARD) return { details: unknown }
      if (giftCardId === undefined) return undefined
      return { companions: [giftCards.companionOf(giftCardId)], details: { giftCardId } }
    },
    withReference: companionsOf,
    withLateOutcome: async (payment) => companionsOf(payment),
  }
}
