import type { GiftCardRow, PaymentRow } from '../server/store/port.ts'
import type { Audit, AuditedSet } from './audit.ts'
import { latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'

/** Of each gift card that a change set may have touched. */
export function judgeGiftCards({ changes, paymentIds }: AuditedSet, audit: Audit): void {
  const moves = changes.some(({ kind }) => kind === 'moveGiftCard' || kind === 'insertGiftCard')
  const isPaidWith = [...paymentIds].some((id) => audit.payment(id).gift !== undefined)
  if (!moves && !isPaidWith) return
  for (const card of audit.ownings.giftCards.values()) judgeGiftCard(card, audit)
}

/** The first balance is still on the card, is reserved for a part of a checkout, or was paid with it and not given back. */
function judgeGiftCard({ id, issuedMinor, balanceMinor }: GiftCardRow, audit: Audit): void {
  assertInvariant(
    'limits',
    balanceMinor >= 0 && balanceMinor <= issuedMinor,
    () => `a gift card of ${issuedMinor} has a balance of ${balanceMinor}`,
  )
  const reserved = [...audit.ownings.giftCardParts.values()].filter(
    (part) => part.giftCardId === id && part.state === 'reserved',
  )
  const takenMinor = [
    ...(audit.byGift.get(String(issuedMinor)) ?? []).map((paymentId) => takenBy(paymentId, audit)),
    ...reserved.map(({ amountMinor }) => amountMinor),
  ].reduce((sum, minor) => sum + minor, 0)
  assertInvariant(
    'whole',
    balanceMinor + takenMinor === issuedMinor,
    () => `a gift card of ${issuedMinor} has ${balanceMinor}, and ${takenMinor} were paid with it`,
  )
}

/**
 * The released amount of a closed hold is back on the card, with every operation that released it.
 */
function takenBy(paymentId: string, audit: Audit): number {
  const { versions, releasedMinor } = audit.payment(paymentId)
  return movedBy(latest(versions)) - releasedMinor
}

/**
 * A first payment takes its amount until it has failed; amounts are given back with success only.
 */
function movedBy({ paymentType, state, amountMinor }: PaymentRow): number {
  switch (paymentType) {
    case 'PA':
    case 'DB':
      return state === 'failed' ? 0 : amountMinor
    case 'RV':
    case 'RF':
      return state === 'succeeded' ? -amountMinor : 0
    default:
      return 0
  }
}
