import { DAY_MS } from '../../../../common/durations.ts'
import { schemeOf } from '../../../payments/read/index.ts'
import { webAddress } from '../messages/formats.ts'
import type { MessageOf } from '../messages/messages.ts'
import type { Asked } from './asked.ts'
import type { MessageExtension } from './directory.ts'

type Areq = MessageOf<'AReq'>
type Phone = NonNullable<Areq['homePhone']>
type ColorDepth = NonNullable<Areq['browserColorDepth']>

type Values = Readonly<Record<string, string>>

/** Matches most texts, which need no trimming and no replacement. */
const ONE_LINE = /^[!-~](?:[ -~]*[!-~])?$/

/** A text as one line of at most `max` characters: a shortened address is more useful than none. */
export function cut(text: string | undefined, max: number): string | undefined {
  if (text === undefined) return undefined
  if (text.length <= max && ONE_LINE.test(text)) return text
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  // Must not end with half of a surrogate pair, which is not a character.
  const short = line.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
  return short === '' ? undefined : short.trimEnd()
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  '’': "'",
}

/** A name in ASCII, without diacritics; `undefined` for a name in another alphabet. */
export function asciiName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  if (name.length > 1 && name.length <= 45 && ONE_LINE.test(name)) return name
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæÆøØœŒđĐłŁ’]/g, (letter) => LETTERS[letter] ?? letter)
  const line = cut(plain, 45)
  return line !== undefined && /^[ -~]{2,}$/.test(line) ? line : undefined
}

/** Country calling codes of one and two digits (ITU-T E.164); all others have three. */
const SHORT_CALLING_CODES = /^(?:1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** A phone number split into country code and subscriber; `undefined` for one without a country code. */
export function phoneOf(text: string | undefined): Phone | undefined {
  if (text === undefined) return undefined
  const international = /^\s*(?:\+|00)\s*([0-9][0-9\s()./-]*)$/.exec(text)?.[1]
  const digits = international?.replaceAll(/[^0-9]/g, '') ?? ''
  const cc = SHORT_CALLING_CODES.exec(digits)?.[0] ?? digits.slice(0, 3)
  const subscriber = digits.slice(cc.length)
  return cc.length > 0 && /^[0-9]{1,15}$/.test(subscriber) ? { cc, subscriber } : undefined
}

/** The street, followed by the house number if there is one. */
export function firstAddressLine(
  values: Values,
  prefix: 'billing' | 'shipping',
): string | undefined {
  const { street1, houseNumber1 } = ADDRESS_NAMES[prefix]
  const street = values[street1]
  const number = values[houseNumber1]
  return cut(number === undefined ? street : [street, number].filter(Boolean).join(' '), 50)
}

/** The second line of the street; where there is a house number, its addition (`houseNumber2`). */
export function secondAddressLine(
  values: Values,
  prefix: 'billing' | 'shipping',
): string | undefined {
  const { street2, houseNumber1, houseNumber2 } = ADDRESS_NAMES[prefix]
  return cut(values[values[houseNumber1] === undefined ? street2 : houseNumber2], 50)
}

/** Full names, because a test searches the code for the parameters that have an effect. */
const ADDRESS_NAMES = {
  billing: {
    street1: 'billing.street1',
    street2: 'billing.street2',
    houseNumber1: 'billing.houseNumber1',
    houseNumber2: 'billing.houseNumber2',
    city: 'billing.city',
    state: 'billing.state',
    postcode: 'billing.postcode',
    country: 'billing.country',
  },
  shipping: {
    street1: 'shipping.street1',
    street2: 'shipping.street2',
    houseNumber1: 'shipping.houseNumber1',
    houseNumber2: 'shipping.houseNumber2',
    city: 'shipping.city',
    state: 'shipping.state',
    postcode: 'shipping.postcode',
    country: 'shipping.country',
  },
} as const

/** The ISO 3166-2 code without its country: `CA` of `US-CA`; `undefined` for the name of a state. */
export function subdivision(state: string | undefined): string | undefined {
  if (state === undefined) return undefined
  return /^(?:[A-Za-z]{2}[-.])?([A-Za-z0-9]{1,3})$/.exec(state)?.[1]?.toUpperCase()
}

/** Whether shipping and billing address are equal; `undefined` where one of them was not sent. */
export function addressesMatch(values: Values): 'Y' | 'N' | undefined {
  const isSent = (names: readonly string[]) => names.some((name) => values[name] !== undefined)
  if (!isSent(SHIPPING_NAMES) || !isSent(BILLING_NAMES)) return undefined
  const same = (one = '', other = '') => one.trim().toLowerCase() === other.trim().toLowerCase()
  const { billing, shipping } = ADDRESS_NAMES
  const parts = Object.keys(billing) as (keyof typeof billing)[]
  return parts.every((part) => same(values[billing[part]], values[shipping[part]])) ? 'Y' : 'N'
}

const BILLING_NAMES: readonly string[] = Object.values(ADDRESS_NAMES.billing)
const SHIPPING_NAMES: readonly string[] = Object.values(ADDRESS_NAMES.shipping)

const COLOR_DEPTHS: readonly ColorDepth[] = ['48', '32', '24', '16', '15', '8', '4', '1']

/** The highest allowed depth that is not above that of the screen: 30 bits are sent as 24. */
export function colorDepth(bits: string | undefined): ColorDepth {
  return COLOR_DEPTHS.find((depth) => Number(depth) <= Number(bits ?? '24')) ?? '24'
}

const SHORT_TAG = /^[A-Za-z][A-Za-z0-9-]{0,7}$/

/** The leading subtags of a language tag that have at most eight characters: `zh-Hans` of `zh-Hans-CN`. */
export function browserLanguage(...tags: readonly (string | undefined)[]): string {
  for (const tag of tags) {
    if (tag !== undefined && SHORT_TAG.test(tag)) return tag
    const subtags = (tag ?? '').split('-')
    while (subtags.join('-').length > 8) subtags.pop()
    const short = subtags.join('-')
    if (/^[A-Za-z][A-Za-z0-9-]*$/.test(short)) return short
  }
  return 'en'
}

const address = webAddress(2_048)

/** An absolute web address. A text without a scheme, such as `shop.example`, gets `https://`. */
export function webAddressOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const url = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  return url.length <= address.max && address.matches?.(url) === true ? url : undefined
}

/** Application provider id (RID) of the French domestic scheme; the ids of its extensions begin with it. */
const CARTES_BANCAIRES = 'A000000042'

const SCHEME_DATA = [
  ['CB-ITEMSNB', 'threeDSecure.schemeData[CB-ITEMSNB]'],
  ['CB-SCORE_MERCHANT', 'threeDSecure.schemeData[CB-SCORE_MERCHANT]'],
  ['CB-USECASE', 'threeDSecure.schemeData[CB-USECASE]'],
] as const

/** The message extensions with data of a scheme: one for each value of the French scheme. */
export function messageExtensions({
  values,
  brand,
}: Asked): readonly [MessageExtension, ...MessageExtension[]] | undefined {
  if (schemeOf(brand) !== 'cartebancaire') return undefined
  const [first, ...others] = SCHEME_DATA.flatMap(([name, parameter]) => {
    const value = values[parameter]
    if (value === undefined) return []
    const id = `${CARTES_BANCAIRES}_${name}`
    return [{ name, id, criticalityIndicator: false, data: { [name]: value } }]
  })
  return first && [first, ...others]
}

type AccountInfo = NonNullable<Areq['acctInfo']>
type RiskIndicator = NonNullable<Areq['merchantRiskIndicator']>
type DeliveryTimeframe = NonNullable<RiskIndicator['deliveryTimeframe']>
type ShipIndicator = NonNullable<RiskIndicator['shipIndicator']>

/**
 * What the gateway knows of the shopper's account at the shop: since when the card is stored there, and
 * whether the goods go to somebody of the same name.
 */
export function accountInfo(asked: Asked): AccountInfo | undefined {
  const info: AccountInfo = { ...storedCardInfo(asked), ...shippingName(asked) }
  return Object.keys(info).length === 0 ? undefined : info
}

function storedCardInfo({ registration, values, nowMs }: Asked): AccountInfo {
  if (registration !== undefined) {
    const { storedAtMs } = registration
    const days = (nowMs - storedAtMs) / DAY_MS
    const paymentAccInd = days < 30 ? '03' : days <= 60 ? '04' : '05'
    return { paymentAccAge: dateOf(storedAtMs), paymentAccInd }
  }
  // Stored by this payment.
  return values.createRegistration === 'true' ? { paymentAccInd: '02' } : {}
}

function shippingName({ values }: Asked): AccountInfo {
  const own = fullName(values['customer.givenName'], values['customer.surname'])
  const shipped = fullName(
    values['shipping.customer.givenName'],
    values['shipping.customer.surname'],
  )
  if (own === undefined || shipped === undefined) return {}
  return { shipNameIndicator: own === shipped ? '01' : '02' }
}

function fullName(given = '', surname = ''): string | undefined {
  const name = `${given} ${surname}`.trim().toLowerCase()
  return name === '' ? undefined : name
}

/** Ways of delivery that say when the goods arrive (EMV 3DS, deliveryTimeframe). */
const TIMEFRAMES: ReadonlyMap<string, DeliveryTimeframe> = new Map([
  ['ELECTRONIC_DELIVERY', '01'],
  ['SAME_DAY_SERVICE', '02'],
  ['NEXT_DAY_OVERNIGHT', '03'],
  ['TWO_DAY_SERVICE', '04'],
  ['THREE_DAY_SERVICE', '04'],
])

/** Ways of delivery that say where the goods go (EMV 3DS, shipIndicator). */
const PLACES: ReadonlyMap<string, ShipIndicator> = new Map([
  ['ELECTRONIC_DELIVERY', '05'],
  ['STORE_PICKUP', '04'],
  ['POINT_PICKUP', '04'],
  ['PUDO', '04'],
])

/** What the request says of the delivery: where, how soon, and to which address an electronic one goes. */
export function riskIndicator({ values }: Asked): RiskIndicator | undefined {
  const method = values['shipping.method'] ?? ''
  const isElectronic = method === 'ELECTRONIC_DELIVERY'
  const deliveryTimeframe = TIMEFRAMES.get(method)
  const shipIndicator = shipIndicatorOf(values)
  const deliveryEmailAddress = values['shipping.email'] ?? values['customer.email']
  const indicator: RiskIndicator = {
    ...(isElectronic && deliveryEmailAddress !== undefined ? { deliveryEmailAddress } : {}),
    ...(deliveryTimeframe === undefined ? {} : { deliveryTimeframe }),
    ...(shipIndicator === undefined ? {} : { shipIndicator }),
  }
  return Object.keys(indicator).length === 0 ? undefined : indicator
}

function shipIndicatorOf(values: Asked['values']): ShipIndicator | undefined {
  if (values['shipping.preference'] === 'NO_SHIPPING') return '05'
  const place = PLACES.get(values['shipping.method'] ?? '')
  if (place !== undefined) return place
  const matches = addressesMatch(values)
  return matches === undefined ? undefined : matches === 'Y' ? '01' : '03'
}

/** The authentication of the payment with which the card was stored. */
export function priorAuthentication({
  registration,
}: Asked): Areq['threeDSRequestorPriorAuthenticationInfo'] {
  const prior = registration?.authentication
  if (prior === undefined) return undefined
  return {
    threeDSReqPriorRef: prior.acsTransactionId,
    threeDSReqPriorAuthMethod: prior.wasChallenged ? '02' : '01',
    threeDSReqPriorAuthTimestamp: minuteOf(prior.atMs),
  }
}

/** YYYYMMDD, in UTC. */
function dateOf(timeMs: number): string {
  return minuteOf(timeMs).slice(0, 8)
}

/** YYYYMMDDHHMM, in UTC. */
function minuteOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replaceAll(/[-T:]/g, '')
}
