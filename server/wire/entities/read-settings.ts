import { isJsonObject } from '../../../common/json-object.ts'
import { readRiskSettings } from '../../api/risk/read-settings.ts'
import { readEntityThrottling } from '../throttling/settings.ts'
import { dispatchingFaults } from './read-dispatching.ts'
import type { EntitySettings } from './settings.ts'
import { brandsFaults, type Faults, strangers } from './settings-faults.ts'

/** What is wrong with settings: sentences that begin with the place, at most 50. */
export interface EntitySettingsFaults {
  readonly faults: Faults
}

/** How many faults are told at once. */
const MAX_FAULTS = 50
/** How long payment details may be kept, in months: ten years. */
const MAX_LIFETIME_MONTHS = 120
/** How long after its expiry the status of a checkout may be kept, in hours: thirty days. */
const MAX_STATUS_HOURS = 720
/** How many origins a list may name. */
const MAX_ORIGINS = 100

/** What may be wrong with each member. */
const members: { readonly [Name in keyof EntitySettings]-?: (value: unknown) => Faults } = {
  profile: (value) =>
    value === 'strict' || value === 'legacy' ? [] : ['profile must be "strict" or "legacy"'],
  brands: (value) => brandsFaults(value, 'brands'),
  dispatching: dispatchingFaults,
  risk: (value) => faultsIn(readRiskSettings(value)),
  throttling: (value) => faultsIn(readEntityThrottling(value)),
  registrations: registrationsFaults,
  checkouts: checkoutsFaults,
  cardLikeReferences: (value) =>
    typeof value === 'boolean' ? [] : ['cardLikeReferences must be true or false'],
  clockOffsetMs: () => ['clockOffsetMs belongs to the test clock: it is moved by POST /test/clock'],
}

/** Those that an operator may set. */
const settable = Object.keys(members).filter((name) => name !== 'clockOffsetMs')

/**
 * Reads what an entity sets itself from JSON that was parsed, or says everything that is wrong with
 * it. A member that is absent is inherited.
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
    ...strangers(unknown, '', settable),
    ...known.flatMap(([name, faultsOf]) => faultsOf(json[name])),
  ]
  return faults.length === 0 ? (json as Partial<EntitySettings>) : { faults: shortened(faults) }
}

function shortened(faults: Faults): Faults {
  if (faults.length <= MAX_FAULTS) return faults
  const left = faults.length - MAX_FAULTS + 1
  return [...faults.slice(0, MAX_FAULTS - 1), `and ${left} more are wrong`]
}

function faultsIn(read: object): Faults {
  return 'faults' in read ? (read as EntitySettingsFaults).faults : []
}

function registrationsFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['registrations must be an object']
  const { deduplicate, lifeMonthsAfterExpiry } = value
  return [
    ...strangers(value, 'registrations.', ['deduplicate', 'lifeMonthsAfterExpiry']),
    ...(deduplicate === undefined || typeof deduplicate === 'boolean'
      ? []
      : ['registrations.deduplicate must be true or false']),
    ...durationFaults(
      lifeMonthsAfterExpiry,
      'registrations.lifeMonthsAfterExpiry',
      MAX_LIFETIME_MONTHS,
    ),
  ]
}

function checkoutsFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['checkouts must be an object']
  return [
    ...strangers(value, 'checkouts.', ['statusHoursAfterExpiry', 'returnOrigins', 'pageOrigins']),
    ...originsFaults(value.returnOrigins, 'checkouts.returnOrigins'),
    ...originsFaults(value.pageOrigins, 'checkouts.pageOrigins'),
    ...durationFaults(
      value.statusHoursAfterExpiry,
      'checkouts.statusHoursAfterExpiry',
      MAX_STATUS_HOURS,
    ),
  ]
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

function isWebOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  return new URL(value).origin === value
}

/** Faults of a whole number of units of time, which may be absent. */
function durationFaults(value: unknown, place: string, most: number): Faults {
  const duration = Number.isInteger(value) ? Number(value) : 0
  if (value === undefined || (duration >= 1 && duration <= most)) return []
  return [`${place} must be a whole number from 1 to ${most}`]
}
