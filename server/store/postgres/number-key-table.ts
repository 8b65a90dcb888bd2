import type { KeptNumberKey, NumberKeys } from '../number-keys.ts'
import type { Query } from './connection.ts'
import type { Readers } from './readers.ts'

/**
 * The table by which processes give each other the keys of card numbers: `UNLOGGED`, so that it is in no
 * write-ahead log, replica or archive of them. The server empties it after a crash; processes fill it again
 * from their folders.
 */
export const KEPT_NUMBER_KEYS = `
  CREATE UNLOGGED TABLE IF NOT EXISTS kept_number_key (
    id TEXT PRIMARY KEY,
    period_from_ms BIGINT NOT NULL,
    wrapped TEXT NOT NULL
  )`

const ALL: Query = {
  name: 'kept_number_keys',
  text: 'SELECT id, period_from_ms::float8 AS "periodFromMs", wrapped FROM kept_number_key ORDER BY id',
}

const ADD: Query = {
  name: 'add_kept_number_key',
  text: `
    INSERT INTO kept_number_key (id, period_from_ms, wrapped)
    VALUES ($1::text, $2::bigint, $3::text)
    ON CONFLICT (id) DO UPDATE
    SET period_from_ms = excluded.period_from_ms, wrapped = excluded.wrapped
    WHERE kept_number_key.wrapped <> excluded.wrapped`,
}

const DELETE: Query = {
  name: 'delete_kept_number_key',
  text: 'DELETE FROM kept_number_key WHERE id = $1::text RETURNING id',
}

/** A deleted row stays in its page: the few rows that are left are written into a new file. */
const REWRITE: Query = { name: 'rewrite_kept_number_keys', text: 'VACUUM (FULL) kept_number_key' }

export function createNumberKeyTable(sessions: Pick<Readers, 'rows'>): NumberKeys {
  return {
    name: 'table kept_number_key',
    all: () => sessions.rows<KeptNumberKey>(ALL),
    async add({ id, periodFromMs, wrapped }) {
      await sessions.rows(ADD, id, periodFromMs, wrapped)
    },
    async destroy(id) {
      const deleted = await sessions.rows(DELETE, id)
      if (deleted.length > 0) await sessions.rows(REWRITE)
    },
    nameOf: (id) => `row ${id} of table kept_number_key`,
    faultOf: async () => 'is missing, or does not open',
    removeDrafts: async () => {},
  }
}
