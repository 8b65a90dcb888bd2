import type { Database, Statement } from 'better-sqlite3'
import { listLimit } from '../../list-limit.ts'
import type { IdempotencyRow } from '../../port.ts'

/** Writes of idempotency. `answerIdempotency` is false unless the row is there and unanswered. */
export interface IdempotencyWrites {
  insertIdempotency(row: IdempotencyRow): boolean
  answerIdempotency(scope: string, key: string, answer: string): boolean
  /** Of an expired row only; always true. */
  deleteIdempotency(scope: string, key: string, nowMs: number): boolean
}

export function prepareIdempotencyWrites(database: Database): IdempotencyWrites {
  const insert = database.prepare(INSERT_IDEMPOTENCY)
  const answerOnce = database.prepare(ANSWER_IDEMPOTENCY)
  const remove = database.prepare(DELETE_IDEMPOTENCY)
  return {
    insertIdempotency: (row) => insert.run(row).changes === 1,
    answerIdempotency: (scope, key, answer) => answerOnce.run(answer, scope, key).changes === 1,
    deleteIdempotency: (scope, key, nowMs) => {
      remove.run(scope, key, nowMs)
      return true
    },
  }
}

/** Reads of idempotency. */
export interface IdempotencyReads {
  idempotency(scope: string, key: string): IdempotencyRow | undefined
  expiredIdempotency(nowMs: number, limit: number): IdempotencyRow[]
}

export function prepareIdempotencyReads(database: Database): IdempotencyReads {
  const one: Statement<[string, string], IdempotencyRow> = database.prepare(IDEMPOTENCY)
  const expired: Statement<[number, number], IdempotencyRow> = database.prepare(EXPIRED)
  return {
    idempotency: (scope, key) => one.get(scope, key),
    expiredIdempotency: (nowMs, limit) => expired.all(nowMs, listLimit(limit)),
  }
}

const IDEMPOTENCY_COLUMNS = `
  scope, key, fingerprint, payment_id AS paymentId, answer, created_at_ms AS createdAtMs,
  expires_at_ms AS expiresAtMs`

const INSERT_IDEMPOTENCY = `
  INSERT INTO idempotency (
    scope, key, fingerprint, payment_id, answer, created_at_ms, expires_at_ms
  ) VALUES (@scope, @key, @fingerprint, @paymentId, @answer, @createdAtMs, @expiresAtMs)`

const ANSWER_IDEMPOTENCY = `
  UPDATE idempotency SET answer = ? WHERE scope = ? AND key = ? AND answer IS NULL`

const DELETE_IDEMPOTENCY =
  'DELETE FROM idempotency WHERE scope = ? AND key = ? AND expires_at_ms <= ?'

const IDEMPOTENCY = `SELECT ${IDEMPOTENCY_COLUMNS} FROM idempotency WHERE scope = ? AND key = ?`

const EXPIRED = `
  SELECT ${IDEMPOTENCY_COLUMNS} FROM idempotency WHERE expires_at_ms <= ?
  ORDER BY expires_at_ms, rowid LIMIT ?`
