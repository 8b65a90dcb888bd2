import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrations } from '../migrations/migrations.ts'
import { columnName } from '../tables/table.ts'
import { TABLE_LIST } from '../tables/tables.ts'
import { migrate } from './migrate.ts'

interface StoredColumn {
  readonly tableName: string
  readonly name: string
  readonly type: string
  readonly notnull: 0 | 1
}

/** Every column of a migrated database, but for what only an engine knows. */
function storedColumns(): readonly string[] {
  const database = new Database(':memory:')
  migrate(database, migrations)
  const columns = database
    .prepare<[], StoredColumn>(`
      SELECT tables.name AS tableName, columns.name, columns.type, columns."notnull"
      FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
      WHERE tables.schema = 'main' AND tables.name NOT LIKE 'sqlite_%'
        AND tables.name NOT IN ('migration', 'heartbeat') AND columns.name <> 'number'`)
    .all()
  database.close()
  return columns.map(({ tableName, name, type, notnull }) =>
    [tableName, name, type, notnull === 1 ? 'NOT NULL' : ''].join(' '),
  )
}

it('a migrated database has the columns that the tables describe, and no others', () => {
  const described = TABLE_LIST.flatMap(({ name: table, columns }) =>
    Object.entries(columns).map(([name, { kind, isOptional }]) =>
      [
        table,
        columnName(name),
        kind === 'text' ? 'TEXT' : 'INTEGER',
        isOptional ? '' : 'NOT NULL',
      ].join(' '),
    ),
  )
  expect(storedColumns().toSorted()).toEqual(described.toSorted())
})
