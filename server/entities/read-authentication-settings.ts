import { isJsonObject, type JsonObject } from '../../common/json-object.ts'
import { AUTHENTICATION_SCHEMES } from './settings.ts'
import {
  choiceFaults,
  type Faults,
  ifGiven,
  integerFaults,
  unknownMembers,
} from './settings-faults.ts'

/** The longest time for a decoupled authentication: seven days (EMV 3-D Secure, threeDSRequestorDecMaxTime). */
const MAX_DECOUPLED_MINUTES = 10_080

/** Finds the faults of each member of the setting `threeDSecure`. */
const members: Readonly<Record<string, (value: unknown, place: string) => Faults>> = {
  policy: (value, place) => choiceFaults(value, place, ['never', 'whenEnrolled', 'always']),
  onUnavailable: (value, place) => choiceFaults(value, place, ['fail', 'charge']),
  repeatSoftDeclines: yesOrNo,
  challengeFirstOfSeries: yesOrNo,
  registrations: yesOrNo,
  acquirerBin: (value, place) => textFaults(value, place, /^\d{6,11}$/, '6 to 11 digits'),
  acquirerMerchantId: (value, place) => textFaults(value, place, /^.{1,35}$/, '1 to 35 characters'),
  merchantCategoryCode: (value, place) => textFaults(value, place, /^\d{4}$/, 'four digits'),
  merchantCountry: (value, place) =>
    textFaults(value, place, /^[A-Z]{2}$/, 'a country of ISO 3166-1, such as "DE"'),
  merchantName: (value, place) => textFaults(value, place, /^.{1,40}$/, '1 to 40 characters'),
  requestorUrl: urlFaults,
  requestors: requestorsFaults,
  decoupledMinutes: (value, place) => integerFaults(value, place, [1, MAX_DECOUPLED_MINUTES]),
}

function yesOrNo(value: unknown, place: string): Faults {
  return typeof value === 'boolean' ? [] : [`${place} must be true or false`]
}

export function authenticationFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['threeDSecure must be an object, such as {"policy": "always"}']
  return memberFaults(value, 'threeDSecure', members)
}

function memberFaults(value: JsonObject, place: string, known: typeof members): Faults {
  return [
    ...unknownMembers(value, place, Object.keys(known)),
    ...Object.entries(known).flatMap(([name, faultsOf]) =>
      ifGiven(value[name], () => faultsOf(value[name], `${place}.${name}`)),
    ),
  ]
}

function textFaults(value: unknown, place: string, pattern: RegExp, what: string): Faults {
  return typeof value === 'string' && pattern.test(value) ? [] : [`${place} must be ${what}`]
}

function urlFaults(value: unknown, place: string): Faults {
  const fits =
    typeof value === 'string' &&
    value.length <= 2048 &&
    /^https?:\/\//.test(value) &&
    URL.canParse(value)
  return fits ? [] : [`${place} must be an address that begins with https://`]
}

function requestorsFaults(value: unknown, place: string): Faults {
  if (!isJsonObject(value)) return [`${place} must be an object, such as {"visa": {…}}`]
  return memberFaults(
    value,
    place,
    Object.fromEntries(AUTHENTICATION_SCHEMES.map((scheme) => [scheme, requestorFaults])),
  )
}

function requestorFaults(value: unknown, place: string): Faults {
  if (!isJsonObject(value)) return [`${place} must be an object with id and name`]
  return [
    ...unknownMembers(value, place, ['id', 'name']),
    ...textFaults(value.id, `${place}.id`, /^.{1,35}$/, '1 to 35 characters'),
    ...textFaults(value.name, `${place}.name`, /^.{1,40}$/, '1 to 40 characters'),
  ]
}
