import { keyOf, oneOf, sorted, text, time } from './column.ts'
import { type RowOf, table } from './table.ts'

/** A card or customer that a person has blocked for an entity and all below it. */
export const blocks = table({
  name: 'payment_block',
  /** What is blocked of an entity is blocked once. */
  key: ['entityId', 'blocksBy', 'blockedValue'],
  columns: {
    entityId: keyOf('entity'),
    blocksBy: oneOf('card', 'email'),
    /** The fingerprint of a card number, or an e-mail address in lower case. */
    blockedValue: text,
    /** Time-ordered. */
    id: sorted(text),
    /** What people read of it: never more of a card than its first six and last four digits. */
    shown: text,
    reason: text,
    /** The e-mail of a user, or the label of an access token. */
    blockedBy: text,
    /** On whose page it was blocked. */
    paymentId: sorted(text),
    createdAtMs: time,
  },
  insert: 'insertBlock',
  /** No conflict when it is not there. */
  remove: 'removeBlock',
})

export type BlockRow = RowOf<typeof blocks>
