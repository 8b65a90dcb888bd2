/**
 * Reading a whole database, for the tools that copy and check it. The gateway itself never scans.
 * Everything that one scan reads belongs to one moment, whatever is written meanwhile.
 */

import { columnName, type TableDescription } from './tables/table.ts'
import { type Change, TABLE_LIST } from './tables/tables.ts'

export type ScanValue = string | number | boolean | null

/** Where a row stands in its table: the values of the table's key columns. */
export type ScanKey = readonly ScanValue[]

/** A row as the values of its table's columns, in the order of `ScanTable.columns`. */
export interface ScannedRow {
  readonly key: ScanKey
  readonly values: readonly ScanValue[]
}

/** A table as a scan reads it; names are the port's, engines translate them. */
export interface ScanTable {
  /** The table's name in the database. */
  readonly name: string
  readonly columns: readonly string[]
  /** Columns that are true or false, which not every engine has a type for. */
  readonly flags: readonly string[]
  /** What rows are ordered by; `number`, no column of the port, is the order of their insertion. */
  readonly key: readonly string[]
  /** The column that names another row of the same table, which must be there first. */
  readonly parent?: string
  /** The size of a large row, in bytes; absent: some kilobytes, seldom more. */
  readonly maxRowBytes?: number
  /** The change that writes a row with these values. */
  readonly insert: (values: readonly ScanValue[]) => Change
}

/** Every table that holds what the port takes, a table that others refer to before them. */
export const SCAN_TABLES: readonly ScanTable[] = TABLE_LIST.map(scanTable)

function scanTable({ name, key, columns, insert, maxRowBytes }: TableDescription): ScanTable {
  const names = Object.keys(columns)
  const parent = names.find((column) => columns[column]?.refersTo === name)
  return {
    name,
    key: key.length > 0 ? key : ['number'],
    columns: names,
    flags: names.filter((column) => columns[column]?.kind === 'flag'),
    ...(parent !== undefined && { parent }),
    ...(maxRowBytes !== undefined && { maxRowBytes }),
    insert: (values) => {
      const row = Object.fromEntries(names.map((column, at) => [column, values[at]]))
      return { kind: insert, row } as unknown as Change
    },
  }
}

/** Version of a schema: how many migrations the database has, and how many this program knows. */
export interface SchemaState {
  readonly applied: number
  readonly known: number
}

export interface Scan {
  /** How many queries are worked on at the same time when they are asked together. */
  readonly sessions: number
  schema(): Promise<SchemaState>
  /** Rows after `after` in the order of the key, at most `limit`; fewer only at the table's end. */
  page(table: ScanTable, after: ScanKey | undefined, limit: number): Promise<readonly ScannedRow[]>
  /** The rows of a query in SQL that all engines understand. Integers are safe ones. */
  select(sql: string): Promise<readonly Readonly<Record<string, ScanValue>>[]>
  /** What the engine's own check of its files found, empty when sound; `undefined`: it has none. */
  damage(): Promise<readonly string[] | undefined>
  close(): Promise<void>
}

/** The statement behind `Scan.page`; `placeholder` writes the n-th bound value, from 1 on. */
export function pageSql(
  table: ScanTable,
  isFirst: boolean,
  placeholder: (position: number) => string,
): string {
  const key = table.key.map(columnName)
  const values = [...table.columns.map(columnName), ...key]
  const bound = key.map((_column, index) => placeholder(index + 1)).join(', ')
  const where = isFirst ? '' : `WHERE (${key.join(', ')}) > (${bound})`
  const limit = placeholder(isFirst ? 1 : key.length + 1)
  return `SELECT ${values.join(', ')} FROM ${table.name} ${where}
    ORDER BY ${key.join(', ')} LIMIT ${limit}`
}

/** A row of `pageSql` as the engine gave it. */
export function scannedRow(table: ScanTable, stored: readonly ScanValue[]): ScannedRow {
  const values = stored.slice(0, table.columns.length)
  for (const flag of table.flags) {
    const at = table.columns.indexOf(flag)
    values[at] = values[at] === 1 || values[at] === true
  }
  return { key: stored.slice(table.columns.length), values }
}
