import { ipMatcher } from '../../entities/ip-ranges.ts'
import type { BlockRule } from '../../entities/risk-settings.ts'
import { comparedEmail } from './compared-email.ts'
import type { RiskFacts } from './facts.ts'

/** Whether a value of the payment is on a list; `undefined`: the payment has no such value. */
export type Listed = boolean | undefined

/** The prepared list of each rule: payments come more often than the settings change. */
const ready = new WeakMap<BlockRule, (facts: RiskFacts) => Listed>()

/** Whether the payment is on the rule's list. */
export function isListed(rule: BlockRule, facts: RiskFacts): Listed {
  let matcher = ready.get(rule)
  if (matcher === undefined) {
    matcher = matcherOf(rule)
    ready.set(rule, matcher)
  }
  return matcher(facts)
}

function matcherOf({ by, values }: BlockRule): (facts: RiskFacts) => Listed {
  switch (by) {
    case 'card': {
      const listed = new Set(values.map((value) => value.toLowerCase()))
      return ({ fingerprint }) => ifKnown(fingerprint, (known) => listed.has(known))
    }
    case 'bin': {
      const listed = new Set(values)
      return ({ bin }) =>
        ifKnown(bin, (known) => listed.has(known.slice(0, 6)) || listed.has(known.slice(0, 8)))
    }
    case 'email': {
      const listed = new Set(values.map(comparedEmail))
      return ({ email }) =>
        ifKnown(email, (known) => listed.has(known) || listed.has(domainOf(known)))
    }
    case 'ip': {
      const isIn = ipMatcher(values)
      return ({ ips }) => (ips.length === 0 ? undefined : ips.some(isIn))
    }
    case 'country': {
      const listed = new Set(values.map((value) => value.toUpperCase()))
      return ({ countries }) =>
        countries.length === 0 ? undefined : countries.some((country) => listed.has(country))
    }
  }
}

function ifKnown(value: string | undefined, has: (known: string) => boolean): Listed {
  return value === undefined ? undefined : has(value)
}

/** `@` and the text after the last one. */
function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@'))
}
