import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { Change, ChangeSet, GiftCardPartRow, PaymentRow } from '../../store/port.ts'
import { AMOUNT_ABOVE_BALANCE } from './balance-participant.ts'

/** What happens to a part when the rest is paid: its own payment, and who hears of it. */
export type PayPart = (rest: PaymentRow, part: GiftCardPartRow) => ChangeSet

/**
 * The gift card parts of a checkout in the commits of the payment of the rest. The balances are reduced in
 * its first commit, whatever it then waits for, and given back in the commit of its failure. In the
 * commit of its success each part becomes a payment. So no part is charged without the rest, and
 * none is missing when the rest succeeds.
 */
export function partsParticipant(
  parts: readonly GiftCardPartRow[],
  payPart: PayPart,
): CommitParticipant {
  const reserve = ({ updatedAtMs }: PaymentRow, state: GiftCardPartRow['state']): Change[] =>
    parts.flatMap((part) => [
      { kind: 'insertGiftCardPart', row: { ...part, state, updatedAtMs } },
      move(part, -part.amountMinor),
    ])
  const stepTo = (part: GiftCardPartRow, state: 'paid' | 'returned', updatedAtMs: number) =>
    ({
      kind: 'stepGiftCardPart',
      id: part.id,
      expectedVersion: part.version,
      set: { state, updatedAtMs },
    }) as const

  function settled(rest: PaymentRow, wasOpened: boolean): ChangeSet {
    const { state, updatedAtMs } = rest
    if (state === 'succeeded') {
      const taken = wasOpened
        ? parts.map((part) => stepTo(part, 'paid', updatedAtMs))
        : reserve(rest, 'paid')
      return [...taken, ...parts.flatMap((part) => payPart(rest, part))]
    }
    if (state !== 'failed') return wasOpened ? [] : reserve(rest, 'reserved')
    if (!wasOpened) return []
    return parts.flatMap((part) => [
      stepTo(part, 'returned', updatedAtMs),
      move(part, part.amountMinor),
    ])
  }

  return {
    owner: 'giftCardPart',
    limitCode: AMOUNT_ABOVE_BALANCE,
    opened: (rest) => reserve(rest, 'reserved'),
    settled,
  }
}

function move({ giftCardId }: GiftCardPartRow, byMinor: number): Change {
  return { kind: 'moveGiftCard', id: giftCardId, byMinor }
}
