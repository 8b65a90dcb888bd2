import { legacyAccess, legacyReader, legacyRecurring, legacyWaivedRules } from './legacy.ts'
import { type NameTree, nameTree } from './name-tree.ts'
import type { OperationParameters } from './operation-parameters.ts'
import { type Operation, operations } from './operations.ts'
import type { ValueReader } from './pattern-reader.ts'
import type { Rule } from './rules.ts'
import type { ParameterRow, ParameterTable } from './table.ts'
import { type RowName, tables } from './tables.ts'
import { valueReader } from './value-reader.ts'

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
  /** Names of the structures that rules ask for, by what they begin with. */
  readonly namesWithin: ReadonlyMap<string, readonly string[]>
  readonly ignored: ReadonlySet<string>
  readonly notOffered: NameTree<ParameterRow>
}

/** The plan of an operation for a compatibility profile, made when it is first asked for. */
export function planOf(operation: Operation, profile: Profile): Plan {
  const plans = plansOf[profile]
  const made = plans.get(operation)
  if (made !== undefined) return made
  const plan = build(operation, profile)
  plans.set(operation, plan)
  return plan
}

const plansOf: Readonly<Record<Profile, Map<Operation, Plan>>> = {
  strict: new Map(),
  legacy: new Map(),
}

/** Where tables share a name, the first one's row. */
const everyRow = new Map(Object.values(tables).flatMap(entriesOf).reverse())

function build(operation: Operation, profile: Profile): Plan {
  const parameters: OperationParameters = operations[operation]
  const rows = rowsOf(parameters, profile)
  const names = [...rows.keys()]
  const rules = rulesOf(parameters).filter(
    (rule) => profile === 'strict' || !legacyWaivedRules.has(rule),
  )
  return {
    operation,
    parameters,
    rows: nameTree([...rows].map(([name, row]) => [name, plan(name, row, parameters, profile)])),
    names,
    required: requiredOf(parameters, rows),
    rules,
    namesWithin: namesWithin(rules, names),
    ignored: new Set(parameters.ignored),
    notOffered: nameTree(onlyOf(notOffered(parameters, profile))),
  }
}

function rowsOf(parameters: OperationParameters, profile: Profile): Map<RowName, ParameterRow> {
  const takesAccess = parameters.tables.includes(tables.access)
  const legacyTables = profile === 'legacy' && takesAccess ? [legacyAccess] : []
  const ofTables = [...parameters.tables, ...legacyTables].flatMap(entriesOf)
  const rows = new Map([...ofTables, ...onlyOf(parameters.rows)])
  for (const name of parameters.without ?? []) rows.delete(name)
  for (const name of parameters.notOffered ?? []) rows.delete(name)
  if (profile === 'legacy' && rows.has(RECURRING)) rows.set('recurringType', oldRecurring)
  return rows
}

const RECURRING = 'standingInstruction.mode'
const oldRecurring: ParameterRow = legacyRecurring.rows.recurringType

/** To ignore the old name of something would lose as much as to ignore its name. */
function notOffered(parameters: OperationParameters, profile: Profile): readonly RowName[] {
  const names = parameters.notOffered ?? []
  return profile === 'legacy' && names.includes(RECURRING) ? [...names, 'recurringType'] : names
}

function onlyOf(names: readonly RowName[] = []): [RowName, ParameterRow][] {
  return names.flatMap((name) => {
    const row = everyRow.get(name)
    return row === undefined ? [] : [[name, row] satisfies [RowName, ParameterRow]]
  })
}

function requiredOf(
  { tables: taken, required = [], notRequired = [] }: OperationParameters,
  rows: ReadonlyMap<RowName, ParameterRow>,
): readonly RowName[] {
  const mayBeAbsent = new Set(
    taken.filter(({ within }) => within !== undefined).flatMap(requiredNames),
  )
  const always = [...rows]
    .filter(([name, row]) => row.requirement === 'required' && !mayBeAbsent.has(name))
    .map(([name]) => name)
  return [...new Set([...always, ...required])].filter((name) => !notRequired.includes(name))
}

function rulesOf({ tables: taken, rules = [] }: OperationParameters): readonly Rule[] {
  const ofStructures = taken.flatMap((table): Rule[] => {
    const { within } = table
    return within === undefined
      ? []
      : [{ kind: 'mandatoryWithin', names: requiredNames(table), within }]
  })
  return [...ofStructures, ...taken.flatMap((table) => table.rules), ...rules]
}

function requiredNames(table: ParameterTable): RowName[] {
  return entriesOf(table)
    .filter(([, row]) => row.requirement === 'required')
    .map(([name]) => name)
}

/** So that a rule looks up the names of its structure, and not through all that was sent. */
function namesWithin(
  rules: readonly Rule[],
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const beginnings = rules.flatMap((rule) => ('within' in rule ? [rule.within] : []))
  return new Map(
    beginnings.map((within) => [within, names.filter((name) => name.startsWith(within))]),
  )
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
