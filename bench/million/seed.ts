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

/** A payment, with or without a refund of it, that copies are made of. */
export interface CopiedFamily {
  readonly familyId: string
  /** SQL that says of a number `n` whether it is a copy of this family. */
  readonly numbers: string
}

/**
 * Fills a database with `count` payments, each a copy of the one payment that is in it, or of one of these
 * families: what the gateway itself wrote, columns that this file never heard of included, with ids and times
 * of its own. All constraints of the schema are at work.
 */
export async function seedPayments(
  database: SeedDatabase,
  count: number,
  families?: readonly CopiedFamily[],
): Promise<void> {
  await database.run(NUMBERS)
  const copies = families?.map((family) => ({ ...family, rows: rowsOf(family.familyId) }))
  const inserts: ((from: number) => string)[] = []
  for (const [at, { numbers, rows }] of (
    copies ?? [{ numbers: 'true', rows: ALL_ROWS }]
  ).entries()) {
    const source = (table: string) => `seed_${table}_${at}`
    for (const [table, own] of Object.entries(ownColumns(database.hex, source('payment')))) {
      const filter = rows[table as keyof typeof rows]
      await database.run(
        `CREATE TEMP TABLE ${source(table)} AS SELECT * FROM ${table} WHERE ${filter}`,
      )
      const columns = await database.columnsOf(table)
      inserts.push((from) => {
        const span = { from, to: Math.min(from + SLICE, count), numbers }
        return copySql({ table, source: source(table) }, columns, own, span)
      })
    }
  }
  for (let from = 0; from < count; from += SLICE) {
    await database.run(`BEGIN; ${inserts.map((sql) => sql(from)).join('; ')}; COMMIT`)
  }
}

/** 1 to `SLICE`. As BIGINT: PostgreSQL would count times in 32 bits. */
const NUMBERS = `
  CREATE TEMP TABLE seed_number AS
  WITH RECURSIVE counted (n) AS (
    VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${SLICE}
  )
  SELECT CAST(n AS BIGINT) AS n FROM counted`

const ALL_ROWS = { vault_record: 'true', payment: 'true', payment_event: 'true', posting: 'true' }

/** SQL that chooses the rows of a family. */
function rowsOf(familyId: string): typeof ALL_ROWS {
  const payments = (column: string) =>
    `(SELECT ${column} FROM payment WHERE family_id = '${familyId}')`
  return {
    vault_record: `id IN ${payments('vault_record_id')}`,
    payment: `family_id = '${familyId}'`,
    payment_event: `payment_id IN ${payments('id')}`,
    posting: `family_id = '${familyId}'`,
  }
}

/**
 * The columns that differ from copy to copy, in the order in which rows refer to each other. `payments`: the
 * table of the payments that are copied; one that is not the first of its family refunds that one.
 */
function ownColumns(hex: HexSql, payments: string): Readonly<Record<string, ColumnSql>> {
  const familyId = seededIdSql('payment', hex)
  const idOf = (column: string) =>
    `CASE WHEN ${column} IN (SELECT family_id FROM ${payments}) THEN ${familyId} ELSE ${seededIdSql('refund', hex)} END`
  const vaultRecordId = seededIdSql('vaultRecord', hex)
  const atMs = SEEDED_AT_MS_SQL
  const ifAny = (column: string, value: string) =>
    `CASE WHEN ${column} IS NOT NULL THEN ${value} END`
  return {
    // A payment of so long ago has no number any more (PCI DSS 3.2.1); a copied one would not open.
    vault_record: { id: vaultRecordId, created_at_ms: atMs, sealed: `''` },
    payment: {
      id: idOf('id'),
      family_id: familyId,
      referenced_id: ifAny('referenced_id', familyId),
      vault_record_id: ifAny('vault_record_id', vaultRecordId),
      merchant_transaction_id: ifAny('merchant_transaction_id', `'order-' || CAST(n AS TEXT)`),
      created_at_ms: atMs,
      updated_at_ms: atMs,
    },
    payment_event: { payment_id: idOf('payment_id'), at_ms: atMs },
    posting: { payment_id: idOf('payment_id'), family_id: familyId, at_ms: atMs },
  }
}

/** Numbers beyond `from` up to `to`. `CROSS JOIN` and the order keep new keys ascending. */
function copySql(
  { table, source }: { readonly table: string; readonly source: string },
  columns: readonly string[],
  own: ColumnSql,
  { from, to, numbers }: { readonly from: number; readonly to: number; readonly numbers: string },
): string {
  // The engine numbers postings itself.
  const copied = columns.filter((name) => name !== 'number')
  const cells = copied.map((name) => own[name] ?? name)
  return (
    `INSERT INTO ${table} (${copied.join(', ')}) SELECT ${cells.join(', ')} ` +
    `FROM (SELECT n + ${from} AS n FROM seed_number WHERE n + ${from} <= ${to}) AS numbered ` +
    `CROSS JOIN ${source} WHERE ${numbers} ORDER BY n`
  )
}
