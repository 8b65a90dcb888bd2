import type { GiftCardRow } from '../../port.ts'
import {
  arraysOf,
  type Columns,
  insertInto,
  namesOf,
  type Parameters,
  selected,
  writeStatement,
} from './write-statement.ts'

const columns: Columns<GiftCardRow> = {
  id: 'text',
  currency: 'text',
  issuedMinor: 'integer',
  balanceMinor: 'integer',
  createdAtMs: 'integer',
}

export const insertGiftCard = insertInto('gift_card', columns, 1)

const moveParameters: Parameters = { id: 'text', byMinor: 'integer' }

export const moveGiftCard = writeStatement('move_gift_card', {
  parameters: moveParameters,
  orderedBy: 1,
  text: `
    UPDATE gift_card SET balance_minor = gift_card.balance_minor + move.by_minor
    FROM unnest(${arraysOf(moveParameters)})
      WITH ORDINALITY AS move (${namesOf(moveParameters)}, place)
    WHERE gift_card.id = move.id
    RETURNING move.place`,
})

export const giftCardReads = {
  giftCard: {
    name: 'gift_card',
    text: `SELECT ${selected(columns)} FROM gift_card WHERE id = $1::text`,
  },
} as const
