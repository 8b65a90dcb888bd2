import { type Cell, type ColumnKind, cellOf } from '../cells.ts'

/**
 * A statement that writes any number of rows at once: each of its parameters is an array, one element
 * for each row.
 */
export interface WriteStatement {
  /** Name of the prepared statement. */
  readonly name: string
  readonly text: string
  /** Names and kinds of the parameters, in their order. */
  readonly names: readonly string[]
  readonly kinds: readonly ColumnKind[]
  /** How many of the first parameters are the row's key; rows are written in the order of it. */
  readonly orderedBy: number
  /** The conflict when a guarded row finds nothing. */
  readonly missed: 'version' | 'limit'
}

/** The kinds of parameters by their names, in their order. */
export type Parameters = Readonly<Record<string, ColumnKind>>

/** What a statement by hand is made of; see `WriteStatement`. `missed` is `version` when left out. */
interface WrittenStatement {
  readonly parameters: Parameters
  readonly orderedBy: number
  readonly missed?: 'version' | 'limit'
  readonly text: string
}

export function writeStatement(name: string, written: WrittenStatement): WriteStatement {
  const { parameters, orderedBy, text, missed = 'version' } = written
  const [names, kinds] = [Object.keys(parameters), Object.values(parameters)]
  return { name, text, names, kinds, orderedBy, missed }
}

/** One row for a statement. */
export interface Write {
  readonly statement: WriteStatement
  readonly cells: readonly Cell[]
  /** A guard: finding no row for it is the conflict that the statement names. */
  readonly mustMatch: boolean
}

/** The kinds of a table's columns, by the names that the port gives them. */
export type Columns<Row> = { readonly [Column in keyof Row]-?: ColumnKind }

/** An insert into all columns of a table. `orderedBy`: see `WriteStatement`. */
export function insertInto<Row>(
  table: string,
  columns: Columns<Row>,
  orderedBy = 0,
): WriteStatement {
  const parameters = columns as Parameters
  const names = namesOf(parameters)
  const text = `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arraysOf(parameters)})`
  return writeStatement(`insert_${table}`, { parameters, orderedBy, text })
}

/** Deletes the rows with the keys that it is given, where they are there. */
export function deleteFrom(table: string, key: Parameters): WriteStatement {
  const matches = Object.keys(key).map(
    (name) => `${table}.${columnName(name)} = gone.${columnName(name)}`,
  )
  const text = `
    DELETE FROM ${table} USING unnest(${arraysOf(key)}) AS gone (${namesOf(key)})
    WHERE ${matches.join(' AND ')}`
  return writeStatement(`delete_${table}`, { parameters: key, orderedBy: matches.length, text })
}

/** The arrays of a statement as arguments of unnest: `$1::text[], $2::bigint[]`. */
export function arraysOf(parameters: Parameters): string {
  return Object.values(parameters)
    .map((kind, index) => `$${index + 1}::${SQL_TYPES[kind]}[]`)
    .join(', ')
}

/** The parameters' names as columns of what unnest makes of them. */
export function namesOf(parameters: Parameters): string {
  return Object.keys(parameters).map(columnName).join(', ')
}

/** What is to be read, under the names of the port. */
export function selected<Row>(columns: Columns<Row>): string {
  return Object.keys(columns)
    .map((name) => `${columnName(name)} AS "${name}"`)
    .join(', ')
}

/** A row for the statement. Throws `invalid-change` for a value that its column does not take. */
export function writeOf(statement: WriteStatement, values: object, mustMatch = false): Write {
  const given = values as Readonly<Record<string, unknown>>
  const cells = statement.names.map((name, column) =>
    cellOf(statement.kinds[column] as ColumnKind, given[name], name),
  )
  return { statement, cells, mustMatch }
}

function columnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const SQL_TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  'text?': 'text',
  integer: 'bigint',
  'integer?': 'bigint',
  flag: 'boolean',
  'flag?': 'boolean',
}
