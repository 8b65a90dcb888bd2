import { type CardNumberGuard, cardNumberGuard } from './card-number-guard.ts'
import { legacyAccess, legacyReader, legacyRecurring } from './legacy.ts'
import { type NameTree, nameTree } from './name-tree.ts'
import type { OperationParameters } from './operation-parameters.ts'
import { type Operation, parametersOf } from './operations.ts'
import { type PlannedRule, plannedRules, type StructureBits } from './planned-rules.ts'
import { structureOf } from './structure-of.ts'
import { isEchoed, type ParameterRow, requiredNamesOf } from './table.ts'
import { type RowName, tables } from './tables.ts'
import { type ValueReader, valueReader } from './value-reader.ts'

export type Profile = 'strict' | 'legacy'

/** A row as one operation reads it. */
export interface PlannedRow {
  readonly row: ParameterRow
  readonly read: ValueReader
  /** For maps: reads the key. */
  readonly readKey?: ValueReader
  /** The bit of its structure, if rules look at that; else 0. */
  readonly bit: number
  /** Where its value must hold no card number. */
  readonly guard: CardNumberGuard | undefined
  /** Whether answers show what was sent. */
  readonly isShown: boolean
}

/** Everything that reading a request of one operation needs, looked up beforehand. */
export interface Plan {
  readonly operation: Operation
  readonly parameters: OperationParameters
  readonly rows: NameTree<PlannedRow>
  /** As the tables write them. */
  readonly names: readonly string[]
  readonly required: readonly RowName[]
  readonly rules: readonly PlannedRule[]
  /** Names of the structures that rules ask for, by what they begin with. */
  readonly namesWithin: ReadonlyMap<string, readonly string[]>
  readonly ignored: ReadonlySet<string>
  /** Names that are refused in every profile, and why. */
  readonly refused: NameTree<{ readonly reason: string }>
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
  const parameters = parametersOf(operation)
  const rows = rowsOf(parameters, profile)
  const names = [...rows.keys()]
  const { rules, bits } = plannedRules(parameters, new Set(names), profile)
  const planned = [...rows].map(
    ([name, row]) => [name, plan(name, row, { parameters, profile, bits })] as const,
  )
  return {
    operation,
    parameters,
    rows: nameTree(planned),
    names,
    required: requiredOf(parameters, rows),
    rules,
    namesWithin: namesWithin(rules, names),
    ignored: new Set(parameters.ignored),
    refused: nameTree(refusedNames(parameters)),
  }
}

function refusedNames({ refused = {} }: OperationParameters) {
  return Object.entries(refused).map(([name, reason]) => [name, { reason }] as const)
}

function rowsOf(parameters: OperationParameters, profile: Profile): Map<RowName, ParameterRow> {
  const takesAccess = parameters.tables.includes(tables.access)
  const legacyTables = profile === 'legacy' && takesAccess ? [legacyAccess] : []
  const ofTables = [...parameters.tables, ...legacyTables].flatMap(entriesOf)
  const rows = new Map([...ofTables, ...onlyOf(parameters.rows)])
  for (const name of parameters.without ?? []) rows.delete(name)
  for (const name of Object.keys(parameters.refused ?? {})) rows.delete(name as RowName)
  if (profile === 'legacy' && takesRecurring(parameters, rows)) {
    rows.set('recurringType', oldRecurring)
  }
  if (profile === 'legacy' && rows.has('standingInstruction.numberOfInstallments')) {
    const name = 'recurring.numberOfInstallments'
    rows.set(name, legacyRecurring.rows[name])
  }
  return rows
}

const RECURRING = 'standingInstruction.mode'
const oldRecurring: ParameterRow = legacyRecurring.rows.recurringType

/** Where not every value of today's name is taken, its old name is none. */
function takesRecurring({ types }: OperationParameters, rows: ReadonlyMap<RowName, ParameterRow>) {
  return rows.has(RECURRING) && types?.[RECURRING] === undefined
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
    taken.filter(({ within }) => within !== undefined).flatMap(requiredNamesOf),
  )
  const always = [...rows]
    .filter(([name, row]) => row.requirement === 'required' && !mayBeAbsent.has(name))
    .map(([name]) => name)
  return [...new Set([...always, ...required])].filter((name) => !notRequired.includes(name))
}

/** So that a rule looks up the names of its structure, and not through all that was sent. */
function namesWithin(
  rules: readonly PlannedRule[],
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const beginnings = rules.flatMap(({ rule }) => [
    ...('within' in rule ? [rule.within] : []),
    ...('others' in rule ? (rule.others ?? []) : []),
  ])
  return new Map(
    beginnings.map((within) => [within, names.filter((name) => name.startsWith(within))]),
  )
}

function entriesOf(table: { readonly rows: Readonly<Record<string, ParameterRow>> }) {
  return Object.entries(table.rows) as [RowName, ParameterRow][]
}

interface Planning {
  readonly parameters: OperationParameters
  readonly profile: Profile
  readonly bits: StructureBits
}

function plan(name: RowName, row: ParameterRow, planning: Planning): PlannedRow {
  const { parameters, profile, bits } = planning
  const type = parameters.types?.[name] ?? row.type
  const read = profile === 'legacy' ? legacyReader(name, type) : valueReader(type)
  const bit = bits.get(structureOf(name)) ?? 0
  const first = everyRow.get(name)
  const isShown = first !== undefined && isEchoed(first)
  const planned = { row, read, bit, guard: cardNumberGuard(name, row), isShown }
  if (row.key === undefined) return planned
  const readKey = keyReader(row.key, parameters.keyPrefixes?.[name] ?? '')
  return { row, read, readKey, bit, guard: planned.guard, isShown }
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
