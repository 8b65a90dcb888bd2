import { descriptionOf } from '../../wire/results/catalogue.ts'
import type { PaymentDetails } from '../payments/details.ts'
import type { PaymentExtension } from '../payments/payment-extension.ts'
import { balanceParticipant } from './balance-participant.ts'
import { UNKNOWN_CARD } from './gift-cards.ts'

/** The catalogue's text names credit cards only; it stays first, because clients look for it. */
const unknown: Partial<PaymentDetails> = {
  shown: {
    'result.description': `${descriptionOf(UNKNOWN_CARD)}. No gift card of this number is issued here: docs/simulator.md tells the numbers of the simulated issuer`,
  },
}

/** The balance of a gift card in the payments that take from it and give back. */
export const giftCardExtension: PaymentExtension = {
  withFirst({ read: { giftCardId, faultCode, instrument } }) {
    if (instrument.kind === 'giftCard' && faultCode === UNKNOWN_CARD) return { details: unknown }
    if (giftCardId === undefined) return undefined
    return { participants: [balanceParticipant(giftCardId)] }
  },
  participantsOf: ({ giftCardId }) => (giftCardId === null ? [] : [balanceParticipant(giftCardId)]),
}
