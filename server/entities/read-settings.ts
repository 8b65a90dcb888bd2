import { isJsonObject } from '../../common/json-object.ts'
import { minorDigitsOf, parseAmount } from '../../common/money.ts'
import { brandRulesFaults } from './brand-rules.ts'
import { cardTestingFaults } from './card-testing-settings.ts'
import { isFontOrigin } from './page-origins.ts'
import { authenticationFaults } from './read-authentication-settings.ts'
import { riskFaults } from './read-risk-settings.ts'
import type { EntitySettings, KeptSetting } from './settings.ts'
import {
  brandFaults,
  brandsFaults,
  choiceFaults,
  type Faults,
  ifGiven,
  integerFaults,
  listFaults,
  unknownMembers,
} from './settings-faults.ts'

/** Faults of settings: sentences that begin with the place, at most 50. */
export interface EntitySettingsFaults {
  readonly faults: Faults
}

/** How many faults are listed. */
const MAX_FAULTS = 50
/** How long payment details may be kept, in months: ten years. */
const MAX_LIFETIME_MONTHS = 120
/** How long after its expiry the status of a checkout may be kept, in hours: thirty days. */
const MAX_STATUS_HOURS = 720
/** How many origins a list may name. */
const MAX_ORIGINS = 100
/** How long payments may keep their numbers, in days: ten years. */
const MAX_RETENTION_DAYS = 3650
/** How long a hold may last, in days: a year. */
const MAX_HOLD_DAYS = 365
const MAX_STATUS_READS = 1_000_000
const MAX_DISPATCHING_RULES = 1000
const MAX_CURRENCIES = 300

/** Finds the faults of each member. */
const members: { readonly [Name in keyof EntitySettings]-?: (value: unknown) => Faults } = {
  profile: (value) =>
    value === 'strict' || value === 'legacy' ? [] : ['profile must be "strict" or "legacy"'],
  brands: (value) => brandsFaults(value, 'brands'),
  dispatching: dispatchingFaults,
  risk: riskFaults,
  cardTesting: cardTestingFaults,
  throttling: throttlingFaults,
  registrations: registrationsFaults,
  checkouts: checkoutsFaults,
  brandRules: brandRulesFaults,
  threeDSecure: authenticationFaults,
  directDebit: directDebitFaults,
  giftCards: giftCardsFaults,
  holds: holdsFaults,
  secondPersonAbove: secondPersonFaults,
  numberRetentionDays: (value) => countFaults(value, 'numberRetentionDays', MAX_RETENTION_DAYS),
  cardLikeReferences: (value) =>
    typeof value === 'boolean' ? [] : ['cardLikeReferences must be true or false'],
  clockOffsetMs: () => ['clockOffsetMs belongs to the test clock: it is moved by POST /test/clock'],
  earlierLimits: () => [
    'earlierLimits cannot be set: it follows from changes of secondPersonAbove',
  ],
}

const KEPT: readonly string[] = ['clockOffsetMs', 'earlierLimits'] satisfies KeptSetting[]

/** The members that an operator may set. */
export const SETTABLE: readonly string[] = Object.keys(members).filter(
  (name) => !KEPT.includes(name),
)

/**
 * Reads the settings of an entity from parsed JSON, or returns all faults in it. A missing member
 * is inherited.
 */
export function readEntitySettings(json: unknown): Partial<EntitySettings> | EntitySettingsFaults {
  if (!isJsonObject(json)) {
    return { faults: ['the settings must be a JSON object, such as {"profile": "legacy"}'] }
  }
  const known = Object.entries(members).filter(([name]) => Object.hasOwn(json, name))
  const unknown = Object.fromEntries(
    Object.entries(json).filter(([name]) => !Object.hasOwn(members, name)),
  )
  const faults = [
    ...unknownMembers(unknown, '', SETTABLE),
    ...known.flatMap(([name, faultsOf]) => faultsOf(json[name])),
  ]
  return faults.length === 0 ? (json as Partial<EntitySettings>) : { faults: firstFaults(faults) }
}

function firstFaults(faults: Faults): Faults {
  if (faults.length <= MAX_FAULTS) return faults
  const left = faults.length - MAX_FAULTS + 1
  return [...faults.slice(0, MAX_FAULTS - 1), `and ${left} more are wrong`]
}

function throttlingFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['throttling must be an object']
  const place = 'throttling.statusReadsPerMinute'
  return [
    ...unknownMembers(value, 'throttling', ['statusReadsPerMinute']),
    ...countFaults(value.statusReadsPerMinute, place, MAX_STATUS_READS),
  ]
}

function registrationsFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['registrations must be an object']
  const { lifeMonthsAfterExpiry: months, ...others } = value
  const flags = ['deduplicate', 'shopperMayDelete', 'requireCvv', 'onlyServerStores']
  return [
    ...unknownMembers(value, 'registrations', [...flags, 'lifeMonthsAfterExpiry']),
    ...flags
      .filter((name) => !['undefined', 'boolean'].includes(typeof others[name]))
      .map((name) => `registrations.${name} must be true or false`),
    ...countFaults(months, 'registrations.lifeMonthsAfterExpiry', MAX_LIFETIME_MONTHS),
  ]
}

function checkoutsFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['checkouts must be an object']
  const { statusHoursAfterExpiry: hours, returnOrigins, pageOrigins, brandDetectionType } = value
  const members = [
    'statusHoursAfterExpiry',
    'returnOrigins',
    'pageOrigins',
    'fontOrigins',
    'brandDetectionType',
    'resultCallBase',
  ]
  return [
    ...unknownMembers(value, 'checkouts', members),
    ...originsFaults(returnOrigins, 'checkouts.returnOrigins'),
    ...originsFaults(pageOrigins, 'checkouts.pageOrigins'),
    ...fontOriginsFaults(value.fontOrigins),
    ...ifGiven(brandDetectionType, () =>
      choiceFaults(brandDetectionType, 'checkouts.brandDetectionType', ['binlist']),
    ),
    ...countFaults(hours, 'checkouts.statusHoursAfterExpiry', MAX_STATUS_HOURS),
    ...ifGiven(value.resultCallBase, () => baseFaults(value.resultCallBase)),
  ]
}

/** Interface document: the base address of these calls ends in `/`. */
function baseFaults(value: unknown): Faults {
  const isBase =
    typeof value === 'string' && /^https?:\/\/[^?#@]*\/$/.test(value) && URL.canParse(value)
  return isBase
    ? []
    : [
        'checkouts.resultCallBase must be an address that ends in "/", such as "https://shop.example/"',
      ]
}

/** Longest name of a creditor, and its identifier (EPC rulebook, AT-03 and AT-02). */
const MAX_CREDITOR_NAME = 70
const CREDITOR_ID = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{3,31}$/

function directDebitFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['directDebit must be an object']
  const { creditorName: name, creditorId: id } = value
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= MAX_CREDITOR_NAME
  const isId = typeof id === 'string' && CREDITOR_ID.test(id)
  return [
    ...unknownMembers(value, 'directDebit', ['creditorName', 'creditorId']),
    ...(name === undefined || isName
      ? []
      : [`directDebit.creditorName must be a name of at most ${MAX_CREDITOR_NAME} characters`]),
    ...(id === undefined || isId
      ? []
      : [
          'directDebit.creditorId must be a SEPA creditor identifier, such as "DE98ZZZ09999999999"',
        ]),
  ]
}

function giftCardsFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['giftCards must be an object']
  const { partPayment } = value
  return [
    ...unknownMembers(value, 'giftCards', ['partPayment']),
    ...(['undefined', 'boolean'].includes(typeof partPayment)
      ? []
      : ['giftCards.partPayment must be true or false']),
  ]
}

function secondPersonFaults(value: unknown): Faults {
  if (!isJsonObject(value)) {
    return ['secondPersonAbove must be an object, such as {"EUR": "500.00"}']
  }
  return Object.entries(value).flatMap(([currency, amount]) => {
    if (minorDigitsOf(currency) === undefined) {
      return [`secondPersonAbove: ${JSON.stringify(currency)} is no currency (ISO 4217)`]
    }
    const money = typeof amount === 'string' ? parseAmount(amount, currency) : 'malformed'
    return typeof money === 'string'
      ? [`secondPersonAbove.${currency} must be an amount such as "500.00"`]
      : []
  })
}

function holdsFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['holds must be an object']
  const { days, releaseExpired } = value
  return [
    ...unknownMembers(value, 'holds', ['days', 'releaseExpired']),
    ...ifGiven(days, () => holdDaysFaults(days)),
    ...(['undefined', 'boolean'].includes(typeof releaseExpired)
      ? []
      : ['holds.releaseExpired must be true or false']),
  ]
}

function holdDaysFaults(days: unknown): Faults {
  if (!isJsonObject(days)) return ['holds.days must be an object, such as {"VISA": 7}']
  return Object.entries(days).flatMap(([brand, count]) => [
    ...brandFaults(brand, 'holds.days:'),
    ...integerFaults(count, `holds.days.${brand}`, [1, MAX_HOLD_DAYS]),
  ])
}

function originsFaults(value: unknown, place: string): Faults {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ORIGINS) {
    return [`${place} must be a list of 1 to ${MAX_ORIGINS} origins`]
  }
  return value.flatMap((origin: unknown, at) =>
    isWebOrigin(origin)
      ? []
      : [`${place}[${at}] must be an origin without a path, such as "https://shop.example"`],
  )
}

/** They are sent in the header of each secured field. */
const MAX_FONT_ORIGINS = 10

function fontOriginsFaults(value: unknown): Faults {
  const place = 'checkouts.fontOrigins'
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_FONT_ORIGINS) {
    return [`${place} must be a list of 1 to ${MAX_FONT_ORIGINS} origins`]
  }
  return value.flatMap((origin: unknown, at) =>
    isWebOrigin(origin) && isFontOrigin(origin as string)
      ? []
      : [
          `${place}[${at}] must be an origin with https and the name of a host, without a path, such as "https://fonts.shop.example"; http is for localhost and 127.0.0.1 in test only`,
        ],
  )
}

function isWebOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  return new URL(value).origin === value
}

/** Faults of a whole number, which may be absent. */
function countFaults(value: unknown, place: string, max: number): Faults {
  return ifGiven(value, () => integerFaults(value, place, [1, max]))
}

/** Faults in the shape of `dispatching`. Whether its channels exist is checked elsewhere, with the store. */
export function dispatchingFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['dispatching must be an object, such as {"rules": []}']
  const { rules, defaultChannelId } = value
  return [
    ...unknownMembers(value, 'dispatching', ['rules', 'defaultChannelId']),
    ...listFaults(rules, 'dispatching.rules', [0, MAX_DISPATCHING_RULES], ruleFaults),
    ...(defaultChannelId === undefined
      ? []
      : channelFaults(defaultChannelId, 'dispatching.defaultChannelId')),
  ]
}

function ruleFaults(rule: unknown, place: string): Faults {
  if (!isJsonObject(rule)) return [`${place} must be an object`]
  const { channelId, currencies, brands } = rule
  return [
    ...unknownMembers(rule, place, ['channelId', 'currencies', 'brands']),
    ...channelFaults(channelId, `${place}.channelId`),
    ...(currencies === undefined ? [] : currenciesFaults(currencies, `${place}.currencies`)),
    ...(brands === undefined ? [] : brandsFaults(brands, `${place}.brands`)),
  ]
}

function channelFaults(id: unknown, place: string): Faults {
  const fits = typeof id === 'string' && /^[0-9a-f]{32}$/.test(id)
  return fits ? [] : [`${place} must be the id of a channel, 32 lowercase hex digits`]
}

function currenciesFaults(currencies: unknown, place: string): Faults {
  return listFaults(currencies, place, [1, MAX_CURRENCIES], (currency, at) => {
    const fits = typeof currency === 'string' && minorDigitsOf(currency) !== undefined
    return fits ? [] : [`${at} must be a currency of ISO 4217, such as "EUR"`]
  })
}
