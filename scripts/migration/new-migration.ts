/** What a new migration has to do: the difference between the descriptions and the schema of the migrations. */

import { columnName, type TableDescription } from '../../server/store/tables/table.ts'
import { TABLE_LIST } from '../../server/store/tables/tables.ts'
import {
  addColumn,
  createTable,
  describedColumns,
  hasMoneyLimit,
  type SchemaColumn,
} from './described-schema.ts'

export interface NewMigration {
  readonly sqlite: string
  readonly postgres: string
  /** What is left to a person, a sentence each. */
  readonly byHand: readonly string[]
}

/**
 * `stored`: the columns of a SQLite database with all migrations, which a test holds to be those of PostgreSQL.
 * `undefined`: nothing is missing. Throws with a line for each difference that is more than something new.
 */
export function newMigration(
  stored: readonly SchemaColumn[],
  tables: readonly TableDescription[] = TABLE_LIST,
): NewMigration | undefined {
  const faults = changes(stored, describedColumns('sqlite', tables))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const known = new Set(stored.map(nameOf))
  const knownTables = new Set(stored.map(({ table }) => table))
  const sqlite: string[] = []
  const postgres: string[] = []
  const byHand: string[] = []
  for (const table of tables) {
    const isNew = !knownTables.has(table.name)
    const added = Object.keys(table.columns).filter(
      (name) => isNew || !known.has(`${table.name}.${columnName(name)}`),
    )
    const texts = (engine: 'sqlite' | 'postgres') =>
      isNew ? [createTable(engine, table)] : added.map((name) => addColumn(engine, table, name))
    sqlite.push(...texts('sqlite'))
    postgres.push(...texts('postgres'))
    byHand.push(...added.filter(isMoney(table)).map((name) => limitOf(table, name)))
    if (isNew) byHand.push(`${table.name}: its indexes and triggers, WITHOUT ROWID for small rows`)
  }
  if (sqlite.length === 0) return undefined
  return { sqlite: fileOf(sqlite), postgres: fileOf(postgres), byHand }
}

const nameOf = ({ table, name }: SchemaColumn) => `${table}.${name}`

const isMoney =
  ({ columns }: TableDescription) =>
  (name: string) => {
    const column = columns[name]
    return column !== undefined && hasMoneyLimit(column)
  }

function limitOf({ name: table }: TableDescription, name: string): string {
  return `${table}.${columnName(name)} has no range: write its CHECK limit_… if it is an amount`
}

function fileOf(statements: readonly string[]): string {
  return `${statements.join('\n\n')}\n`
}

/** What no new table or column makes right. */
function changes(
  stored: readonly SchemaColumn[],
  described: readonly SchemaColumn[],
): readonly string[] {
  const wanted = new Map(described.map((column) => [nameOf(column), column]))
  return stored.flatMap((column) => {
    const name = nameOf(column)
    const after = wanted.get(name)
    if (after === undefined) return [`${name} is described no more: write its removal by hand`]
    const [was, is] = [factsOf(column), factsOf(after)]
    return was === is ? [] : [`${name} was ${was}, and is described as ${is}: write that by hand`]
  })
}

function factsOf({ type, isNullable, default: value, keyPlace, refersTo }: SchemaColumn): string {
  return [
    type,
    isNullable ? 'NULL' : 'NOT NULL',
    ...(value === null ? [] : [`DEFAULT ${value}`]),
    ...(keyPlace === 0 ? [] : [`key ${keyPlace}`]),
    ...(refersTo === null ? [] : [`REFERENCES ${refersTo}`]),
  ].join(' ')
}
