import { formatAmount, type Money, parseAmount } from '../../../common/money.ts'
import { ipMatcher } from '../../entities/ip-ranges.ts'
import type { AmountRule, BlockRule, RiskRule, VelocityRule } from '../../entities/risk-settings.ts'
import type { SightingSum } from '../../store/port.ts'
import { comparedEmail } from './compared-email.ts'
import type { RiskFacts } from './facts.ts'
import { holderFits } from './holder-name.ts'
import { countedValues } from './sightings.ts'

/** What velocity rules found in the store: attempts before this one. */
export type SumsForRules = ReadonlyMap<VelocityRule, SightingSum>

/** The result of one rule for a payment. */
export interface Finding {
  /** `undefined`: the payment lacks the value that the rule checks, so the rule has no effect. */
  readonly isHit: boolean | undefined
  /** The middle of a sentence. */
  readonly says: string
}

/** Applies one rule. Its sentence goes into a trace and holds no personal data. */
export function findingOf(rule: RiskRule, facts: RiskFacts, sums: SumsForRules): Finding {
  switch (rule.kind) {
    case 'block':
      return findListed(rule, facts)
    case 'velocity':
      return findVelocity(rule, facts, sums)
    case 'amount':
      return findAmount(rule, facts)
    case 'holder':
      return findHolder(facts)
  }
}

function findListed(rule: BlockRule, facts: RiskFacts): Finding {
  const isHit = isListed(rule, facts)
  if (isHit === undefined) return { isHit, says: `the ${rule.by} is not known` }
  return { isHit, says: `the ${rule.by} is ${isHit ? '' : 'not '}on the block list` }
}

function findVelocity(rule: VelocityRule, facts: RiskFacts, sums: SumsForRules): Finding {
  const { by, atMost, withinMinutes } = rule
  if (countedValues(by, facts).length === 0) {
    return { isHit: undefined, says: `the ${by} is not known` }
  }
  const before = sums.get(rule) ?? { count: 0, amountMinor: 0 }
  const window = `of the ${by} within ${withinMinutes} minutes`
  if ('payments' in atMost) {
    const count = before.count + 1
    return {
      isHit: count > atMost.payments,
      says: `payment ${count} ${window}, of ${atMost.payments}`,
    }
  }
  const { currency } = atMost
  if (facts.amount.currency !== currency) {
    return { isHit: undefined, says: `the payment is not in ${currency}` }
  }
  const sum = { minor: before.amountMinor + facts.amount.minor, currency }
  const isHit = sum.minor > limitOf(atMost.amount, currency).minor
  return { isHit, says: `${formatAmount(sum)} ${currency} ${window}, of ${atMost.amount}` }
}

function findAmount({ currency, atMost, atLeast }: AmountRule, { amount }: RiskFacts): Finding {
  if (amount.currency !== currency) {
    return { isHit: undefined, says: `the payment is not in ${currency}` }
  }
  if (atMost !== undefined && amount.minor > limitOf(atMost, currency).minor) {
    return { isHit: true, says: `the amount is more than ${atMost} ${currency}` }
  }
  if (atLeast !== undefined && amount.minor < limitOf(atLeast, currency).minor) {
    return { isHit: true, says: `the amount is less than ${atLeast} ${currency}` }
  }
  return { isHit: false, says: 'the amount is within its limits' }
}

function findHolder({ holder, givenName, surname }: RiskFacts): Finding {
  const fits = holderFits(holder ?? '', givenName ?? '', surname ?? '')
  if (fits === undefined) return { isHit: undefined, says: 'a name is not known' }
  return { isHit: !fits, says: `the holder ${fits ? 'is' : 'is not'} the customer` }
}

/** An amount of the settings, which were validated when they were set. */
function limitOf(text: string, currency: string): Money {
  const limit = parseAmount(text, currency)
  if (typeof limit === 'string') throw new Error(`A risk rule has no amount of ${currency}`)
  return limit
}

/** Whether a value of the payment is on a list; `undefined`: the payment has no such value. */
type Listed = boolean | undefined

/** The prepared list of each rule: payments come more often than the settings change. */
const ready = new WeakMap<BlockRule, (facts: RiskFacts) => Listed>()

/** Whether the payment is on the rule's list. */
function isListed(rule: BlockRule, facts: RiskFacts): Listed {
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
