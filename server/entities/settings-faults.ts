import type { JsonObject } from '../../common/json-object.ts'
import { minorDigitsOf, parseAmount } from '../../common/money.ts'
import { nearBrands, paymentBrand } from '../../common/payment-brands.ts'
import { closestName } from '../parameters/similar-names.ts'

/** Sentences that begin with the place of a fault; empty: there is none. */
export type Faults = readonly string[]

/** How many characters of a wrong value are shown. */
const MAX_SHOWN = 40

/** Faults of members that no setting has: an ignored rule would protect nobody. */
export function unknownMembers(
  object: JsonObject,
  place: string,
  members: readonly string[],
): Faults {
  return Object.keys(object)
    .filter((name) => !members.includes(name))
    .map((name) => {
      const near = closestName(name, members)
      const meant = near === undefined ? `there are ${members.join(', ')}` : `was ${near} meant?`
      return `${place === '' ? '' : `${place}.`}${/^\w{1,40}$/.test(name) ? name : shown(name)} is no setting: ${meant}`
    })
}

/** Faults of a list that must be within its limits, entry by entry. */
export function listFaults(
  value: unknown,
  place: string,
  [least, most]: readonly [number, number],
  faultsOf: (item: unknown, place: string) => Faults,
): Faults {
  if (!Array.isArray(value)) return [`${place} must be a list`]
  if (value.length < least) return [`${place} must have at least ${least} entry`]
  if (value.length > most) return [`${place} has ${value.length} entries, at most ${most} may be`]
  return value.flatMap((item, at) => faultsOf(item, `${place}[${at}]`))
}

/** How many brands a list may name: more than there are. */
const MAX_BRANDS = 500

/** Faults of a list of payment brands, with suggestions. */
export function brandsFaults(value: unknown, place: string): Faults {
  const seen = new Set<unknown>()
  return listFaults(value, place, [1, MAX_BRANDS], (brand, at) => {
    if (seen.has(brand)) return [`${at} is there twice`]
    seen.add(brand)
    return brandFaults(brand, at)
  })
}

/** Faults of the name of a brand, with suggestions. */
export function brandFaults(brand: unknown, place: string): Faults {
  if (typeof brand !== 'string') return [`${place} must be a payment brand, such as "VISA"`]
  if (paymentBrand(brand) !== undefined) return []
  const near = nearBrands(brand)
  const meant = near.length === 0 ? '' : `: was ${near.join(' or ')} meant?`
  return [`${place} ${shown(brand)} is no payment brand${meant}`]
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, MAX_SHOWN))
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
