import type { Database, Statement } from 'better-sqlite3'
import type { GiftCardRow } from '../../port.ts'

/** Writes of gift_card. `moveGiftCard` is false when there is no such card. */
export interface GiftCardWrites {
  insertGiftCard(row: GiftCardRow): boolean
  moveGiftCard(id: string, byMinor: number): boolean
}

export function prepareGiftCardWrites(database: Database): GiftCardWrites {
  const insert = database.prepare(INSERT_GIFT_CARD)
  const move = database.prepare(MOVE_GIFT_CARD)
  return {
    insertGiftCard: (row) => insert.run(row).changes === 1,
    moveGiftCard: (id, byMinor) => move.run(byMinor, id).changes === 1,
  }
}

/** Reads of gift_card. */
export interface GiftCardReads {
  giftCard(id: string): GiftCardRow | undefined
}

export function prepareGiftCardReads(database: Database): GiftCardReads {
  const one: Statement<[string], GiftCardRow> = database.prepare(GIFT_CARD)
  return { giftCard: (id) => one.get(id) }
}

const INSERT_GIFT_CARD = `
  INSERT INTO gift_card (id, currency, issued_minor, balance_minor, created_at_ms)
  VALUES (@id, @currency, @issuedMinor, @balanceMinor, @createdAtMs)`

const MOVE_GIFT_CARD = 'UPDATE gift_card SET balance_minor = balance_minor + ? WHERE id = ?'

const GIFT_CARD = `
  SELECT id, currency, issued_minor AS issuedMinor, balance_minor AS balanceMinor,
    created_at_ms AS createdAtMs
  FROM gift_card WHERE id = ?`
