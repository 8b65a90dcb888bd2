import { legacyWaivedRules } from './legacy.ts'
import type { OperationParameters } from './operation-parameters.ts'
import type { Profile } from './plan.ts'
import type { Rule } from './rules.ts'
import { structureOf } from './structure-of.ts'
import { requiredNamesOf } from './table.ts'

/** A rule with the bits of the structures that it checks: it applies only where one of them was sent. */
export interface PlannedRule {
  readonly rule: Rule
  readonly bits: number
}

/** By the first segment of a name: `bankAccount`. */
export type StructureBits = ReadonlyMap<string, number>

/** The bit of rules that always apply. */
export const ALWAYS_APPLIES = 1

export const ALL_STRUCTURES = -1

/** Numbers are computed with as 32 bits; structures beyond share the last one. */
const LAST_BIT = 30

/**
 * The rules of an operation: its own, the required names of its structures, and the rules of its tables,
 * for the names that it takes. An operation has some forty rules, of which five apply to a usual request:
 * checking all of them took longer than reading the request.
 */
export function plannedRules(
  parameters: OperationParameters,
  names: ReadonlySet<string>,
  profile: Profile,
): { readonly rules: readonly PlannedRule[]; readonly bits: StructureBits } {
  const rules = rulesOf(parameters)
    .flatMap((rule) => restrictToTaken(rule, names))
    .filter((rule) => profile === 'strict' || !legacyWaivedRules.has(rule))
  const structures = new Set(rules.flatMap(triggersOf).map(structureOf))
  const bits = new Map([...structures].map((one, at) => [one, 2 << Math.min(at, LAST_BIT - 1)]))
  return { rules: rules.map((rule) => ({ rule, bits: bitsOf(rule, bits) })), bits }
}

function rulesOf({ tables, rules = [] }: OperationParameters): readonly Rule[] {
  const ofStructures = tables.flatMap((table): Rule[] => {
    const { within, unless, unlessRedirectBrand = false } = table
    if (within === undefined) return []
    const names = requiredNamesOf(table)
    const rule = { kind: 'mandatoryWithin', names, within, unlessRedirectBrand } as const
    return [unless === undefined ? rule : { ...rule, unless }]
  })
  return [...rules, ...ofStructures, ...tables.flatMap((table) => table.rules)]
}

/** The rule without the names that the operation does not take; none when no name is left. */
function restrictToTaken(rule: Rule, taken: ReadonlySet<string>): readonly Rule[] {
  if ('when' in rule && !taken.has(rule.when)) return []
  if (!('names' in rule)) return taken.has(rule.name) ? [rule] : []
  const names = rule.names.filter((name) => taken.has(rowOf(name)))
  if (names.length === 0) return []
  // The legacy profile knows the rules that it waives by the object.
  return names.length === rule.names.length ? [rule] : [{ ...rule, names }]
}

/** The row of a name, which may have a key of its own: `customParameters[key]`. */
function rowOf(name: string): string {
  return name.replace(/\[(?!n\])[^\]]*\]$/, '[key]')
}

/** Names, or their prefixes, one of which must be sent for the rule to apply; none: it always applies. */
function triggersOf(rule: Rule): readonly string[] {
  switch (rule.kind) {
    case 'mandatory':
    case 'eitherWhen':
    case 'excluded':
    case 'mustBe':
    case 'ignored':
      return [rule.when]
    case 'mandatoryWithin':
    case 'eitherOr':
      return [rule.within]
    case 'notAfter':
    case 'notAbove':
    case 'sumNotAbove':
      return [rule.name]
    case 'fitsCurrency':
    case 'oneUnset':
    case 'notInFuture':
    case 'matches':
    case 'notDigitsOnly':
      return rule.names
    case 'requiredUnless':
    case 'cardUnless':
      return []
  }
}

function bitsOf(rule: Rule, bits: StructureBits): number {
  const triggers = triggersOf(rule)
  if (triggers.length === 0) return ALWAYS_APPLIES
  return triggers.reduce((sum, name) => sum | (bits.get(structureOf(name)) ?? 0), 0)
}
