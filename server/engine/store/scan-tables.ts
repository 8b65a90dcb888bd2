import type { Change } from './port.ts'
import type { ScanTable, ScanValue } from './scan.ts'
import type { TableDescription } from './tables/table.ts'
import { TABLE_LIST } from './tables/tables.ts'

/** A table together with the change that writes one of its rows. */
export interface PortTable extends ScanTable {
  /** The column that names another row of the same table, which must be there first. */
  readonly parent?: string
  readonly insert: (values: readonly ScanValue[]) => Change
}

/** Every table that holds what the port takes, a table that others refer to before them. */
export const PORT_TABLES: readonly PortTable[] = TABLE_LIST.map(portTable)

function portTable({ name, key, columns, insert }: TableDescription): PortTable {
  const names = Object.keys(columns)
  const parent = names.find((column) => columns[column]?.refersTo === name)
  return {
    name,
    key: key.length > 0 ? key : ['number'],
    columns: names,
    flags: names.filter((column) => columns[column]?.kind === 'flag'),
    ...(parent !== undefined && { parent }),
    insert: (values) => {
      const row = Object.fromEntries(names.map((column, at) => [column, values[at]]))
      return { kind: insert, row } as unknown as Change
    },
  }
}
