import type { PaymentRow } from '../../engine/store/port.ts'
import { descriptionOf } from '../../wire/results/catalogue.ts'
import { type PaymentDetails, readDetails } from '../payments/details.ts'
import type { PaymentExtension } from '../payments/payment-extension.ts'
import type { CommitParticipant } from '../payments/settlement.ts'
import { type GiftCards, UNKNOWN_CARD } from './gift-cards.ts'

/** The catalogue speaks of credit cards alone; its words stay first, as clients look for them. */
const unknown: Partial<PaymentDetails> = {
  shown: {
    'result.description': `${descriptionOf(UNKNOWN_CARD)}. No gift card of this number is issued here: docs/simulator.md tells the numbers of the simulated issuer`,
  },
}

/** How the balance of a gift card goes along with the payments that take from it and give back. */
export function giftCardExtension(giftCards: GiftCards): PaymentExtension {
  function participantsOf(payment: PaymentRow): readonly CommitParticipant[] {
    const { giftCardId } = readDetails(payment.details)
    return giftCardId === undefined ? [] : [giftCards.participantOf(giftCardId)]
  }

  return {
    withFirst({ read: { giftCardId, faultCode, instrument } }) {
      if (instrument.kind === 'giftCard' && faultCode === UNKNOWN_CARD) return { details: unknown }
      if (giftCardId === undefined) return undefined
      return { participants: [giftCards.participantOf(giftCardId)], details: { giftCardId } }
    },
    withReference: participantsOf,
    withLateOutcome: async (payment) => participantsOf(payment),
  }
}
