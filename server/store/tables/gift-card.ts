import { currency, integer, natural, sorted, text, time, version, wordOf } from './column.ts'
import { type RowOf, table } from './table.ts'

/** A gift card of the simulated issuer. */
export const giftCards = table({
  name: 'gift_card',
  key: ['id'],
  columns: {
    /** Fingerprint of its number. */
    id: text,
    currency: sorted(currency),
    /** The amount that it was issued with; the balance is never larger. */
    issuedMinor: natural,
    /** Never below zero. */
    balanceMinor: integer,
    createdAtMs: time,
  },
  read: 'giftCard',
  insert: 'insertGiftCard',
  writes: {
    /**
     * Adds to a balance, or takes from it. Conflict `version` when there is no such card, `limit` when
     * the balance would leave 0 to `issuedMinor`.
     */
    moveGiftCard: {
      parameters: { id: text, byMinor: integer },
      mustFind: true,
      sqlite: 'UPDATE gift_card SET balance_minor = balance_minor + :byMinor WHERE id = :id',
      postgres: (given, isKey) => `
        UPDATE gift_card SET balance_minor = gift_card.balance_minor + given.by_minor
        FROM ${given} WHERE ${isKey} RETURNING given.place`,
    },
  },
})

/**
 * A part of a checkout's amount that a gift card pays beside the payment of the rest. The amount is off
 * the card's balance while it is `reserved` or `paid`.
 */
export const giftCardParts = table({
  name: 'gift_card_part',
  key: ['id'],
  columns: {
    /** The id of the payment that it becomes when the rest is paid. */
    id: text,
    /** The payment of the rest. */
    paymentId: sorted(text),
    giftCardId: sorted(text),
    amountMinor: natural,
    currency,
    /** `reserved`: the rest has no outcome yet. `returned`: the rest failed. */
    state: wordOf<'reserved' | 'paid' | 'returned'>(),
    createdAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'giftCardPart',
  insert: 'insertGiftCardPart',
  step: { kind: 'stepGiftCardPart', sets: ['state', 'updatedAtMs'] },
})

export type GiftCardRow = RowOf<typeof giftCards>
export type GiftCardPartRow = RowOf<typeof giftCardParts>
