import type { QuotaRow } from '../../port.ts'
import {
  arraysOf,
  type Columns,
  namesOf,
  type Parameters,
  selected,
  writeStatement,
} from './write-statement.ts'

const columns: Columns<QuotaRow> = {
  key: 'text',
  used: 'integer',
  most: 'integer',
  expiresAtMs: 'integer',
}

const takeParameters = columns as Parameters

/**
 * What is taken under one key is added up: a statement can touch a row once. Where that is more than
 * is left, or they do not agree on how much there is, nothing is taken and none of them is answered:
 * each has to ask alone then. The limit of the table would refuse it too, but an error does not say
 * whose quota it was.
 */
export const takeQuota = writeStatement('take_quota', {
  parameters: takeParameters,
  orderedBy: 1,
  missed: 'limit',
  text: `
    WITH asked AS (
      SELECT * FROM unnest(${arraysOf(takeParameters)})
        WITH ORDINALITY AS asked (${namesOf(takeParameters)}, place)
    ), taken AS (
      INSERT INTO quota (key, used, most, expires_at_ms)
      SELECT key, sum(used), max(most), (array_agg(expires_at_ms ORDER BY place))[1]
      FROM asked GROUP BY key HAVING sum(used) <= min(most) AND min(most) = max(most) ORDER BY key
      ON CONFLICT (key) DO UPDATE SET used = quota.used + excluded.used, most = excluded.most
        WHERE quota.used + excluded.used <= excluded.most
      RETURNING key
    )
    SELECT asked.place FROM asked JOIN taken ON taken.key = asked.key`,
})

const deleteParameters: Parameters = { key: 'text', nowMs: 'integer' }

export const deleteQuota = writeStatement('delete_quota', {
  parameters: deleteParameters,
  orderedBy: 1,
  text: `
    DELETE FROM quota
    USING unnest(${arraysOf(deleteParameters)}) AS ended (${namesOf(deleteParameters)})
    WHERE quota.key = ended.key AND quota.expires_at_ms <= ended.now_ms`,
})

const QUOTA = `SELECT ${selected(columns)} FROM quota`

export const quotaReads = {
  quota: { name: 'quota', text: `${QUOTA} WHERE key = $1::text` },
  expiredQuotas: {
    name: 'expired_quotas',
    text: `${QUOTA} WHERE expires_at_ms <= $1::bigint ORDER BY expires_at_ms, key LIMIT $2::bigint`,
  },
} as const
