import { type Column, text } from './column.ts'
import { type Columns, columnName, type OwnWrite } from './table.ts'

/**
 * A write that replaces a text of a row by what is left of it when its customer is erased. Conflict `version` where
 * the row has another text by now, or is gone; it leaves the row's version alone: histories count versions.
 */
export function erasing<Key extends Columns>(table: string, key: Key, column: string) {
  const cell = columnName(column)
  const names = Object.keys(key)
  const isRow = names.map((name) => `${columnName(name)} = :${name}`).join(' AND ')
  return {
    parameters: { ...key, before: text, after: text } as Key & {
      readonly before: Column<string>
      readonly after: Column<string>
    },
    mustFind: true,
    sqlite: `UPDATE ${table} SET ${cell} = :after WHERE ${isRow} AND ${cell} = :before`,
    postgres: (given: string, isKey: string) => `
      UPDATE ${table} SET ${cell} = given.after
      FROM ${given} WHERE ${isKey} AND ${table}.${cell} = given.before
      RETURNING given.place`,
  } satisfies OwnWrite
}
