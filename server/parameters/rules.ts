import { paymentBrand } from '../../common/payment-brands.ts'
import { isReferenceType } from './operation-hints.ts'
import { type ValueRule, valueBreachesOf } from './value-rules.ts'

/**
 * Conditions between parameters, as data. `Name` is narrowed to the names of the table that states
 * the rule. Where a rule has `others`, names that begin with one of them count.
 */
export type Rule<Name extends string = string> =
  | ValueRule<Name>
  /** When `when` is sent (as one of `is`, if given), all of `names` must be sent too, or `unless`. */
  | {
      readonly kind: 'mandatory'
      readonly names: readonly Name[]
      readonly when: Name
      readonly is?: readonly string[]
      readonly unless?: Name
    }
  /**
   * When anything that begins with `within` is sent, all of `names` must be sent too, or `unless`.
   * In the named operations, names that begin with the given text do not count.
   */
  | {
      readonly kind: 'mandatoryWithin'
      readonly names: readonly Name[]
      readonly within: string
      readonly unless?: Name
      readonly unlessRedirectBrand?: boolean
      readonly exempt?: Readonly<Record<string, string>>
    }
  /** When anything that begins with `within` is sent, one of `names` must be, or `unless`. */
  | {
      readonly kind: 'eitherOr'
      readonly names: readonly Name[]
      readonly within: string
      readonly unless?: Name
      readonly unlessRedirectBrand?: boolean
    }
  /**
   * When `when` is sent as one of `is`, one of `names` must be sent too, but for some operations, and
   * for payments by one of `others`, if given, or by a brand that needs no card.
   */
  | {
      readonly kind: 'eitherWhen'
      readonly names: readonly Name[]
      readonly when: Name
      readonly is: readonly string[]
      readonly exempt: readonly string[]
      readonly others?: readonly string[]
    }
  /** When `when` is sent (as one of `is`, if given), none of `names` may be, but in some cases. */
  | {
      readonly kind: 'excluded'
      readonly names: readonly Name[]
      readonly when: Name
      readonly is?: readonly string[]
      readonly unless?: Name
      readonly exempt?: readonly string[]
      /** What to send instead, as the end of a sentence. */
      readonly hint?: string
    }
  /** All of `names` must be sent, unless `when` is sent (as one of `is`, if given). */
  | {
      readonly kind: 'requiredUnless'
      readonly names: readonly Name[]
      readonly when: Name
      readonly is?: readonly string[]
    }
  /**
   * All of `names` must be sent, unless something of `others` is, or a brand that needs no card. A
   * whole name among `others` counts also where the checkout holds it.
   */
  | {
      readonly kind: 'cardUnless'
      readonly names: readonly Name[]
      readonly others: readonly string[]
    }
  /** When `when` is sent (as one of `is`, if given), `name` must be sent as one of `values`. */
  | {
      readonly kind: 'mustBe'
      readonly name: Name
      readonly values: readonly string[]
      readonly when: Name
      readonly is?: readonly string[]
    }
  /** When all of `names` are sent, one of them must be `unset`, or `unless` be sent. */
  | {
      readonly kind: 'oneUnset'
      readonly names: readonly Name[]
      readonly unset: string
      readonly unless: Name
    }
  /** The value of `name`, a time, must not lie after that of `until`. */
  | { readonly kind: 'notAfter'; readonly name: Name; readonly until: Name }
  /** The values of `names`, put together, must not consist of digits only. */
  | { readonly kind: 'notDigitsOnly'; readonly names: readonly Name[] }
  /** When `when` is sent, `name` is dropped as if it had not been sent. */
  | { readonly kind: 'ignored'; readonly name: Name; readonly when: Name }

/** What rules check: the values of the request, and those that its checkout holds already. */
export interface RuleSubject {
  readonly operation: string
  readonly environment: 'test' | 'live'
  /** The present moment, by the clock of the entity. */
  readonly nowMs: number
  /** The value, if it was accepted. */
  get(name: string): string | undefined
  /** What was sent, if that was refused. */
  rejected(name: string): string | undefined
  /** Whether it was sent, also when it was sent wrongly. */
  has(name: string): boolean
  /**
   * Whether this request has sent a known name, also wrongly, that begins with `within` but not with
   * `exempt`.
   */
  sendsWithin(within: string, exempt?: string): boolean
  /** The accepted values of a row of a list, such as `cart.items[n].name`, by their own names. */
  itemsOf(row: string): readonly (readonly [name: string, value: string])[]
}

export interface RuleBreach {
  readonly name: string
  readonly message: string
  /** Where it is a value of a list. */
  readonly value?: string
}

/** The message about a missing parameter; the operation may add a hint. */
export const REQUIRED = 'is required'

/** Breaches of one rule; none for `ignored`, which `validate` applies. */
export function breachesOf(rule: Rule, subject: RuleSubject): readonly RuleBreach[] {
  switch (rule.kind) {
    case 'mandatory':
      return mandatory(rule, subject)
    case 'mandatoryWithin':
      return mandatoryWithin(rule, subject)
    case 'eitherOr':
      return isWaived(rule, subject) || !subject.sendsWithin(rule.within)
        ? []
        : noneOf(rule.names, subject, REQUIRED)
    case 'eitherWhen':
      return eitherWhen(rule, subject)
    case 'excluded':
      return excluded(rule, subject)
    case 'requiredUnless':
      return conditionOf(rule, subject) === undefined ? missing(rule.names, subject, REQUIRED) : []
    case 'cardUnless':
      return cardUnless(rule, subject)
    case 'mustBe':
      return mustBe(rule, subject)
    case 'oneUnset':
      return bothSet(rule, subject)
    case 'notAfter':
      return reversed(rule, subject)
    case 'notDigitsOnly':
      return digitsOnly(rule.names, subject)
    case 'ignored':
      return []
    default:
      return valueBreachesOf(rule, subject)
  }
}

type RuleOf<Kind extends Rule['kind']> = Extract<Rule, { kind: Kind }>

/** `unlessRedirectBrand`: no account is needed of a brand whose shopper names it on another page. */
interface Waiver {
  readonly unless?: string
  readonly unlessRedirectBrand?: boolean
}

function isWaived({ unless, unlessRedirectBrand }: Waiver, subject: RuleSubject): boolean {
  if (unless !== undefined && subject.has(unless)) return true
  return unlessRedirectBrand === true && isRedirectBrand(subject.get('paymentBrand'))
}

function mandatory(rule: RuleOf<'mandatory'>, subject: RuleSubject): readonly RuleBreach[] {
  const condition = conditionOf(rule, subject)
  if (condition === undefined || isWaived(rule, subject)) return []
  return missing(rule.names, subject, `${REQUIRED} together with ${condition}`)
}

function mandatoryWithin(
  rule: RuleOf<'mandatoryWithin'>,
  subject: RuleSubject,
): readonly RuleBreach[] {
  if (hasAll(rule.names, subject) || isWaived(rule, subject)) return []
  if (!subject.sendsWithin(rule.within, rule.exempt?.[subject.operation])) return []
  const others = `any other ${rule.within}* parameter`
  return missing(rule.names, subject, `${REQUIRED} when ${others} is sent`)
}

function eitherWhen(rule: RuleOf<'eitherWhen'>, subject: RuleSubject): readonly RuleBreach[] {
  const condition = conditionOf(rule, subject)
  if (condition === undefined || rule.exempt.includes(subject.operation)) return []
  if (rule.others !== undefined && paysWithout(rule.others, subject)) return []
  return noneOf(rule.names, subject, `${REQUIRED} together with ${condition}`)
}

function cardUnless(rule: RuleOf<'cardUnless'>, subject: RuleSubject): readonly RuleBreach[] {
  if (hasAll(rule.names, subject) || paysWithout(rule.others, subject)) return []
  if (isReferenceType(subject.rejected('paymentType'))) return []
  return missing(rule.names, subject, REQUIRED)
}

/** Checked first, because for most requests it decides, and the other checks cost more. */
function hasAll(names: readonly string[], subject: RuleSubject): boolean {
  for (const name of names) if (!subject.has(name)) return false
  return true
}

function paysWithout(others: readonly string[], subject: RuleSubject): boolean {
  // The needs of an unreadable brand are unknown.
  if (subject.rejected('paymentBrand') !== undefined) return true
  return (
    !brandNeedsCard(subject.get('paymentBrand')) ||
    others.some((one) => subject.sendsWithin(one) || subject.has(one))
  )
}

function mustBe(rule: RuleOf<'mustBe'>, subject: RuleSubject): readonly RuleBreach[] {
  const condition = conditionOf(rule, subject)
  if (condition === undefined) return []
  const { name, values } = rule
  const value = subject.get(name)
  // Sent wrongly: it has its own error.
  if (value === undefined ? subject.has(name) : values.includes(value)) return []
  return [{ name, message: `must be ${values.join(' or ')} together with ${condition}` }]
}

interface Condition {
  readonly when: string
  readonly is?: readonly string[]
}

/** The condition in words where it holds; `undefined` where it does not. */
function conditionOf({ when, is }: Condition, subject: RuleSubject): string | undefined {
  if (!subject.has(when)) return undefined
  if (is === undefined) return when
  const value = subject.get(when)
  return value !== undefined && is.includes(value) ? `${when}=${value}` : undefined
}

function missing(names: readonly string[], subject: RuleSubject, message: string): RuleBreach[] {
  return names.filter((name) => !subject.has(name)).map((name) => ({ name, message }))
}

function noneOf(names: readonly string[], subject: RuleSubject, message: string): RuleBreach[] {
  if (names.some((name) => subject.has(name))) return []
  const [only = '', ...more] = names
  return [
    {
      name: only,
      message: more.length === 0 ? message : `either ${names.join(' or ')} ${message}`,
    },
  ]
}

function excluded(rule: RuleOf<'excluded'>, subject: RuleSubject): readonly RuleBreach[] {
  const condition = conditionOf(rule, subject)
  if (condition === undefined || isWaived(rule, subject)) return []
  if (rule.exempt?.includes(subject.operation)) return []
  const hint = rule.hint === undefined ? '' : `: ${rule.hint}`
  const message = `must not be sent together with ${condition}${hint}`
  return rule.names.filter((name) => subject.has(name)).map((name) => ({ name, message }))
}

function bothSet(
  { names, unset, unless }: RuleOf<'oneUnset'>,
  subject: RuleSubject,
): readonly RuleBreach[] {
  if (subject.has(unless)) return []
  const values = names.map((name) => subject.get(name))
  if (values.some((value) => value === undefined || value === unset)) return []
  const message = `must not be sent together with ${names.slice(1).join(' and ')}: send ${unset} as one of them`
  return [{ name: names[0] ?? '', message }]
}

/** Times of the wire can be compared as texts. */
function reversed({ name, until }: RuleOf<'notAfter'>, subject: RuleSubject): RuleBreach[] {
  const [first, last] = [subject.get(name), subject.get(until)]
  if (first === undefined || last === undefined || first <= last) return []
  return [{ name, message: `must not lie after ${until}: is it the other way round?` }]
}

function digitsOnly(names: readonly string[], subject: RuleSubject): readonly RuleBreach[] {
  const parts = names.filter((name) => subject.get(name) !== undefined)
  const together = parts.map((name) => subject.get(name)).join('')
  if (!/^[0-9\s]+$/.test(together)) return []
  const message = `must not consist of digits only (${names.join(' and ')} together)`
  return [{ name: parts[0] ?? '', message }]
}

/**
 * Whether a payment of this brand needs a card; without a brand it does. The instruments check the
 * needs of other brands, and names that are no brand.
 */
function brandNeedsCard(brand: string | undefined): boolean {
  if (brand === undefined) return true
  const known = paymentBrand(brand)
  return known?.kind === 'card' && known.flow === 'synchronous'
}

/** Whether the shopper names the account on another page: then the request need not know it. */
function isRedirectBrand(brand: string | undefined): boolean {
  return brand !== undefined && paymentBrand(brand)?.flow === 'redirect'
}
