/** Why a payment was declined, by the key of the text that the shopper reads in place of the code. */
export type DeclineReason =
  | 'declinedCode'
  | 'declinedExpiry'
  | 'declinedFunds'
  | 'declinedNumber'
  | 'declinedCard'
  | 'declinedBank'
  | 'declinedLater'
  | 'declinedUnconfirmed'
  | 'paymentFailed'

/**
 * By the beginnings of result codes; the first that fits. A card that was lost or stolen is only one that
 * cannot pay: who holds it must not learn more.
 */
const reasons: readonly (readonly [RegExp, DeclineReason])[] = [
  [/^(800\.100\.(153|192)|100\.100\.60)/, 'declinedCode'],
  [/^(800\.100\.157|100\.100\.(2|30))/, 'declinedExpiry'],
  [/^(800\.100\.(155|162|163|179|203)|100\.550\.31[01])/, 'declinedFunds'],
  [/^(800\.100\.(151|175)|100\.100\.(101|700)|800\.310)/, 'declinedNumber'],
  [/^(800\.100\.(159|16[0158-9]|17[0-3])|100\.100\.701|800\.[23]00)/, 'declinedCard'],
  [/^(800\.100\.176|800\.[5678]00|900\.|999\.)/, 'declinedLater'],
  [/^(100\.380\.401|100\.39|300\.100|800\.400\.200)/, 'declinedUnconfirmed'],
  [/^800\.100/, 'declinedBank'],
]

/** Reasons that are also true of a payment without a card. */
const OF_ANY = new Set<DeclineReason>(['declinedBank', 'declinedLater', 'declinedUnconfirmed'])

/** Without a reason that helps the shopper it is `paymentFailed`. */
export function declineReason(code: string, isCard: boolean): DeclineReason {
  const reason = reasons.find(([codes]) => codes.test(code))?.[1] ?? 'paymentFailed'
  return isCard || OF_ANY.has(reason) ? reason : 'paymentFailed'
}

/** The field that the shopper mends, by its wire name. */
export const fieldToMend: Readonly<Partial<Record<DeclineReason, string>>> = {
  declinedCode: 'card.cvv',
  declinedExpiry: 'card.expiryYear',
  declinedNumber: 'card.number',
}
