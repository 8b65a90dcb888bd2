import type { Column } from './column.ts'

export type Columns = Readonly<Record<string, Column>>

/** `createdAtMs` as the databases write it: `created_at_ms`. */
export function columnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A write of one table that is more than an insert, a step or a removal of one row. */
export interface OwnWrite {
  /** What a change of this kind carries. The first ones are the table's key, if it has one. */
  readonly parameters: Columns
  /**
   * Whether a change that finds no row is a conflict `version`; with the name of a parameter: where
   * that is not null.
   */
  readonly mustFind?: true | string
  /** It changes nothing: others may do the same with the row at the same time. */
  readonly onlyReads?: true
  readonly sqlite: SqliteText
  readonly postgres: PostgresText
}

/** Writes one row; `:byMinor` stands for the parameter `byMinor`. */
export type SqliteText = string

/**
 * Writes any number of rows at once. `given` is what a FROM takes: the rows that are handed over, named
 * `given`, with the parameters as columns (`given.by_minor`) and their `place` from 1 on. `isKey` finds
 * the row of the table by its key. What must find its row returns the places of those that did.
 */
export type PostgresText = (given: string, isKey: string) => string

/**
 * Finds rows of a table by a value of another row. A list of one, not the value: for equal values the
 * planner may read the whole table in their order, and does where its statistics say that it is empty.
 */
export function isEqual(column: string, value: string): string {
  return `${column} = ANY (ARRAY[${value}])`
}

/**
 * A table and its changes. Everything that the three engines know about a table is described here.
 */
export interface TableDescription {
  readonly name: string
  /** Its first columns; empty: rows are only added, and numbered in their order as `number`. */
  readonly key: readonly string[]
  readonly columns: Columns
  /** The size of a large row, in bytes; absent: some kilobytes, seldom more. */
  readonly maxRowBytes?: number
  /** The read of one row by its key. */
  readonly read?: string
  /** The kind of change that inserts a row. */
  readonly insert: string
  /** What it does instead where the row may be there already. Finding no room is a conflict `limit`. */
  readonly upsert?: { readonly sqlite: SqliteText; readonly postgres: PostgresText }
  /**
   * The kind of change that sets some columns of one version of a row and raises its `version`. A row
   * that can be stepped is never deleted.
   */
  readonly step?: { readonly kind: string; readonly sets: readonly string[] }
  /** The kind of change that deletes the row with a key. No conflict when it is not there. */
  readonly remove?: string
  readonly writes?: Readonly<Record<string, OwnWrite>>
}

/** The description as it is; the compiler checks that the columns it names are there. */
export function table<const Table extends TableDescription>(
  description: Table & Named<Table>,
): Table {
  return description
}

interface Named<Table extends TableDescription> {
  readonly key: readonly ColumnOf<Table>[]
  readonly step?: { readonly sets: readonly ColumnOf<Table>[] }
}

type ColumnOf<Table extends TableDescription> = keyof Table['columns'] & string

export type ValuesOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never
}

export type RowOf<Table extends TableDescription> = ValuesOf<Table['columns']>

/** The values of its key, in the order of the columns. */
export type KeyOf<Table extends TableDescription> = Picked<RowOf<Table>, Table['key']>

type Picked<Row, Names extends readonly string[]> = {
  readonly [At in keyof Names]: Row[Names[At] & keyof Row]
}

/** What a step sets; every row that knows the time of its last step is given that. */
export type StepOf<Table extends TableDescription> = Table extends {
  readonly step: { readonly sets: readonly (infer Name)[] }
}
  ? Partial<Pick<RowOf<Table>, Exclude<Name, 'updatedAtMs'> & keyof Table['columns']>> &
      Pick<RowOf<Table>, Extract<Name, 'updatedAtMs'> & keyof Table['columns']>
  : never

/**
 * Makes the row that a step leaves, of a table that can be stepped. Like `rowMaker`, the function is made once
 * at start, with the columns named in its text: a spread or Object.assign of many members takes 6 to 30 µs on
 * Node 20, this 0.2.
 */
export function rowAfterStep<Table extends TableDescription>({
  columns,
  step,
}: Table): RowAfterStep<Table> {
  const members = Object.keys(columns).map((name) => {
    if (name === 'version') return 'version: version === undefined ? row.version : version'
    return step?.sets.includes(name) === true
      ? `${name}: set.${name} === undefined ? row.${name} : set.${name}`
      : `${name}: row.${name}`
  })
  const made = new Function('row', 'set', 'version', `return { ${members.join(', ')} }`)
  return made as RowAfterStep<Table>
}

/** `version`: one higher where the row is already in the store. */
type RowAfterStep<Table extends TableDescription> = (
  row: RowOf<Table>,
  set: StepOf<Table>,
  version?: number,
) => RowOf<Table>

/** Makes new rows of a table: what is not given has the value that rows begin with. */
export function rowMaker<Table extends TableDescription, Name extends keyof RowOf<Table>>(
  { columns }: Table,
  beginsWith: Readonly<Pick<RowOf<Table>, Name>>,
): (given: NewRow<RowOf<Table>, Name>) => RowOf<Table> {
  const members = Object.keys(columns).map((name) =>
    name in beginsWith
      ? `${name}: given.${name} === undefined ? first.${name} : given.${name}`
      : `${name}: given.${name}`,
  )
  const made = new Function('first', 'given', `return { ${members.join(', ')} }`)
  return (given) => made(beginsWith, given)
}

type NewRow<Row, Name extends keyof Row> = Readonly<Omit<Row, Name> & Partial<Pick<Row, Name>>>

/** Every change that a table takes. */
export type ChangeOf<Table extends TableDescription> =
  | { readonly kind: Table['insert']; readonly row: RowOf<Table> }
  | StepChangeOf<Table>
  | RemovalOf<Table>
  | OwnChangeOf<Table>

type StepChangeOf<Table extends TableDescription> = Table extends {
  readonly step: { readonly kind: infer Kind }
}
  ? {
      readonly kind: Kind
      readonly id: string
      readonly expectedVersion: number
      readonly set: StepOf<Table>
    }
  : never

type RemovalOf<Table extends TableDescription> = Table extends {
  readonly remove: infer Kind extends string
}
  ? { readonly kind: Kind } & Pick<RowOf<Table>, Table['key'][number] & keyof Table['columns']>
  : never

type OwnChangeOf<Table extends TableDescription> = Table extends {
  readonly writes: infer Writes extends Readonly<Record<string, OwnWrite>>
}
  ? {
      [Kind in keyof Writes]: { readonly kind: Kind } & ValuesOf<Writes[Kind]['parameters']>
    }[keyof Writes]
  : never
