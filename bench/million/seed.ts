import { type HexSql, SEEDED_AT_MS_SQL, seededIdSql } from './seeded-ids.ts'

/** What seeding asks of an engine. */
export interface SeedDatabase {
  run(sql: string): Promise<void>
  /** Names of a table's columns. */
  columnsOf(table: string): Promise<readonly string[]>
  readonly hex: HexSql
  /** Leaves the database as one that has long been there: nothing half-way to its place. */
  settle(): Promise<void>
  /** Bytes on disk. */
  size(): Promise<number>
  close(): Promise<void>
}

/** Payments of one transaction: few enough for what an engine keeps in memory until it commits. */
const SLICE = 25_000

type ColumnSql = Readonly<Record<string, string>>

/**
 * Fills a database with `count` payments, each a copy of the one payment that is in it: what the
 * gateway itself wrote, columns that this file never heard of included, with ids and times of its
 * own. All constraints of the schema are at work.
 */
export async function seedPayments(database: SeedDatabase, count: number): Promise<void> {
  await database.run(NUMBERS)
  const inserts: ((from: number) => string)[] = []
  for (const [table, own] of Object.entries(ownColumns(database.hex))) {
    await database.run(`CREATE TEMP TABLE seed_${table} AS SELECT * FROM ${table}`)
    const columns = await database.columnsOf(table)
    inserts.push((from) =>
      copySql(table, columns, own, { from, to: Math.min(from + SLICE, count) }),
    )
  }
  for (let from = 0; from < count; from += SLICE) {
    await database.run(`BEGIN; ${inserts.map((sql) => sql(from)).join('; ')}; COMMIT`)
  }
  await database.run(RETENTION_TIMERS)
}

/** Due long after every run: the payments are years old, and their numbers would be deleted meanwhile. */
const RETENTION_TIMERS = `
  INSERT INTO timer (kind, subject_id, entity_id, due_at_ms, attempts, created_at_ms, version)
  SELECT DISTINCT 'numberRetention', entity_id || '.' || (created_at_ms / 3600000), entity_id,
    CAST(4000000000000 AS BIGINT), 0, CAST(0 AS BIGINT), 1
  FROM payment WHERE true
  ON CONFLICT (kind, subject_id) DO NOTHING`

/** 1 to `SLICE`. As BIGINT: PostgreSQL would count times in 32 bits. */
const NUMBERS = `
  CREATE TEMP TABLE seed_number AS
  WITH RECURSIVE counted (n) AS (
    VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${SLICE}
  )
  SELECT CAST(n AS BIGINT) AS n FROM counted`

/** The columns that differ from copy to copy, in the order in which rows refer to each other. */
function ownColumns(hex: HexSql): Readonly<Record<string, ColumnSql>> {
  const paymentId = seededIdSql('payment', hex)
  const vaultRecordId = seededIdSql('vaultRecord', hex)
  const atMs = SEEDED_AT_MS_SQL
  return {
    vault_record: { id: vaultRecordId, created_at_ms: atMs },
    payment: {
      id: paymentId,
      family_id: paymentId,
      vault_record_id: vaultRecordId,
      merchant_transaction_id: `'order-' || CAST(n AS TEXT)`,
      created_at_ms: atMs,
      updated_at_ms: atMs,
    },
    payment_event: { payment_id: paymentId, at_ms: atMs },
    posting: { payment_id: paymentId, family_id: paymentId, at_ms: atMs },
  }
}

/** Numbers beyond `from` up to `to`. `CROSS JOIN` and the order keep new keys ascending. */
function copySql(
  table: string,
  columns: readonly string[],
  own: ColumnSql,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  // The engine numbers postings itself.
  const copied = columns.filter((name) => name !== 'number')
  const cells = copied.map((name) => own[name] ?? name)
  return (
    `INSERT INTO ${table} (${copied.join(', ')}) SELECT ${cells.join(', ')} ` +
    `FROM (SELECT n + ${from} AS n FROM seed_number WHERE n + ${from} <= ${to}) AS numbered ` +
    `CROSS JOIN seed_${table} ORDER BY n`
  )
}
