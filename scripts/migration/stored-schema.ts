/** The schema that databases have, as they tell it themselves. */

import Database from 'better-sqlite3'
import { migrations } from '../../server/store/migrations/migrations.ts'
import { migrate } from '../../server/store/sqlite/migrate.ts'
import type { SchemaColumn } from './described-schema.ts'

/** Tables that no description has, because an engine or the process itself keeps them. */
const OF_ENGINES = "'migration', 'heartbeat', 'short_lived_key', 'kept_number_key', 'commit_mark'"

/** Of a new SQLite database with all migrations. */
export function migratedSqliteColumns(): readonly SchemaColumn[] {
  const database = new Database(':memory:')
  try {
    migrate(database, migrations)
    return sqliteColumns(database)
  } finally {
    database.close()
  }
}

export function sqliteColumns(database: Database.Database): readonly SchemaColumn[] {
  const rows = database.prepare<[], SqliteRow>(SQLITE).all()
  return rows.map(({ isNotNull, isNumber, ...column }) => ({
    ...column,
    // SQLite numbers rows by itself, and does not call the column NOT NULL.
    isNullable: isNotNull === 0 && isNumber === 0,
    isSorted: false,
  }))
}

type SqliteRow = Omit<SchemaColumn, 'isNullable' | 'isSorted'> & {
  readonly isNotNull: 0 | 1
  readonly isNumber: 0 | 1
}

const SQLITE = `
  SELECT tables.name AS "table", columns.name, columns.type, columns."notnull" AS isNotNull,
    columns.dflt_value AS "default", columns.pk AS keyPlace,
    columns.name = 'number' AND columns.pk = 1 AS isNumber,
    (SELECT keys."table" FROM pragma_foreign_key_list(tables.name) AS keys
     WHERE keys."from" = columns.name) AS refersTo
  FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
  WHERE tables.schema = 'main' AND tables.name NOT LIKE 'sqlite_%'
    AND tables.name NOT IN (${OF_ENGINES})`

/** `run`: runs a statement in the schema that is looked at. */
export async function postgresColumns(
  run: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<readonly SchemaColumn[]> {
  const rows = await run(POSTGRES)
  return rows.map((row) => {
    const { type, default: value, ...column } = row as unknown as SchemaColumn
    return {
      ...column,
      type: type.toUpperCase(),
      // The server writes the type behind a text.
      default: value?.replace(/::text$/, '') ?? null,
      keyPlace: Number(column.keyPlace),
    }
  })
}

const POSTGRES = `
  SELECT tables.relname AS "table", columns.attname AS name,
    format_type(columns.atttypid, columns.atttypmod) AS type,
    NOT columns.attnotnull AS "isNullable",
    pg_get_expr(defaults.adbin, defaults.adrelid) AS "default",
    coalesce(array_position(keys.conkey, columns.attnum), 0) AS "keyPlace",
    coalesce(collations.collname = 'C', false) AS "isSorted",
    foreigns.confrelid::regclass::text AS "refersTo"
  FROM pg_class AS tables
  JOIN pg_attribute AS columns
    ON columns.attrelid = tables.oid AND columns.attnum > 0 AND NOT columns.attisdropped
  LEFT JOIN pg_attrdef AS defaults
    ON defaults.adrelid = tables.oid AND defaults.adnum = columns.attnum
  LEFT JOIN pg_collation AS collations ON collations.oid = columns.attcollation
  LEFT JOIN pg_constraint AS keys ON keys.conrelid = tables.oid AND keys.contype = 'p'
  LEFT JOIN pg_constraint AS foreigns
    ON foreigns.conrelid = tables.oid AND foreigns.contype = 'f'
    AND foreigns.conkey = ARRAY[columns.attnum]
  WHERE tables.relnamespace = current_schema()::regnamespace AND tables.relkind = 'r'
    AND tables.relname NOT IN (${OF_ENGINES})`
