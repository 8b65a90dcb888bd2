import { isJsonObject, type JsonObject } from '../../common/json-object.ts'
import { isRiskCode } from '../results/catalogue.ts'
import { readIpRange } from './ip-ranges.ts'
import {
  type BlockedBy,
  MAX_RISK_SCORE,
  MAX_WINDOW_MINUTES,
  type RiskRule,
} from './risk-settings.ts'
import {
  choiceFaults,
  type Faults,
  ifGiven,
  integerFaults,
  listFaults,
  moneyFaults,
  unknownMembers,
} from './settings-faults.ts'

const MAX_RULES = 100
const MAX_VALUES = 5_000
const MAX_PAYMENTS = 1_000_000
const SCORES = [-MAX_RISK_SCORE, MAX_RISK_SCORE] as const
/** How long a payment may wait for a provider, in milliseconds. */
const TIMEOUTS_MS = [10, 10_000] as const

/** Faults of the risk settings of an entity. */
export function riskFaults(json: unknown): Faults {
  if (!isJsonObject(json)) return ['risk must be an object']
  const { rules, refuseFromScore, reviewFromScore, provider } = json
  return [
    ...unknownMembers(json, 'risk', ['rules', 'refuseFromScore', 'reviewFromScore', 'provider']),
    ...listFaults(rules, 'risk.rules', [0, MAX_RULES], ruleFaults),
    ...ifGiven(refuseFromScore, () =>
      integerFaults(refuseFromScore, 'risk.refuseFromScore', SCORES),
    ),
    ...ifGiven(reviewFromScore, () =>
      integerFaults(reviewFromScore, 'risk.reviewFromScore', SCORES),
    ),
    ...ifGiven(provider, () => providerFaults(provider, 'risk.provider')),
  ]
}

function providerFaults(provider: unknown, place: string): Faults {
  if (!isJsonObject(provider)) return [`${place} must be an object`]
  const { name, timeoutMs, whenUnreachable } = provider
  const isNamed = typeof name === 'string' && name !== ''
  return [
    ...unknownMembers(provider, place, ['name', 'timeoutMs', 'whenUnreachable']),
    ...(isNamed ? [] : [`${place}.name must name a provider`]),
    ...ifGiven(timeoutMs, () => integerFaults(timeoutMs, `${place}.timeoutMs`, TIMEOUTS_MS)),
    ...ifGiven(whenUnreachable, () =>
      choiceFaults(whenUnreachable, `${place}.whenUnreachable`, ['pass', 'review', 'refuse']),
    ),
  ]
}

/** The members of each kind of rule beside the common ones, and what finds their faults. */
const kinds: {
  readonly [Kind in RiskRule['kind']]: {
    readonly members: readonly string[]
    readonly faultsOf: (rule: JsonObject, place: string) => Faults
  }
} = {
  block: { members: ['by', 'values'], faultsOf: blockFaults },
  velocity: { members: ['by', 'atMost', 'withinMinutes'], faultsOf: velocityFaults },
  amount: { members: ['currency', 'atMost', 'atLeast'], faultsOf: amountFaults },
  holder: { members: [], faultsOf: () => [] },
}

function ruleFaults(rule: unknown, place: string): Faults {
  if (!isJsonObject(rule)) return [`${place} must be an object`]
  const kind = Object.keys(kinds).find((one) => one === rule.kind) as RiskRule['kind'] | undefined
  if (kind === undefined) return choiceFaults(rule.kind, `${place}.kind`, Object.keys(kinds))
  const { members, faultsOf } = kinds[kind]
  const { name, effect, code } = rule
  const isName = typeof name === 'string' && /^\S.{0,63}$/.test(name)
  return [
    ...unknownMembers(rule, place, ['kind', 'name', 'effect', 'code', ...members]),
    ...ifGiven(name, () => (isName ? [] : [`${place}.name must be a text of 1 to 64 characters`])),
    ...effectFaults(effect, `${place}.effect`),
    ...ifGiven(code, () => codeFaults(code, effect, `${place}.code`)),
    ...faultsOf(rule, place),
  ]
}

function effectFaults(effect: unknown, place: string): Faults {
  if (effect === 'refuse') return []
  if (!isJsonObject(effect)) return [`${place} must be "refuse" or {"score": 50}`]
  return [
    ...unknownMembers(effect, place, ['score']),
    ...integerFaults(effect.score, `${place}.score`, SCORES),
  ]
}

function codeFaults(code: unknown, effect: unknown, place: string): Faults {
  if (effect !== 'refuse') return [`${place} is for rules that refuse`]
  if (typeof code === 'string' && isRiskCode(code)) return []
  return [`${place} must be a result code that refuses for the risk or the amount`]
}

/** The values that a block list takes, and their description. */
const listed: { readonly [By in BlockedBy]: readonly [(value: string) => boolean, string] } = {
  card: [(value) => /^[0-9a-f]{64}$/i.test(value), 'a fingerprint of 64 hex digits'],
  bin: [(value) => /^\d{6}(\d{2})?$/.test(value), 'the first six or eight digits of a card'],
  email: [(value) => /^[^@\s]*@[^@\s]+$/.test(value), 'an e-mail, or @ and a domain'],
  ip: [(value) => readIpRange(value) !== undefined, 'an IP address or range, such as 192.0.2.0/24'],
  country: [(value) => /^[A-Z]{2}$/i.test(value), 'a country of two letters'],
}

function blockFaults({ by, values }: JsonObject, place: string): Faults {
  const known = Object.keys(listed).find((one) => one === by) as BlockedBy | undefined
  if (known === undefined) return choiceFaults(by, `${place}.by`, Object.keys(listed))
  const [fits, what] = listed[known]
  return listFaults(values, `${place}.values`, [0, MAX_VALUES], (value, at) =>
    typeof value === 'string' && fits(value) ? [] : [`${at} must be ${what}`],
  )
}

function velocityFaults({ by, atMost, withinMinutes }: JsonObject, place: string): Faults {
  return [
    ...choiceFaults(by, `${place}.by`, ['card', 'email', 'ip', 'channel']),
    ...limitFaults(atMost, `${place}.atMost`),
    ...integerFaults(withinMinutes, `${place}.withinMinutes`, [1, MAX_WINDOW_MINUTES]),
  ]
}

function limitFaults(limit: unknown, place: string): Faults {
  if (!isJsonObject(limit)) {
    return [`${place} must be {"payments": 3} or {"amount": "500.00", "currency": "EUR"}`]
  }
  const { payments, amount, currency } = limit
  if (payments === undefined) {
    return [
      ...unknownMembers(limit, place, ['amount', 'currency']),
      ...moneyFaults(currency, { amount }, place),
    ]
  }
  return [
    ...unknownMembers(limit, place, ['payments']),
    ...integerFaults(payments, `${place}.payments`, [0, MAX_PAYMENTS]),
  ]
}

function amountFaults({ currency, atMost, atLeast }: JsonObject, place: string): Faults {
  if (atMost === undefined && atLeast === undefined) return [`${place} needs atMost or atLeast`]
  const given = Object.entries({ atMost, atLeast }).filter(([, value]) => value !== undefined)
  return moneyFaults(currency, Object.fromEntries(given), place)
}
