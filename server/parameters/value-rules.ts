import { minorDigitsOf, parseAmount } from '../../common/money.ts'
import { isInFuture } from './calendar.ts'
import type { RuleBreach, RuleSubject } from './rules.ts'

/** Conditions between the values of parameters that are there. An absent value breaks none of them. */
export type ValueRule<Name extends string = string> =
  /** The amount `name` must not be above the amount `limit`. With `isRange` they are the ends of a range. */
  | {
      readonly kind: 'notAbove'
      readonly name: Name
      readonly limit: Name
      readonly isRange?: true
    }
  /** The amounts of a list, `a.list[n].amount`, must not be above the amount `limit` together. */
  | { readonly kind: 'sumNotAbove'; readonly name: Name; readonly limit: Name }
  /**
   * The amounts `names`, also of lists, must have no more decimals than the currency that `currency` names;
   * in a list first the one that the same item names (`itemCurrency`). `elseCurrency` counts where it names none.
   */
  | {
      readonly kind: 'fitsCurrency'
      readonly names: readonly Name[]
      readonly currency: Name
      readonly itemCurrency?: Name
      readonly elseCurrency?: Name
    }
  /** The days `names` must not lie in the future. */
  | { readonly kind: 'notInFuture'; readonly names: readonly Name[] }
  /**
   * The values `names` must pass `pattern`, which is told in words: others would be taken and have no
   * effect. Not in the operations `exempt`; with `isOnlyTests` in the test environment alone.
   */
  | {
      readonly kind: 'matches'
      readonly names: readonly Name[]
      readonly pattern: Pick<RegExp, 'test'>
      readonly words: string
      readonly exempt?: readonly string[]
      readonly isOnlyTests?: true
    }

/** Breaches of one rule. */
export function valueBreachesOf(rule: ValueRule, subject: RuleSubject): readonly RuleBreach[] {
  switch (rule.kind) {
    case 'notAbove':
      return above(rule, subject)
    case 'sumNotAbove':
      return sumAbove(rule, subject)
    case 'fitsCurrency':
      return unfit(rule, subject)
    case 'notInFuture':
      return ahead(rule.names, subject)
    case 'matches':
      return mismatched(rule, subject)
  }
}

type RuleOf<Kind extends ValueRule['kind']> = Extract<ValueRule, { kind: Kind }>

function above(
  { name, limit, isRange }: RuleOf<'notAbove'>,
  subject: RuleSubject,
): readonly RuleBreach[] {
  const [value, most] = [subject.get(name), subject.get(limit)]
  if (value === undefined || most === undefined) return []
  if (hundredths(value) <= hundredths(most)) return []
  const why =
    isRange === true ? ': is it the other way round?' : `, which it is a part of: ${limit}=${most}`
  return [{ name, message: `must not be above ${limit}${why}` }]
}

function sumAbove(
  { name, limit }: RuleOf<'sumNotAbove'>,
  subject: RuleSubject,
): readonly RuleBreach[] {
  const most = subject.get(limit)
  if (most === undefined) return []
  let left = hundredths(most)
  for (const [item, value] of subject.itemsOf(name)) {
    left -= hundredths(value)
    if (left >= 0) continue
    const message = `makes all ${name} together more than ${limit}, which they are parts of: ${limit}=${most}`
    return [{ name: item, message, value }]
  }
  return []
}

/** Amounts of the tables have two decimals at most. */
function hundredths(amount: string): number {
  const [integer, fraction = ''] = amount.split('.')
  return Number(`${integer}${fraction.padEnd(2, '0')}`)
}

function unfit(
  { names, currency, itemCurrency, elseCurrency }: RuleOf<'fitsCurrency'>,
  subject: RuleSubject,
): readonly RuleBreach[] {
  const code =
    subject.get(currency) ?? (elseCurrency === undefined ? undefined : subject.get(elseCurrency))
  const ofItems = new Map(itemCurrency === undefined ? [] : subject.itemsOf(itemCurrency))
  // Nearly all currencies have the two decimals that the wire has at most.
  if (ofItems.size === 0 && (code === undefined || minorDigitsOf(code) === 2)) return []
  const breaches: RuleBreach[] = []
  for (const [name, value] of names.flatMap((row) => amountsOf(row, subject))) {
    const used = ofItems.get(besideOf(name, itemCurrency)) ?? code
    if (used !== undefined && parseAmount(value, used) === 'too many decimals')
      breaches.push({ name, message: tooManyDecimals(used), value })
  }
  return breaches
}

/** The values of a parameter, of a list all of them, with their names. */
function amountsOf(row: string, subject: RuleSubject): readonly (readonly [string, string])[] {
  if (row.includes('[n]')) return subject.itemsOf(row)
  const value = subject.get(row)
  return value === undefined ? [] : [[row, value]]
}

/** The name of a row in the item of another one: `cart.items[3].currency` beside `cart.items[3].price`. */
function besideOf(name: string, row = ''): string {
  return name.slice(0, name.lastIndexOf(']') + 1) + row.slice(row.lastIndexOf(']') + 1)
}

/** What is said of an amount such as 100.50 JPY: the wire's two decimals are more than the currency has. */
export function tooManyDecimals(currency: string): string {
  return `has more decimals than ${currency} has: send a whole number of its smallest unit, such as 100`
}

function ahead(names: readonly string[], subject: RuleSubject): readonly RuleBreach[] {
  return names
    .filter((name) => {
      const day = subject.get(name)
      return day !== undefined && isInFuture(day, subject.nowMs)
    })
    .map((name) => ({ name, message: 'is in the future: send a day that has begun' }))
}

function mismatched(
  { names, pattern, words, exempt = [], isOnlyTests }: RuleOf<'matches'>,
  subject: RuleSubject,
): readonly RuleBreach[] {
  if (isOnlyTests === true && subject.environment !== 'test') return []
  if (exempt.includes(subject.operation)) return []
  return names
    .filter((name) => {
      const value = subject.get(name)
      return value !== undefined && !pattern.test(value)
    })
    .map((name) => ({ name, message: `must be ${words}` }))
}
