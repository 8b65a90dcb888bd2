import { listedEntities, listLimit } from '../list-limit.ts'
import type { Store } from '../port.ts'
import { selected } from '../sql-reads.ts'
import { isEqual } from '../tables/table.ts'
import { TABLES } from '../tables/tables.ts'
import type { Query } from './connection.ts'
import type { Readers } from './readers.ts'

/**
 * Claims timers in one statement, a transaction of its own. It passes over rows that another session
 * has locked, so it waits for no other and may run beside the connection that writes. After a lost
 * connection it is asked once more and may claim other timers; the first ones are due again after their
 * lease.
 */
export function createTimerClaims(readers: Pick<Readers, 'rows'>): Store['claimTimers'] {
  return async ({ dueAtMs, untilMs, limit, entityIds, exceptEntityIds = [] }) => {
    const times = [dueAtMs, untilMs, listLimit(limit)] as const
    return entityIds === undefined
      ? readers.rows(CLAIM, ...times, exceptEntityIds)
      : readers.rows(CLAIM_OF, ...times, listedEntities(entityIds))
  }
}

const IS_DUE = 'due_at_ms <= $1::bigint'
const IN_ORDER = `
  ORDER BY due_at_ms, kind, subject_id LIMIT $3::bigint
  FOR UPDATE SKIP LOCKED`

const CLAIM: Query = {
  name: 'claim_timers',
  text: claiming(`
    SELECT kind, subject_id, due_at_ms FROM timer
    WHERE ${IS_DUE} AND (entity_id IS NULL OR entity_id <> ALL ($4::text[])) ${IN_ORDER}`),
}

/** The index has the timers of several entities together in no order. */
const CLAIM_OF: Query = {
  name: 'claim_timers_of',
  text: claiming(`
    SELECT due.*
    FROM (SELECT DISTINCT unnest($4::text[]) AS owner_id) AS owner
    CROSS JOIN LATERAL (
      SELECT kind, subject_id, due_at_ms FROM timer WHERE entity_id = owner_id AND ${IS_DUE} ${IN_ORDER}
    ) AS due
    ORDER BY due_at_ms, kind, subject_id LIMIT $3::bigint`),
}

/** `MATERIALIZED`: the rows are chosen once, and those are claimed. */
function claiming(due: string): string {
  return `
    WITH due AS MATERIALIZED (${due}), claimed AS (
      UPDATE timer SET
        due_at_ms = $2::bigint, attempts = timer.attempts + 1, version = timer.version + 1
      FROM due
      WHERE ${isEqual('timer.kind', 'due.kind')} AND ${isEqual('timer.subject_id', 'due.subject_id')}
      RETURNING timer.*, due.due_at_ms AS was_due_at_ms
    )
    SELECT ${selected(TABLES.timers)} FROM claimed ORDER BY was_due_at_ms, kind, subject_id`
}
