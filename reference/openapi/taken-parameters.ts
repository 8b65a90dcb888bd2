import { locate } from '../../server/parameters/name-tree.ts'
import { nameOf, type Operation, parametersOf } from '../../server/parameters/operations.ts'
import { planOf } from '../../server/parameters/plan.ts'
import type { Rule } from '../../server/parameters/rules.ts'
import type { ParameterRow } from '../../server/parameters/table.ts'
import type { RowName } from '../../server/parameters/tables.ts'
import type { ValueType } from '../../server/parameters/value-types.ts'
import { ruleWords } from './rule-words.ts'

/** A parameter as one operation takes it. */
export interface TakenParameter {
  /** As the tables write it: `cart.items[n].price`. */
  readonly name: string
  readonly row: ParameterRow
  readonly type: ValueType
  readonly required: boolean
  /** How keys must begin, for rows of maps. */
  readonly keyPrefix: string
}

/** Everything an operation takes from an entity of the profile `strict`, in the order of its tables. */
export function takenParameters(operation: Operation): readonly TakenParameter[] {
  const plan = planOf(operation, 'strict')
  const { types, keyPrefixes } = parametersOf(operation)
  return plan.names.map((name) => {
    const planned = locate(plan.rows, onWire(name))
    if (planned === undefined) throw new Error(`${nameOf(operation)} has no row ${name}`)
    return {
      name,
      row: planned.row,
      type: types?.[name as RowName] ?? planned.row.type,
      required: plan.required.includes(name as RowName),
      keyPrefix: keyPrefixes?.[name as RowName] ?? '',
    }
  })
}

/** The rules between the parameters that an operation takes, each as a sentence. */
export function rulesInWords(operation: Operation): readonly string[] {
  const { rules, required } = planOf(operation, 'strict')
  const isVain = (rule: Rule) =>
    rule.kind === 'mandatoryWithin' && rule.names.every((name) => required.some((r) => r === name))
  return rules
    .map(({ rule }) => rule)
    .filter((rule) => !isVain(rule) && !isExempt(rule, nameOf(operation)))
    .map((rule) => ruleWords(rule, nameOf(operation)))
}

function isExempt(rule: Rule, operation: string): boolean {
  return (rule.kind === 'eitherWhen' || rule.kind === 'excluded') && isOf(rule.exempt, operation)
}

function isOf(exempt: readonly string[] | undefined, operation: string): boolean {
  return exempt?.includes(operation) ?? false
}

/** A name of the tables as a request could write it. */
export function onWire(name: string): string {
  return name.replaceAll('[n]', '[0]').replace('[key]', '[any_key]')
}
