/** The schema that the descriptions of `server/store/tables` make, and the text of it for both databases. */

import type { Column, Taken } from '../../server/store/tables/column.ts'
import { columnName, type TableDescription } from '../../server/store/tables/table.ts'
import { TABLE_LIST } from '../../server/store/tables/tables.ts'

export type Engine = 'sqlite' | 'postgres'

/** A column as a database has it, or is to have it. */
export interface SchemaColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** SQL text; `null`: none. */
  readonly default: string | null
  /** Its place in the primary key, from 1 on; 0: it is not part of it. */
  readonly keyPlace: number
  /** Whether PostgreSQL compares it byte by byte; SQLite always does. */
  readonly isSorted: boolean
  /** The table of the row that it must be the key of. */
  readonly refersTo: string | null
}

const TYPES = {
  sqlite: { text: 'TEXT', integer: 'INTEGER', flag: 'INTEGER' },
  postgres: { text: 'TEXT', integer: 'BIGINT', flag: 'BOOLEAN' },
} as const

/** The column that numbers the rows of a table without a key. */
const NUMBER = 'number'

export function describedColumns(
  engine: Engine,
  tables: readonly TableDescription[] = TABLE_LIST,
): readonly SchemaColumn[] {
  return tables.flatMap((table) => [
    ...(table.key.length === 0 ? [numberColumn(engine, table)] : []),
    ...Object.keys(table.columns).map((name) => schemaColumn(engine, table, name)),
  ])
}

function numberColumn(engine: Engine, { name: table }: TableDescription): SchemaColumn {
  const key = { keyPlace: 1, isSorted: false, refersTo: null, default: null, isNullable: false }
  return { table, name: NUMBER, type: TYPES[engine].integer, ...key }
}

function schemaColumn(engine: Engine, table: TableDescription, name: string): SchemaColumn {
  const column = columnOf(table, name)
  const keyPlace = table.key.indexOf(name) + 1
  const isText = column.kind === 'text'
  return {
    table: table.name,
    name: columnName(name),
    type: TYPES[engine][column.kind],
    isNullable: column.isOptional,
    default: column.ofOlderRows === undefined ? null : literal(column.ofOlderRows, engine),
    keyPlace,
    isSorted:
      engine === 'postgres' &&
      isText &&
      (keyPlace > 0 || column.refersTo !== undefined || column.isSorted === true),
    refersTo: column.refersTo ?? null,
  }
}

function columnOf({ name: table, columns }: TableDescription, name: string): Column {
  const column = columns[name]
  if (column === undefined) throw new Error(`${table} has no column ${name}`)
  return column
}

function literal(value: unknown, engine: Engine): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (typeof value === 'boolean' && engine === 'sqlite') return value ? '1' : '0'
  return String(value)
}

/** `CREATE TABLE` without money limits, indexes and triggers. */
export function createTable(engine: Engine, table: TableDescription): string {
  const columns = describedColumns(engine, [table])
  const isSingle = table.key.length < 2
  const key = table.key.map(columnName).join(', ')
  const lines = [
    ...columns.map((column) => columnText(engine, column, isSingle)),
    ...(isSingle ? [] : [`PRIMARY KEY (${key})`]),
    ...Object.keys(table.columns).flatMap((name) => check(engine, table, name)),
  ]
  const end = engine === 'sqlite' ? ') STRICT' : ')'
  return `CREATE TABLE ${table.name} (\n  ${lines.join(',\n  ')}\n${end};`
}

/** `ALTER TABLE … ADD COLUMN`. Throws where the rows that are there would have no value. */
export function addColumn(engine: Engine, table: TableDescription, name: string): string {
  const column = schemaColumn(engine, table, name)
  if (column.keyPlace > 0)
    throw new Error(`${table.name}.${name} is part of the key: write it by hand`)
  if (!column.isNullable && column.default === null) {
    throw new Error(
      `${table.name}.${name} may not be null, and rows that are there need a value: give it ofOlderRows, or make it optional`,
    )
  }
  const text = columnText(engine, column, false)
  const checks = check(engine, table, name).map((each) => `\n  ${each}`)
  return `ALTER TABLE ${table.name} ADD COLUMN ${text}${checks.join('')};`
}

function columnText(
  engine: Engine,
  { table, name, type, isNullable, isSorted, refersTo, keyPlace, default: value }: SchemaColumn,
  isKeyAlone: boolean,
): string {
  const isKey = isKeyAlone && keyPlace === 1
  if (isKey && name === NUMBER) {
    return engine === 'sqlite'
      ? `${name} ${type} PRIMARY KEY`
      : `${name} ${type} GENERATED ALWAYS AS IDENTITY PRIMARY KEY`
  }
  const key = refersTo === null ? undefined : keyOf(refersTo, table)
  return [
    name,
    type,
    ...(isSorted ? ['COLLATE "C"'] : []),
    ...(isNullable ? [] : ['NOT NULL']),
    ...(value === null ? [] : [`DEFAULT ${value}`]),
    ...(isKey ? ['PRIMARY KEY'] : []),
    ...(key === undefined ? [] : [`REFERENCES ${refersTo} (${key})`]),
  ].join(' ')
}

function keyOf(name: string, from: string): string {
  const [key] = TABLE_LIST.find((each) => each.name === name)?.key ?? []
  if (key === undefined) throw new Error(`${from} refers to ${name}, which is no table with a key`)
  return columnName(key)
}

/** The CHECK of a column's values; none where any of its type is taken, or its range is a money limit. */
function check(engine: Engine, table: TableDescription, name: string): readonly string[] {
  const column = columnOf(table, name)
  const stored = columnName(name)
  const condition =
    column.kind === 'flag'
      ? engine === 'sqlite' && `${stored} = 0 OR ${stored} = 1`
      : column.takes && conditionOf(column.takes, stored, engine)
  return condition ? [`CONSTRAINT valid_${stored} CHECK (${condition})`] : []
}

function conditionOf(takes: Taken, stored: string, engine: Engine): string | undefined {
  if ('least' in takes) return rangeOf(takes, stored)
  if ('values' in takes) {
    // Not IN, which builds a temporary table at each check in SQLite.
    return takes.values.map((value) => `${stored} = ${literal(value, engine)}`).join(' OR ')
  }
  const letters = '[A-Z]'.repeat(takes.count)
  return engine === 'sqlite' ? `${stored} GLOB '${letters}'` : `${stored} ~ '^${letters}$'`
}

function rangeOf(
  { least, most }: { readonly least: number; readonly most: number },
  stored: string,
): string | undefined {
  if (Number.isFinite(least) && Number.isFinite(most))
    return `${stored} BETWEEN ${least} AND ${most}`
  if (Number.isFinite(least)) return `${stored} >= ${least}`
  return Number.isFinite(most) ? `${stored} <= ${most}` : undefined
}

/** Whether a CHECK of a column's range is to be written by hand. */
export function hasMoneyLimit({ takes }: Column): boolean {
  return takes !== undefined && 'least' in takes && rangeOf(takes, '') === undefined
}
