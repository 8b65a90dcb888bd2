import { isJsonObject } from '../../common/json-object.ts'
import {
  brandsFaults,
  type Faults,
  ifGiven,
  integerFaults,
  listFaults,
  moneyFaults,
  unknownMembers,
} from './settings-faults.ts'

/** Hides brands of a channel from the shoppers of some checkouts. */
export interface BrandRule {
  /** Said where the rule is explained. */
  readonly name: string
  /** Either these brands, */
  readonly hide?: readonly string[]
  /** or all others than these. */
  readonly offerOnly?: readonly string[]
  /** Absent: in every checkout. */
  readonly when?: BrandCondition
  readonly unless?: BrandCondition
}

/** True where all of its members are; it has at least one. */
export interface BrandCondition {
  /** ISO 4217. */
  readonly currency?: string
  /** Amounts of that currency, as the wire writes them; both ends count. */
  readonly atLeast?: string
  readonly atMost?: string
  /** `billing.country`, without it `shipping.country`: ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[]
  /** Whether the checkout offers stored payment details (`registrations[n].id`). */
  readonly registrations?: boolean
  /** A parameter of the checkout's creation, such as `risk.parameters[level]`. */
  readonly parameter?: { readonly name: string; readonly is: readonly string[] }
  /** So many of a hundred shoppers: the same ones each time where `customer.merchantCustomerId` is sent. */
  readonly group?: { readonly name: string; readonly percent: number }
}

const MAX_RULES = 100
const MAX_VALUES = 300
const MAX_NAME = 100
const PARAMETER = /^[A-Za-z][\w.[\]-]{0,254}$/

const CONDITIONS = [
  'currency',
  'atLeast',
  'atMost',
  'countries',
  'registrations',
  'parameter',
  'group',
]

/** Faults of the brand rules of an entity; each begins with its place. */
export function brandRulesFaults(json: unknown): Faults {
  return listFaults(json, 'brandRules', [0, MAX_RULES], ruleFaults)
}

function ruleFaults(rule: unknown, place: string): Faults {
  if (!isJsonObject(rule)) return [`${place} must be an object`]
  const { name, hide, offerOnly, when, unless } = rule
  const isOne = (hide === undefined) !== (offerOnly === undefined)
  return [
    ...unknownMembers(rule, place, ['name', 'hide', 'offerOnly', 'when', 'unless']),
    ...(isText(name, MAX_NAME)
      ? []
      : [`${place}.name must be a text of 1 to ${MAX_NAME} characters`]),
    ...(isOne ? [] : [`${place} must have either hide or offerOnly, a list of brands`]),
    ...ifGiven(hide, () => brandsFaults(hide, `${place}.hide`)),
    ...ifGiven(offerOnly, () => brandsFaults(offerOnly, `${place}.offerOnly`)),
    ...ifGiven(when, () => conditionFaults(when, `${place}.when`)),
    ...ifGiven(unless, () => conditionFaults(unless, `${place}.unless`)),
  ]
}

function conditionFaults(condition: unknown, place: string): Faults {
  if (!isJsonObject(condition) || Object.keys(condition).length === 0) {
    return [`${place} must be an object with at least one of ${CONDITIONS.join(', ')}`]
  }
  const { currency, atLeast, atMost, countries, registrations, parameter, group } = condition
  const amounts = Object.fromEntries(
    Object.entries({ atLeast, atMost }).filter(([, value]) => value !== undefined),
  )
  const hasMoney = currency !== undefined || Object.keys(amounts).length > 0
  return [
    ...unknownMembers(condition, place, CONDITIONS),
    ...(hasMoney ? moneyFaults(currency, amounts, place) : []),
    ...ifGiven(countries, () =>
      listFaults(countries, `${place}.countries`, [1, MAX_VALUES], (country, at) =>
        typeof country === 'string' && /^[A-Z]{2}$/.test(country)
          ? []
          : [`${at} must be a country of two capital letters, such as "DE"`],
      ),
    ),
    ...(registrations === undefined || typeof registrations === 'boolean'
      ? []
      : [`${place}.registrations must be true or false`]),
    ...ifGiven(parameter, () => parameterFaults(parameter, `${place}.parameter`)),
    ...ifGiven(group, () => groupFaults(group, `${place}.group`)),
  ]
}

function parameterFaults(parameter: unknown, place: string): Faults {
  if (!isJsonObject(parameter)) return [`${place} must be an object with name and is`]
  const { name, is } = parameter
  const isName = typeof name === 'string' && PARAMETER.test(name)
  return [
    ...unknownMembers(parameter, place, ['name', 'is']),
    ...(isName ? [] : [`${place}.name must name a parameter, such as "risk.parameters[level]"`]),
    ...listFaults(is, `${place}.is`, [1, MAX_VALUES], (value, at) =>
      isText(value, 255) ? [] : [`${at} must be a text of 1 to 255 characters`],
    ),
  ]
}

function groupFaults(group: unknown, place: string): Faults {
  if (!isJsonObject(group)) return [`${place} must be an object with name and percent`]
  const { name, percent } = group
  return [
    ...unknownMembers(group, place, ['name', 'percent']),
    ...(isText(name, MAX_NAME)
      ? []
      : [`${place}.name must be a text of 1 to ${MAX_NAME} characters`]),
    ...integerFaults(percent, `${place}.percent`, [0, 100]),
  ]
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= max
}
