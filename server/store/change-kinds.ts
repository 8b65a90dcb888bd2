import { StoreError } from './errors.ts'
import { type Column, flag, optional, version } from './tables/column.ts'
import type { OwnWrite, PostgresText, SqliteText, TableDescription } from './tables/table.ts'
import { type Change, TABLE_LIST } from './tables/tables.ts'

/** What a kind of change does to its table, made from the table's description. */
export interface ChangeKind {
  readonly kind: Change['kind']
  readonly table: TableDescription
  readonly action: 'insert' | 'step' | 'remove' | 'own'
  /** What its statement is given: the key of the row first. */
  readonly parameters: readonly Parameter[]
  /** The statements of an `own` one. */
  readonly own?: { readonly sqlite: SqliteText; readonly postgres: PostgresText }
  /** See `OwnWrite`. */
  readonly mustFind?: true | string
  /** The conflict when it finds no row, or no room. */
  readonly missed: 'version' | 'limit'
  readonly onlyReads?: true
}

export interface Parameter {
  readonly name: string
  readonly column: Column
  /** Where the value stands in a change, as JavaScript: `change.row.id`. */
  readonly expression: string
}

export const CHANGE_KINDS: readonly ChangeKind[] = TABLE_LIST.flatMap(changeKindsOf)

const BY_NAME: ReadonlyMap<string, ChangeKind> = new Map(
  CHANGE_KINDS.map((each) => [each.kind, each]),
)

/** Throws `invalid-change` where there is no such kind. */
export function changeKindOf({ kind }: Change): ChangeKind {
  const found = BY_NAME.get(kind)
  if (found === undefined) throw new StoreError('invalid-change', `No such change: ${kind}`)
  return found
}

/**
 * The values of a change as a list. The function is made once at start: with the members named in its
 * text it costs what one written by hand costs, where a loop over names costs ten times that.
 */
export function listOf(expressions: readonly string[]): (change: Change) => unknown[] {
  return new Function('change', `return [${expressions.join(', ')}]`) as (
    change: Change,
  ) => unknown[]
}

function changeKindsOf(table: TableDescription): ChangeKind[] {
  const own = Object.entries(table.writes ?? {}).map(([kind, write]) => ownKind(table, kind, write))
  return [insertKind(table), ...stepKinds(table), ...removalKinds(table), ...own]
}

function insertKind(table: TableDescription): ChangeKind {
  const { columns, upsert, insert } = table
  const parameters = Object.entries(columns).map(([name, column]) => ({
    name,
    column,
    expression: `change.row.${name}`,
  }))
  const of = { kind: insert as Change['kind'], table, parameters }
  if (upsert === undefined) return { ...of, action: 'insert', missed: 'version' }
  return { ...of, action: 'own', own: upsert, mustFind: true, missed: 'limit' }
}

/** What a step does not name is null: the column stays. A flag says where null is meant. */
function stepKinds(table: TableDescription): ChangeKind[] {
  const { step, columns, key } = table
  if (step === undefined) return []
  const parameters: Parameter[] = [
    ...key.map((name) => ({ name, column: columns[name] as Column, expression: `change.${name}` })),
    { name: 'expectedVersion', column: version, expression: 'change.expectedVersion' },
  ]
  for (const name of step.sets) {
    const column = columns[name] as Column
    const given = `change.set.${name}`
    if (column.isOptional) {
      parameters.push({ name: setsName(name), column: flag, expression: `${given} !== undefined` })
    }
    parameters.push({ name, column: optional(column), expression: `${given} ?? null` })
  }
  const kind = step.kind as Change['kind']
  return [{ kind, table, action: 'step', parameters, mustFind: true, missed: 'version' }]
}

/** The parameter that says whether a step sets a column that may be null. */
export function setsName(name: string): string {
  return `sets${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function removalKinds(table: TableDescription): ChangeKind[] {
  const { remove, columns, key } = table
  if (remove === undefined) return []
  const parameters = key.map((name) => ({
    name,
    column: columns[name] as Column,
    expression: `change.${name}`,
  }))
  return [
    { kind: remove as Change['kind'], table, action: 'remove', parameters, missed: 'version' },
  ]
}

function ownKind(table: TableDescription, kind: string, write: OwnWrite): ChangeKind {
  const { parameters, mustFind, onlyReads } = write
  return {
    kind: kind as Change['kind'],
    table,
    action: 'own',
    parameters: Object.entries(parameters).map(([name, column]) => ({
      name,
      column,
      expression: `change.${name}`,
    })),
    own: write,
    missed: 'version',
    ...(mustFind && { mustFind }),
    ...(onlyReads && { onlyReads }),
  }
}
