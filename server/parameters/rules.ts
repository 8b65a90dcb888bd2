/**
 * Conditions between parameters, as data. `Name` is narrowed to the names of the table that states
 * the rule.
 */
export type Rule<Name extends string = string> =
  /** When `when` is sent (as one of `is`, if given), all of `names` must be sent too, or `unless`. */
  | {
      readonly kind: 'mandatory'
      readonly names: readonly Name[]
      readonly when: Name
      readonly is?: readonly string[]
      readonly unless?: Name
    }
  /**
   * When anything that begins with `within` is sent, all of `names` must be sent too. In the named
   * operations, names that begin with the given text do not count.
   */
  | {
      readonly kind: 'mandatoryWithin'
      readonly names: readonly Name[]
      readonly within: string
      readonly exempt?: Readonly<Record<string, string>>
    }
  /** When anything that begins with `within` is sent, at least one of `names` must be. */
  | { readonly kind: 'eitherOr'; readonly names: readonly Name[]; readonly within: string }
  /** When `when` is sent as one of `is`, one of `names` must be sent too, but for some operations. */
  | {
      readonly kind: 'eitherWhen'
      readonly names: readonly Name[]
      readonly when: Name
      readonly is: readonly string[]
      readonly exempt: readonly string[]
    }
  /** When `when` is sent (as one of `is`, if given), none of `names` may be. */
  | {
      readonly kind: 'excluded'
      readonly names: readonly Name[]
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
  /** The values of `names`, put together, must not consist of digits only. */
  | { readonly kind: 'notDigitsOnly'; readonly names: readonly Name[] }
  /** When `when` is sent, `name` is dropped as if it had not been sent. */
  | { readonly kind: 'ignored'; readonly name: Name; readonly when: Name }

/** What rules look at: the values of the request, and those that its checkout holds already. */
export interface RuleSubject {
  readonly operation: string
  /** The value, if it was accepted. */
  get(name: string): string | undefined
  /** Whether it was sent, also when it was sent wrongly. */
  has(name: string): boolean
  /**
   * Whether this request has sent a known name, also wrongly, that begins with `within` but not with
   * `exempt`.
   */
  sendsWithin(within: string, exempt?: string): boolean
}

export interface RuleBreach {
  readonly name: string
  readonly message: string
}

/** Breaches of one rule; none for `ignored`, which is carried out and not judged. */
export function breachesOf(rule: Rule, subject: RuleSubject): readonly RuleBreach[] {
  switch (rule.kind) {
    case 'mandatory': {
      const condition = conditionOf(rule, subject)
      const waived = rule.unless !== undefined && subject.has(rule.unless)
      if (condition === undefined || waived) return []
      return missing(rule.names, subject, `is required together with ${condition}`)
    }
    case 'mandatoryWithin': {
      if (!subject.sendsWithin(rule.within, rule.exempt?.[subject.operation])) return []
      const others = `any other ${rule.within}* parameter`
      return missing(rule.names, subject, `is required when ${others} is sent`)
    }
    case 'eitherOr':
      return subject.sendsWithin(rule.within) ? noneOf(rule.names, subject, 'is required') : []
    case 'eitherWhen': {
      const condition = conditionOf(rule, subject)
      if (condition === undefined || rule.exempt.includes(subject.operation)) return []
      return noneOf(rule.names, subject, `is required together with ${condition}`)
    }
    case 'excluded':
      return excluded(rule, subject)
    case 'oneUnset':
      return bothSet(rule, subject)
    case 'notDigitsOnly':
      return digitsOnly(rule.names, subject)
    case 'ignored':
      return []
  }
}

interface Condition {
  readonly when: string
  readonly is?: readonly string[]
}

/** What is the case, in words; nothing when it is not. */
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
  return [{ name: names[0] ?? '', message: `either ${names.join(' or ')} ${message}` }]
}

function excluded(
  rule: Extract<Rule, { kind: 'excluded' }>,
  subject: RuleSubject,
): readonly RuleBreach[] {
  const condition = conditionOf(rule, subject)
  if (condition === undefined) return []
  const message = `must not be sent together with ${condition}`
  return rule.names.filter((name) => subject.has(name)).map((name) => ({ name, message }))
}

function bothSet(
  { names, unset, unless }: Extract<Rule, { kind: 'oneUnset' }>,
  subject: RuleSubject,
): readonly RuleBreach[] {
  if (subject.has(unless)) return []
  const values = names.map((name) => subject.get(name))
  if (values.some((value) => value === undefined || value === unset)) return []
  const message = `must not be sent together with ${names.slice(1).join(' and ')}: send ${unset} as one of them`
  return [{ name: names[0] ?? '', message }]
}

function digitsOnly(names: readonly string[], subject: RuleSubject): readonly RuleBreach[] {
  const parts = names.filter((name) => subject.get(name) !== undefined)
  const together = parts.map((name) => subject.get(name)).join('')
  if (!/^[0-9\s]+$/.test(together)) return []
  const message = `must not consist of digits only (${names.join(' and ')} together)`
  return [{ name: parts[0] ?? '', message }]
}
