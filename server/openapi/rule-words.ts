import { legacyWaivedRules } from '../parameters/legacy.ts'
import type { Rule } from '../parameters/rules.ts'

/** A rule between parameters as a sentence, for one operation. */
export function ruleWords(rule: Rule, operation: string): string {
  const note = legacyWaivedRules.has(rule) ? ' The legacy profile does without.' : ''
  return `${sentenceOf(rule, operation)}.${note}`
}

/** The parameters that a rule speaks of. */
export function ruleNames(rule: Rule): readonly string[] {
  switch (rule.kind) {
    case 'mandatory':
    case 'eitherWhen':
    case 'excluded':
      return [...rule.names, rule.when]
    case 'mandatoryWithin':
    case 'eitherOr':
    case 'notDigitsOnly':
      return rule.names
    case 'oneUnset':
      return [...rule.names, rule.unless]
    case 'ignored':
      return [rule.name, rule.when]
  }
}

function sentenceOf(rule: Rule, operation: string): string {
  switch (rule.kind) {
    case 'mandatory': {
      const unless = rule.unless === undefined ? '' : `, unless ${rule.unless} is sent`
      return `${all(rule.names)} must be sent together with ${condition(rule)}${unless}`
    }
    case 'mandatoryWithin': {
      const exempt = rule.exempt?.[operation]
      const but = exempt === undefined ? '' : ` (${exempt}.* does not count)`
      return `${all(rule.names)} must be sent when any other ${rule.within}* parameter is${but}`
    }
    case 'eitherOr':
      return `Either ${rule.names.join(' or ')} must be sent when any other ${rule.within}* parameter is`
    case 'eitherWhen':
      return `Either ${rule.names.join(' or ')} must be sent together with ${condition(rule)}`
    case 'excluded':
      return `${all(rule.names)} must not be sent together with ${condition(rule)}`
    case 'oneUnset':
      return `Of ${all(rule.names)} one must be ${rule.unset}, unless ${rule.unless} is sent`
    case 'notDigitsOnly':
      return `${all(rule.names)} together must not consist of digits only`
    case 'ignored':
      return `${rule.name} is ignored when ${rule.when} is sent`
  }
}

function condition({
  when,
  is,
}: {
  readonly when: string
  readonly is?: readonly string[]
}): string {
  return is === undefined ? when : `${when}=${is.join(' or ')}`
}

function all(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
