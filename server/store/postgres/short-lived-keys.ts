import type { ShortLivedKeyRow, ShortLivedKeys } from '../short-lived-keys.ts'
import type { Query } from './connection.ts'
import type { Readers } from './readers.ts'

/**
 * The table of the keys: `UNLOGGED`, so that it is in no write-ahead log, replica or archive of them. The
 * server empties it after a crash.
 */
export const SHORT_LIVED_KEYS = `
  CREATE UNLOGGED TABLE IF NOT EXISTS short_lived_key (
    id TEXT PRIMARY KEY,
    ends_at_ms BIGINT NOT NULL,
    wrapped TEXT NOT NULL
  )`

const ALL: Query = {
  name: 'short_lived_keys',
  text: 'SELECT id, ends_at_ms::float8 AS "endsAtMs", wrapped FROM short_lived_key ORDER BY ends_at_ms, id',
}

const ADD: Query = {
  name: 'add_short_lived_key',
  text: `
    INSERT INTO short_lived_key (id, ends_at_ms, wrapped) VALUES ($1::text, $2::bigint, $3::text)
    ON CONFLICT DO NOTHING`,
}

const DELETE: Query = {
  name: 'delete_short_lived_keys',
  text: 'DELETE FROM short_lived_key WHERE ends_at_ms <= $1::bigint RETURNING id',
}

/** Writes the few rows that are left into a new file and deletes the old one: a deleted row stays in its page. */
const REWRITE: Query = { name: 'rewrite_short_lived_keys', text: 'VACUUM (FULL) short_lived_key' }

export function createShortLivedKeyTable(sessions: Pick<Readers, 'rows'>): ShortLivedKeys {
  return {
    all: () => sessions.rows<ShortLivedKeyRow>(ALL),
    async add({ id, endsAtMs, wrapped }) {
      await sessions.rows(ADD, id, endsAtMs, wrapped)
    },
    async destroyEnded(nowMs) {
      const deleted = await sessions.rows(DELETE, nowMs)
      if (deleted.length > 0) await sessions.rows(REWRITE)
    },
  }
}
