/**
 * Conditions between parameters, as data. `Name` is narrowed to the names of the table that states
 * the rule.
 */
export type Rule<Name extends string = string> =
  /** When `when` is sent (as one of `is`, if given), all of `names` must be sent too. */
  | {
      readonly kind: 'mandatory'
      readonly names: readonly Name[]
      readonly when: Name
      readonly is?: readonly string[]
    }
  /**
   * When anything that begins with `within` is sent, all of `names` must be sent too. In the named
   * operations, names that begin with the given text do not count.
   */
  | {
      readonly kind: 'mandatoryWithin'
      readonly names: readonly Name[]
      readonly within: string
      readonly exempt: Readonly<Record<string, string>>
    }
  /** When anything that begins with `within` is sent, at least one of `names` must be. */
  | { readonly kind: 'eitherOr'; readonly names: readonly Name[]; readonly within: string }
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
  /** Known names that this request has sent, also wrongly. */
  sentNames(): readonly string[]
}

export interface RuleBreach {
  readonly name: string
  readonly message: string
}

/** Breaches of one rule; none for `ignored`, which `isIgnored` answers. */
export function breachesOf(rule: Rule, subject: RuleSubject): readonly RuleBreach[] {
  switch (rule.kind) {
    case 'mandatory': {
      if (!subject.has(rule.when)) return []
      const value = subject.get(rule.when)
      if (rule.is !== undefined && !rule.is.includes(value ?? '')) return []
      const condition = rule.is === undefined ? rule.when : `${rule.when}=${value}`
      return missing(rule.names, subject, `is required together with ${condition}`)
    }
    case 'mandatoryWithin': {
      if (!sendsWithin(rule.within, subject, rule.exempt[subject.operation])) return []
      const others = `any other ${rule.within}* parameter`
      return missing(rule.names, subject, `is required when ${others} is sent`)
    }
    case 'eitherOr': {
      const found = rule.names.some((name) => subject.has(name))
      if (found || !sendsWithin(rule.within, subject)) return []
      return [
        { name: rule.names[0] ?? '', message: `either ${rule.names.join(' or ')} is required` },
      ]
    }
    case 'notDigitsOnly': {
      const parts = rule.names.filter((name) => subject.get(name) !== undefined)
      const together = parts.map((name) => subject.get(name)).join('')
      if (!/^[0-9\s]+$/.test(together)) return []
      const message = `must not consist of digits only (${rule.names.join(' and ')} together)`
      return [{ name: parts[0] ?? '', message }]
    }
    case 'ignored':
      return []
  }
}

function missing(names: readonly string[], subject: RuleSubject, message: string): RuleBreach[] {
  return names.filter((name) => !subject.has(name)).map((name) => ({ name, message }))
}

function sendsWithin(within: string, subject: RuleSubject, exempt?: string): boolean {
  return subject
    .sentNames()
    .some((name) => name.startsWith(within) && !(exempt !== undefined && name.startsWith(exempt)))
}
