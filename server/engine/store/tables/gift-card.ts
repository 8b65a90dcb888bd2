import { currency, integer, natural, text, time } from './column.ts'
import { type RowOf, table } from './table.ts'

/** A gift card of the simulated issuer. */
export const giftCards = table({
  name: 'gift_card',
  key: ['id'],
  columns: {
    /** Fingerprint of its number. */
    id: text,
    currency,
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
      postgres: (given) => `
        UPDATE gift_card SET balance_minor = gift_card.balance_minor + given.by_minor
        FROM ${given} WHERE gift_card.id = given.id RETURNING given.place`,
    },
  },
})

export type GiftCardRow = RowOf<typeof giftCards>
