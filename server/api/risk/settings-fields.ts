import { minorDigitsOf } from '../../../common/currencies.ts'
import type { JsonObject } from '../../../common/json-object.ts'
import { parseAmount } from '../../../common/money.ts'

/** Sentences that begin with the place of what is wrong; empty: nothing is. */
export type Faults = readonly string[]

/** Members that an object does not have: a misspelt rule would protect nobody. */
export function strangers(object: JsonObject, place: string, members: readonly string[]): Faults {
  return Object.keys(object)
    .filter((name) => !members.includes(name))
    .map((name) => `${place}.${name} is none of ${members.join(', ')}`)
}

/** Faults of a member that may be absent. */
export function ifGiven(value: unknown, faultsOf: () => Faults): Faults {
  return value === undefined ? [] : faultsOf()
}

export function integerFaults(
  value: unknown,
  place: string,
  [least, most]: readonly [number, number],
): Faults {
  const fits = Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  return fits ? [] : [`${place} must be a whole number from ${least} to ${most}`]
}

export function choiceFaults(value: unknown, place: string, choices: readonly string[]): Faults {
  const fits = choices.some((choice) => choice === value)
  return fits ? [] : [`${place} must be one of ${choices.join(', ')}`]
}

/** Faults of amounts, as the wire writes them, and of their currency. */
export function moneyFaults(currency: unknown, amounts: JsonObject, place: string): Faults {
  if (typeof currency !== 'string' || minorDigitsOf(currency) === undefined) {
    return [`${place}.currency must be a currency, such as EUR`]
  }
  return Object.entries(amounts)
    .filter(([, value]) => !isAmount(value, currency))
    .map(([name]) => `${place}.${name} must be an amount of ${currency} as text, such as "100.00"`)
}

function isAmount(value: unknown, currency: string): boolean {
  return typeof value === 'string' && typeof parseAmount(value, currency) === 'object'
}
