import type { PaymentDetails, PaymentExtension } from '../../payments/index.ts'
import { descriptionOf } from '../../results/catalogue.ts'
import { balanceParticipant } from './balance-participant.ts'
import { MISTYPED, WRONG_CARD } from './gift-cards.ts'

/** What is said beside the catalogue's text, which stays first, because clients look for it. */
const FAULTS: ReadonlyMap<string | undefined, string> = new Map([
  [MISTYPED, 'The check digit of giftCard.number is wrong'],
  [
    WRONG_CARD,
    'No gift card of the simulated issuer has this number and this PIN: docs/simulator.md tells both',
  ],
])

function described(code: string, words: string): Partial<PaymentDetails> {
  return { shown: { 'result.description': `${descriptionOf(code)}. ${words}` } }
}

/** The balance of a gift card in the payments that take from it and give back. */
export const giftCardExtension: PaymentExtension = {
  withFirst({ read: { giftCardId, faultCode, instrument } }) {
    const words = instrument.kind === 'giftCard' ? FAULTS.get(faultCode) : undefined
    if (faultCode !== undefined && words !== undefined) {
      return { details: described(faultCode, words) }
    }
    if (giftCardId === undefined) return undefined
    return { participants: [balanceParticipant(giftCardId)] }
  },
  participantsOf: ({ giftCardId }) => (giftCardId === null ? [] : [balanceParticipant(giftCardId)]),
}
