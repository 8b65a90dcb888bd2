import { listLimit } from './list-limit.ts'
import { natural } from './tables/column.ts'
import { type Columns, columnName, type TableDescription } from './tables/table.ts'
import { type KeyReads, TABLE_LIST, TABLES } from './tables/tables.ts'

/** A read that SQLite and PostgreSQL answer with the same statement. */
export interface SqlRead {
  /** `$1::text` stands for the first value that it is given. */
  readonly sql: string
  /** What the statement selects, in its order. */
  readonly columns: Columns
  readonly isList: boolean
  /** The values as they were given. Throws a RangeError for a limit that no list may have. */
  readonly check?: (values: readonly unknown[]) => void
}

/** What is to be read of a table, under the names of the port. */
export function selected({ columns }: { readonly columns: Columns }): string {
  return Object.keys(columns)
    .map((name) => `${columnName(name)} AS "${name}"`)
    .join(', ')
}

function select(table: TableDescription): string {
  return `SELECT ${selected(table)} FROM ${table.name}`
}

function one(table: TableDescription, condition: string): SqlRead {
  return { sql: `${select(table)} WHERE ${condition}`, columns: table.columns, isList: false }
}

function list(table: TableDescription, conditions: string): SqlRead {
  return { sql: `${select(table)} ${conditions}`, columns: table.columns, isList: true }
}

/** Rows that are over or due at `$1`, at most `$2` of them. */
function dueList(table: TableDescription, column: string, order = column): SqlRead {
  return {
    ...list(table, `WHERE ${column} <= $1::bigint ORDER BY ${order} LIMIT $2::bigint`),
    check: ([, limit]) => listLimit(Number(limit)),
  }
}

const { entities, tokens, vaultKeys, payments, events, postings } = TABLES
const { registrations, quotas, timers, idempotency } = TABLES

const KEY_READS = Object.fromEntries(
  TABLE_LIST.flatMap((table) => {
    if (table.read === undefined) return []
    const matches = table.key.map((name, at) => `${columnName(name)} = $${at + 1}::text`)
    return [[table.read, one(table, matches.join(' AND '))]]
  }),
) as Readonly<Record<keyof KeyReads, SqlRead>>

export const SQL_READS = {
  ...KEY_READS,
  entityPath: {
    columns: entities.columns,
    isList: true,
    sql: `
      WITH RECURSIVE ancestor AS (
        SELECT entity.*, 1 AS depth FROM entity WHERE id = $1::text
        UNION ALL
        SELECT entity.*, ancestor.depth + 1
        FROM ancestor JOIN entity ON entity.id = ancestor.parent_id
        WHERE ancestor.depth < 4
      )
      SELECT ${selected(entities)} FROM ancestor ORDER BY depth`,
  },
  rootEntities: list(entities, 'WHERE parent_id IS NULL ORDER BY created_at_ms, id LIMIT 100'),
  childEntities: list(entities, 'WHERE parent_id = $1::text ORDER BY created_at_ms, id LIMIT 1000'),
  tokensOfEntity: list(tokens, 'WHERE entity_id = $1::text ORDER BY created_at_ms, hash LIMIT 100'),
  events: list(events, 'WHERE payment_id = $1::text ORDER BY sequence'),
  postingsOfFamily: list(postings, 'WHERE family_id = $1::text ORDER BY number'),
  paymentsOfFamily: list(
    payments,
    `WHERE id = $1::text AND referenced_id IS NULL
    UNION ALL
    ${select(payments)} WHERE family_id = $1::text AND referenced_id IS NOT NULL
    ORDER BY "createdAtMs", "id" LIMIT 1000`,
  ),
  registrationOf: one(
    registrations,
    `entity_id = $1::text AND fingerprint = $2::text AND payment_brand = $3::text
      AND state = 'active'
    ORDER BY created_at_ms DESC, id DESC LIMIT 1`,
  ),
  expiredQuotas: dueList(quotas, 'expires_at_ms'),
  sightings: {
    columns: { count: natural, amountMinor: natural },
    isList: false,
    sql: `
      SELECT count(*) AS "count",
        CAST(coalesce(sum(CASE WHEN currency = $4::text THEN amount_minor ELSE 0 END), 0) AS bigint)
          AS "amountMinor"
      FROM sighting WHERE entity_id = $1::text AND subject = $2::text AND at_ms >= $3::bigint`,
  },
  vaultKeys: list(vaultKeys, 'ORDER BY created_at_ms, id'),
  dueTimers: dueList(timers, 'due_at_ms', 'due_at_ms, kind, subject_id'),
  expiredIdempotency: dueList(idempotency, 'expires_at_ms'),
} as const satisfies Readonly<Record<string, SqlRead>>

/** The names of the reads that are answered so. */
export type SqlReadName = keyof typeof SQL_READS
