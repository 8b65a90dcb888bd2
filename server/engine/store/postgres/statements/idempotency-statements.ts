import type { IdempotencyRow } from '../../port.ts'
import {
  arraysOf,
  type Columns,
  insertInto,
  namesOf,
  type Parameters,
  selected,
  writeStatement,
} from './write-statement.ts'

const columns: Columns<IdempotencyRow> = {
  scope: 'text',
  key: 'text',
  fingerprint: 'text',
  paymentId: 'text?',
  answer: 'text?',
  createdAtMs: 'integer',
  expiresAtMs: 'integer',
}

/** Ordered: two processes may be handed the same keys in different orders. */
export const insertIdempotency = insertInto('idempotency', columns, 2)

const answerParameters: Parameters = { scope: 'text', key: 'text', answer: 'text' }

export const answerIdempotency = writeStatement('answer_idempotency', {
  parameters: answerParameters,
  orderedBy: 2,
  text: `
    UPDATE idempotency SET answer = given.answer
    FROM unnest(${arraysOf(answerParameters)})
      WITH ORDINALITY AS given (${namesOf(answerParameters)}, place)
    WHERE idempotency.scope = given.scope AND idempotency.key = given.key
      AND idempotency.answer IS NULL
    RETURNING given.place`,
})

const deleteParameters: Parameters = { scope: 'text', key: 'text', nowMs: 'integer' }

export const deleteIdempotency = writeStatement('delete_idempotency', {
  parameters: deleteParameters,
  orderedBy: 2,
  text: `
    DELETE FROM idempotency
    USING unnest(${arraysOf(deleteParameters)}) AS ended (${namesOf(deleteParameters)})
    WHERE idempotency.scope = ended.scope AND idempotency.key = ended.key
      AND idempotency.expires_at_ms <= ended.now_ms`,
})

const IDEMPOTENCY = `SELECT ${selected(columns)} FROM idempotency`

export const idempotencyReads = {
  idempotency: {
    name: 'idempotency',
    text: `${IDEMPOTENCY} WHERE scope = $1::text AND key = $2::text`,
  },
  expiredIdempotency: {
    name: 'expired_idempotency',
    text: `
      ${IDEMPOTENCY} WHERE expires_at_ms <= $1::bigint
      ORDER BY expires_at_ms, created_at_ms, scope, key LIMIT $2::bigint`,
  },
} as const
