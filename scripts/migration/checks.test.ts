import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../server/store/migrations/migrations.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { migrate } from '../../server/store/sqlite/migrate.ts'
import type { Column } from '../../server/store/tables/column.ts'
import { columnName, type TableDescription } from '../../server/store/tables/table.ts'
import { TABLE_LIST } from '../../server/store/tables/tables.ts'
import { usePostgres } from '../../server/store/testing/postgres.ts'
import { describedColumns, type Engine } from './described-schema.ts'

const postgres = usePostgres()

/** The CHECK of a table as SQL. */
interface Check {
  readonly table: string
  readonly name: string
  readonly condition: string
}

type Select = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Conditions within `CONSTRAINT name CHECK (…)` of the text of a table. */
function checksIn(table: string, sql: string): readonly Check[] {
  return [...sql.matchAll(/CONSTRAINT (\w+) CHECK \(/g)].map((match) => {
    const from = match.index + match[0].length
    let depth = 1
    let end = from
    for (; depth > 0; end++) depth += sql[end] === '(' ? 1 : sql[end] === ')' ? -1 : 0
    return { table, name: match[1] ?? '', condition: sql.slice(from, end - 1) }
  })
}

/** Values of a column's kind at and beyond the edges of what it takes. */
function triedValues({ kind, takes }: Column): readonly (string | number)[] {
  if (takes === undefined || kind === 'flag') return []
  if ('values' in takes) return [...takes.values, 'another word', '']
  if ('letters' in takes) return ['EUR', 'eur', 'EURO', 'E1R', '']
  const { least, most } = takes
  return [least, least - 1, most, most + 1].filter((value) => Number.isSafeInteger(value))
}

interface Tried {
  readonly of: TableDescription
  readonly name: string
  readonly value: string | number
}

/** Whether a CHECK refuses the value of a column whatever the others are: with NULL it would not be false. */
async function isRefused(
  { of, name, value }: Tried,
  engine: Engine,
  checks: readonly Check[],
  select: Select,
) {
  const stored = columnName(name)
  const literal = typeof value === 'string' ? `'${value}'` : String(value)
  const columns = describedColumns(engine, [of]).map((column) => {
    const text = column.name === stored ? literal : 'NULL'
    return `CAST(${text} AS ${column.type}) AS ${column.name}`
  })
  const own = checks.filter(
    ({ table, condition }) => table === of.name && new RegExp(`\\b${stored}\\b`).test(condition),
  )
  if (own.length === 0) return false
  const results = own.map(({ condition }, at) => `(${condition}) AS check_${at}`)
  const [row] = await select(
    `SELECT ${results.join(', ')} FROM (SELECT ${columns.join(', ')}) AS ${of.name}`,
  )
  return Object.values(row ?? {}).some((result) => result === 0 || result === false)
}

const tried = TABLE_LIST.flatMap((of) =>
  Object.entries(of.columns).flatMap(([name, column]) =>
    triedValues(column).map((value) => ({ of, name, value, fits: column.fits(value) })),
  ),
)

async function differences(engine: Engine, checks: readonly Check[], select: Select) {
  const found: string[] = []
  for (const each of tried) {
    if ((await isRefused(each, engine, checks, select)) === each.fits)
      found.push(`${each.of.name}.${each.name} ${JSON.stringify(each.value)} ${each.fits}`)
  }
  return found
}

describe('the CHECKs of a migrated database take exactly what columns are described to take', () => {
  it('on SQLite', async () => {
    expect(tried.length).toBeGreaterThan(500)
    const database = new Database(':memory:')
    migrate(database, migrations)
    const tables = database
      .prepare<[], { name: string; sql: string }>(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL`,
      )
      .all()
    const checks = tables.flatMap(({ name, sql }) => checksIn(name, sql))
    const select: Select = async (sql) => database.prepare<[], Record<string, unknown>>(sql).all()
    expect(await differences('sqlite', checks, select)).toEqual([])
    database.close()
  })

  it('on PostgreSQL', async () => {
    const url = await postgres.freshDatabase()
    await (await openPostgresStore({ url })).close()
    const checks = await postgres.run(
      `SELECT conrelid::regclass::text AS "table", conname AS name,
         pg_get_expr(conbin, conrelid) AS condition
       FROM pg_constraint WHERE contype = 'c' AND connamespace = current_schema()::regnamespace`,
      url,
    )
    const select: Select = (sql) => postgres.run(sql, url)
    expect(
      await differences('postgres', checks as readonly object[] as readonly Check[], select),
    ).toEqual([])
  })
})
