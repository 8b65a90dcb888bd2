import { integerBetween, natural, text, time } from './column.ts'
import { type RowOf, table } from './table.ts'

/** How much of a limited number was used in one period, by all processes together. */
export const quotas = table({
  name: 'quota',
  key: ['key'],
  columns: {
    /** Names what is counted and the period. */
    key: text,
    /** The amount that was used, or is to be used. */
    used: integerBetween(0, Infinity),
    /** `used` is never larger. */
    most: natural,
    expiresAtMs: time,
  },
  read: 'quota',
  /**
   * Adds `used` to what is there under the key, or writes the row. Conflict `limit` when more than
   * the row's `most` would be used. The `most` of the latest change counts: a limit that was changed
   * holds at once.
   */
  insert: 'takeQuota',
  upsert: {
    sqlite: `
      INSERT INTO quota (key, used, most, expires_at_ms) VALUES (:key, :used, :most, :expiresAtMs)
      ON CONFLICT (key) DO UPDATE SET used = used + excluded.used, most = excluded.most`,
    // What is taken under one key is added up: a statement can touch a row once. Where that is more
    // than is left, or the rows do not agree on how much there is, nothing is taken and none of them is
    // answered: each has to ask alone then. The limit of the table would refuse it too, but an error
    // does not say whose quota it was.
    postgres: (given) => `
      WITH asked AS (
        SELECT * FROM ${given}
      ), taken AS (
        INSERT INTO quota (key, used, most, expires_at_ms)
        SELECT key, sum(used), max(most), (array_agg(expires_at_ms ORDER BY place))[1]
        FROM asked GROUP BY key HAVING sum(used) <= min(most) AND min(most) = max(most) ORDER BY key
        ON CONFLICT (key) DO UPDATE SET used = quota.used + excluded.used, most = excluded.most
          WHERE quota.used + excluded.used <= excluded.most
        RETURNING key
      )
      SELECT asked.place FROM asked JOIN taken ON taken.key = asked.key`,
  },
  writes: {
    /** Deletes the row only when its time is over at `nowMs`. No conflict otherwise. */
    deleteQuota: {
      parameters: { key: text, nowMs: time },
      sqlite: 'DELETE FROM quota WHERE key = :key AND expires_at_ms <= :nowMs',
      // A difference: for a comparison of the two times the planner reads all that has expired.
      postgres: (given, isKey) => `
        DELETE FROM quota USING ${given}
        WHERE ${isKey} AND given.now_ms - quota.expires_at_ms >= 0`,
    },
  },
})

export type QuotaRow = RowOf<typeof quotas>
