import {
  CHANGE_KINDS,
  type ChangeKind,
  changeKindOf,
  listOf,
  type Parameter,
  setsName,
} from '../change-kinds.ts'
import type { Change } from '../port.ts'
import { columnName } from '../tables/table.ts'

/** What the `?` of a statement stand for, in their order; flags are 0 or 1. */
export type BoundValues = readonly (string | number | null)[]

/** How SQLite applies one kind of change. */
export interface ChangeStatement {
  readonly sql: string
  readonly valuesOf: (change: Change) => BoundValues
  /** Whether a change with these values that finds no row is a conflict. */
  readonly mustFind: (values: BoundValues) => boolean
}

/** The statement of each kind. */
export const CHANGE_STATEMENTS: ReadonlyMap<Change['kind'], ChangeStatement> = new Map(
  CHANGE_KINDS.map((each) => [each.kind, changeStatement(each)]),
)

/**
 * A change on its way to the writer: the values that its statement binds, without names. Five rows of
 * a payment take 10 µs to write instead of 14, 6 to read instead of 11.
 */
export type PackedChange = readonly [kind: Change['kind'], values: BoundValues]

/** Throws `invalid-change` where there is no such kind. */
export function pack(change: Change): PackedChange {
  const { kind } = changeKindOf(change)
  return [kind, (CHANGE_STATEMENTS.get(kind) as ChangeStatement).valuesOf(change)]
}

/** Values are bound by their places: the driver looks up names one by one, 13 µs for a payment's rows. */
function changeStatement(kind: ChangeKind): ChangeStatement {
  const bound: Parameter[] = []
  const sql = sqlOf(kind).replace(/:(\w+)/g, (_, name: string) => {
    bound.push(kind.parameters.find((parameter) => parameter.name === name) as Parameter)
    return '?'
  })
  const valuesOf = listOf(bound.map(boundExpression)) as ChangeStatement['valuesOf']
  const { mustFind } = kind
  const guard = bound.findIndex(({ name }) => name === mustFind)
  if (guard >= 0) return { sql, valuesOf, mustFind: (values) => values[guard] !== null }
  return { sql, valuesOf, mustFind: () => mustFind === true }
}

function boundExpression({ column, expression }: Parameter): string {
  if (column.kind !== 'flag') return expression
  const number = `${expression} ? 1 : 0`
  return column.isOptional ? `(${expression}) === null ? null : (${number})` : number
}

function sqlOf({ action, table, parameters, own }: ChangeKind): string {
  const names = parameters.map(({ name }) => name)
  const isKey = table.key.map((name) => `${columnName(name)} = :${name}`).join(' AND ')
  switch (action) {
    case 'insert': {
      const values = names.map((name) => `:${name}`).join(', ')
      return `INSERT INTO ${table.name} (${names.map(columnName).join(', ')}) VALUES (${values})`
    }
    case 'step': {
      const sets = (table.step?.sets ?? []).map((name) => {
        const column = columnName(name)
        return table.columns[name]?.isOptional
          ? `${column} = iif(:${setsName(name)}, :${name}, ${column})`
          : `${column} = ifnull(:${name}, ${column})`
      })
      return `UPDATE ${table.name} SET ${sets.join(', ')}, version = version + 1
        WHERE ${isKey} AND version = :expectedVersion`
    }
    case 'remove':
      return `DELETE FROM ${table.name} WHERE ${isKey}`
    case 'own':
      return own?.sqlite ?? ''
  }
}
