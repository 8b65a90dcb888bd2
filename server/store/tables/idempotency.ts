import { optional, sorted, text, time } from './column.ts'
import { erasing } from './erasing.ts'
import { type RowOf, table } from './table.ts'

/** A request that carried an `Idempotency-Key` and what was answered to it (decisions §13). */
export const idempotency = table({
  name: 'idempotency',
  key: ['scope', 'key'],
  columns: {
    /** Keyed hash of access token and entity of the caller. */
    scope: text,
    key: text,
    /** Keyed hash of the whole request (R-IDEM-2, R-IDEM-5). */
    fingerprint: text,
    /** The payment that the request began, if it began one. */
    paymentId: optional(sorted(text)),
    /** JSON text of status and body as they were sent; `null` while the request runs. */
    answer: optional(text),
    createdAtMs: time,
    expiresAtMs: time,
  },
  read: 'idempotency',
  insert: 'insertIdempotency',
  writes: {
    /** Conflict `version` unless the row is there and has no answer yet. */
    answerIdempotency: {
      parameters: { scope: text, key: text, answer: text },
      mustFind: true,
      sqlite: `
        UPDATE idempotency SET answer = :answer
        WHERE scope = :scope AND key = :key AND answer IS NULL`,
      postgres: (given, isKey) => `
        UPDATE idempotency SET answer = given.answer FROM ${given}
        WHERE ${isKey} AND idempotency.answer IS NULL
        RETURNING given.place`,
    },
    /** What is left of its answer when a customer is erased: the key stays, so that nothing is done twice. */
    eraseAnswer: erasing('idempotency', { scope: text, key: text }, 'answer'),
    /** Deletes the row only when its time is over at `nowMs`: it may have been replaced. No conflict otherwise. */
    deleteIdempotency: {
      parameters: { scope: text, key: text, nowMs: time },
      sqlite: `
        DELETE FROM idempotency
        WHERE scope = :scope AND key = :key AND expires_at_ms <= :nowMs`,
      postgres: (given, isKey) => `
        DELETE FROM idempotency USING ${given}
        WHERE ${isKey} AND idempotency.expires_at_ms <= given.now_ms`,
    },
  },
})

export type IdempotencyRow = RowOf<typeof idempotency>
