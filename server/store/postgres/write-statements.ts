import { CHANGE_KINDS, type ChangeKind, changeKindOf, listOf, setsName } from '../change-kinds.ts'
import type { Change } from '../port.ts'
import type { Column } from '../tables/column.ts'
import { columnName, isEqual } from '../tables/table.ts'
import { type Cell, type ColumnKind, cellOf } from './cells.ts'

/**
 * A statement that writes any number of rows at once: each of its parameters is an array, one element
 * for each row.
 */
export interface WriteStatement {
  /** Name of the prepared statement. */
  readonly name: string
  readonly text: string
  /** Absent: it writes no row of a change. */
  readonly of?: ChangeKind
  /** The parameters that are keys of other rows. */
  readonly references: readonly { readonly at: number; readonly table: string }[]
  /** Names and kinds of the parameters, in their order. */
  readonly names: readonly string[]
  readonly kinds: readonly ColumnKind[]
  /** How many of the first parameters are the row's key; rows are written in the order of it. */
  readonly keyLength: number
  /** The conflict when a row that must be found is not. */
  readonly missed: 'version' | 'limit'
  readonly valuesOf: (change: Change) => readonly unknown[]
  /** Whether finding no row is a conflict. */
  readonly mustFind: (cells: readonly Cell[]) => boolean
}

/** One row for a statement. */
export interface Write {
  readonly statement: WriteStatement
  readonly cells: readonly Cell[]
  /** A guard: finding no row for it is the conflict that the statement names. */
  readonly mustMatch: boolean
}

const SQL_TYPES = { text: 'text', integer: 'bigint', flag: 'boolean' } as const

const OF_KIND: ReadonlyMap<Change['kind'], WriteStatement> = new Map(
  CHANGE_KINDS.map((each) => [each.kind, writeStatement(each)]),
)

/** Writes a row that means nothing, so that an empty change set has something to make durable. */
const TOUCH: WriteStatement = {
  name: 'touch_heartbeat',
  references: [],
  text: 'UPDATE heartbeat SET beats = beats + 1 WHERE id = 1',
  names: [],
  kinds: [],
  keyLength: 0,
  missed: 'version',
  valuesOf: () => [],
  mustFind: () => false,
}
export const HEARTBEAT: Write = { statement: TOUCH, cells: [], mustMatch: false }

/**
 * Every statement that writes, in the order in which the writes of several sets are merged: first
 * what takes locks on rows that are there, always in this order, so that two processes cannot wait
 * for each other; then inserts, what is referred to before what refers to it.
 */
export const WRITE_STATEMENTS: readonly WriteStatement[] = [
  ...statementsWhere(({ action }) => action !== 'insert'),
  ...statementsWhere(({ action }) => action === 'insert'),
  TOUCH,
]

function statementsWhere(fits: (kind: ChangeKind) => boolean): WriteStatement[] {
  return CHANGE_KINDS.filter(fits).map(({ kind }) => OF_KIND.get(kind) as WriteStatement)
}

/** The row that a change writes, as it is now. Throws `invalid-change` for what no table takes. */
export function writeOfChange(change: Change): Write {
  const statement = OF_KIND.get(changeKindOf(change).kind) as WriteStatement
  const { names, kinds, valuesOf, mustFind } = statement
  const values = valuesOf(change)
  const cells = names.map((name, at) => cellOf(kinds[at] as ColumnKind, values[at], name))
  return { statement, cells, mustMatch: mustFind(cells) }
}

function writeStatement(kind: ChangeKind): WriteStatement {
  const { table, parameters, missed, mustFind } = kind
  const names = parameters.map(({ name }) => name)
  const guard = typeof mustFind === 'string' ? names.indexOf(mustFind) : -1
  return {
    of: kind,
    references: parameters.flatMap(({ column }, at) =>
      column.refersTo === undefined ? [] : [{ at, table: column.refersTo }],
    ),
    name: columnName(kind.kind),
    text: textOf(kind),
    names,
    kinds: parameters.map(({ column }) => kindOf(column)),
    keyLength: table.key.length,
    missed,
    valuesOf: listOf(parameters.map(({ expression }) => expression)),
    mustFind: guard >= 0 ? (cells) => cells[guard] !== null : () => mustFind === true,
  }
}

function kindOf({ kind, isOptional }: Column): ColumnKind {
  return isOptional ? `${kind}?` : kind
}

function textOf(kind: ChangeKind): string {
  const { table, action, parameters, own } = kind
  const arrays = parameters
    .map(({ column }, at) => `$${at + 1}::${SQL_TYPES[column.kind]}[]`)
    .join(', ')
  const names = parameters.map(({ name }) => columnName(name)).join(', ')
  const given = `unnest(${arrays}) WITH ORDINALITY AS given (${names}, place)`
  // The first parameters are the key, for some writes under other names.
  const isKey = table.key
    .map((name, at) => {
      const given = columnName(parameters[at]?.name ?? name)
      return isEqual(`${table.name}.${columnName(name)}`, `given.${given}`)
    })
    .join(' AND ')
  switch (action) {
    case 'insert':
      return `INSERT INTO ${table.name} (${names}) SELECT * FROM unnest(${arrays})`
    case 'step':
      return `
        UPDATE ${table.name} SET ${setsOf(kind)}, version = ${table.name}.version + 1
        FROM ${given}
        WHERE ${isKey} AND ${table.name}.version = given.expected_version
        RETURNING given.place`
    case 'remove':
      return `DELETE FROM ${table.name} USING ${given} WHERE ${isKey}`
    case 'own':
      return own?.postgres(given, isKey) ?? ''
  }
}

function setsOf({ table }: ChangeKind): string {
  const sets = (table.step?.sets ?? []).map((name) => {
    const column = columnName(name)
    return table.columns[name]?.isOptional
      ? `${column} = CASE WHEN given.${columnName(setsName(name))} THEN given.${column}
          ELSE ${table.name}.${column} END`
      : `${column} = coalesce(given.${column}, ${table.name}.${column})`
  })
  return sets.join(', ')
}
