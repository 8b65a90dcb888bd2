import { legacyWaivedRules } from '../../server/parameters/legacy.ts'
import type { Rule } from '../../server/parameters/rules.ts'

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
    case 'requiredUnless':
      return [...rule.names, rule.when]
    case 'mandatoryWithin':
    case 'eitherOr':
    case 'cardUnless':
    case 'notDigitsOnly':
    case 'notInFuture':
    case 'matches':
      return rule.names
    case 'oneUnset':
      return [...rule.names, rule.unless]
    case 'ignored':
    case 'mustBe':
      return [rule.name, rule.when]
    case 'notAfter':
      return [rule.name, rule.until]
    case 'notAbove':
    case 'sumNotAbove':
      return [rule.name, rule.limit]
    case 'fitsCurrency':
      return [...rule.names, rule.currency]
  }
}

function sentenceOf(rule: Rule, operation: string): string {
  switch (rule.kind) {
    case 'mandatory':
      return `${all(rule.names)} must be sent together with ${condition(rule)}${unless(rule)}`
    case 'mandatoryWithin': {
      const exempt = rule.exempt?.[operation]
      const but = exempt === undefined ? '' : ` (${exempt}.* does not count)`
      return `${all(rule.names)} must be sent when any other ${rule.within}* parameter is${but}${unless(rule)}`
    }
    case 'eitherOr':
      return `${either(rule.names)} must be sent when any other ${rule.within}* parameter is${unless(rule)}`
    case 'eitherWhen': {
      const but = rule.others === undefined ? '' : ', for a payment by card'
      return `${either(rule.names)} must be sent together with ${condition(rule)}${but}`
    }
    case 'excluded':
      return `${all(rule.names)} must not be sent together with ${condition(rule)}`
    case 'requiredUnless':
      return `${all(rule.names)} must be sent, unless ${condition(rule)} is`
    case 'cardUnless':
      return `${all(rule.names)} must be sent, unless a paymentBrand that needs no card is, or something of ${rule.others.map(starred).join(', ')}`
    case 'mustBe':
      return `${rule.name} must be ${rule.values.join(' or ')} together with ${condition(rule)}`
    case 'oneUnset':
      return `Of ${all(rule.names)} one must be ${rule.unset}, unless ${rule.unless} is sent`
    case 'notAfter':
      return `${rule.name} must not lie after ${rule.until}`
    case 'notDigitsOnly':
      return `${all(rule.names)} together must not consist of digits only`
    case 'notAbove':
      return `${rule.name} must not be above ${rule.limit}`
    case 'sumNotAbove':
      return `All ${rule.name} together must not be above ${rule.limit}`
    case 'fitsCurrency':
      return `${all(rule.names)} must have no more decimals than ${rule.itemCurrency ?? rule.currency} has`
    case 'notInFuture':
      return `${all(rule.names)} must not lie in the future`
    case 'matches':
      return `${rule.isOnlyTests === true ? 'In the test environment ' : ''}${all(rule.names)} must be ${rule.words}`
    case 'ignored':
      return `${rule.name} is ignored when ${rule.when} is sent`
  }
}

function unless(rule: {
  readonly unless?: string
  readonly unlessRedirectBrand?: boolean
}): string {
  const stored = rule.unless === undefined ? '' : `, unless ${rule.unless} is sent`
  const elsewhere =
    rule.unlessRedirectBrand === true ? ', but for brands that are paid on another page' : ''
  return stored + elsewhere
}

function either(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `Either ${names.join(' or ')}`
}

function starred(beginning: string): string {
  return beginning.endsWith('.') ? `${beginning}*` : beginning
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
