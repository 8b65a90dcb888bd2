import { legacyAccess, legacyReader, legacyWaivedRules } from './legacy.ts'
import { type NameTree, nameTree } from './name-tree.ts'
import { type Operation, type OperationParameters, operations } from './operations.ts'
import type { Rule } from './rules.ts'
import type { ParameterRow } from './table.ts'
import { type RowName, tables } from './tables.ts'
import { type ValueReader, valueReader } from './value-reader.ts'

export type Profile = 'strict' | 'legacy'

/** A row as one operation reads it. */
export interface PlannedRow {
  readonly row: ParameterRow
  readonly read: ValueReader
  /** For maps: reads the key. */
  readonly readKey?: ValueReader
}

/** Everything that reading a request of one operation needs, looked up beforehand. */
export interface Plan {
  readonly operation: Operation
  readonly parameters: OperationParameters
  readonly rows: NameTree<PlannedRow>
  /** As the tables write them. */
  readonly names: readonly string[]
  readonly required: readonly RowName[]
  readonly rules: readonly Rule[]
  readonly ignored: ReadonlySet<string>
}

/** The plan of an operation for a compatibility profile. */
export function planOf(operation: Operation, profile: Profile): Plan {
  return plans[profile][operation]
}

function build(operation: Operation, profile: Profile): Plan {
  const parameters: OperationParameters = operations[operation]
  const rows = rowsOf(parameters, profile)
  const { required = [], notRequired = [], rules = [], ignored = [] } = parameters
  const byTables = [...rows].filter(([, row]) => row.requirement === 'required')
  const names = new Set([...byTables.map(([name]) => name), ...required])
  const allRules: readonly Rule[] = [...parameters.tables.flatMap((table) => table.rules), ...rules]
  return {
    operation,
    parameters,
    rows: nameTree([...rows].map(([name, row]) => [name, plan(name, row, parameters, profile)])),
    names: [...rows.keys()],
    required: [...names].filter((name) => !notRequired.includes(name)),
    rules: allRules.filter((rule) => profile === 'strict' || !legacyWaivedRules.has(rule)),
    ignored: new Set(ignored),
  }
}

function rowsOf(parameters: OperationParameters, profile: Profile): Map<RowName, ParameterRow> {
  const takesAccess = parameters.tables.includes(tables.access)
  const legacyTables = profile === 'legacy' && takesAccess ? [legacyAccess] : []
  const rows = new Map([...parameters.tables, ...legacyTables].flatMap(entriesOf))
  const everyRow = new Map(Object.values(tables).flatMap(entriesOf))
  for (const name of parameters.rows ?? []) {
    const row = everyRow.get(name)
    if (row !== undefined) rows.set(name, row)
  }
  for (const name of parameters.without ?? []) rows.delete(name)
  return rows
}

function entriesOf(table: { readonly rows: Readonly<Record<string, ParameterRow>> }) {
  return Object.entries(table.rows) as [RowName, ParameterRow][]
}

function plan(
  name: RowName,
  row: ParameterRow,
  parameters: OperationParameters,
  profile: Profile,
): PlannedRow {
  const type = parameters.types?.[name] ?? row.type
  const read = profile === 'legacy' ? legacyReader(name, type) : valueReader(type)
  if (row.key === undefined) return { row, read }
  return { row, read, readKey: keyReader(row.key, parameters.keyPrefixes?.[name] ?? '') }
}

function keyReader(key: NonNullable<ParameterRow['key']>, prefix: string): ValueReader {
  const readShape = valueReader({ kind: 'pattern', ...key })
  return (value) => {
    const read = readShape(value)
    if (typeof read !== 'string') return { message: `has a key that ${read.message}` }
    if (value.startsWith(prefix)) return value
    return { message: `is not an allowed parameter here: its key must start with ${prefix}` }
  }
}

function buildAll(profile: Profile): Readonly<Record<Operation, Plan>> {
  const all = Object.keys(operations) as Operation[]
  return Object.fromEntries(all.map((name) => [name, build(name, profile)])) as Record<
    Operation,
    Plan
  >
}

const plans: Readonly<Record<Profile, Readonly<Record<Operation, Plan>>>> = {
  strict: buildAll('strict'),
  legacy: buildAll('legacy'),
}
