import type { Scan, ScanValue } from '../store/scan.ts'
import { columnName } from '../store/tables/table.ts'
import { TABLES } from '../store/tables/tables.ts'

export type { Scan }

/** A table by its name in the port. */
export type TableName = keyof typeof TABLES

/** A row by the names of its columns; flags are as the engine has them. */
export type SelectedRow = Readonly<Record<string, ScanValue>>

/** The rows of a table that fit a condition in SQL that all engines understand. `also`: what follows it. */
export async function selectRows(
  scan: Scan,
  table: TableName,
  where: string,
  also = '',
): Promise<readonly SelectedRow[]> {
  const { name, columns } = TABLES[table]
  const names = Object.keys(columns)
  const selected = names.map((column) => `"${columnName(column)}"`).join(', ')
  const rows = await scan.select(`SELECT ${selected} FROM ${name} WHERE ${where} ${also}`)
  return rows.map((row) =>
    Object.fromEntries(names.map((column) => [column, row[columnName(column)] ?? null])),
  )
}

/** A text in SQL, as all engines read it. */
export function quoted(value: string): string {
  return `'${value.replaceAll("'", "''").replaceAll('\0', '')}'`
}
