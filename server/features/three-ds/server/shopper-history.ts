import type { MessageOf } from '../messages/messages.ts'
import { addressesMatch } from './areq-parts.ts'
import type { Asked } from './asked.ts'

type Areq = MessageOf<'AReq'>
type AccountInfo = NonNullable<Areq['acctInfo']>
type RiskIndicator = NonNullable<Areq['merchantRiskIndicator']>
type DeliveryTimeframe = NonNullable<RiskIndicator['deliveryTimeframe']>
type ShipIndicator = NonNullable<RiskIndicator['shipIndicator']>

const DAY_MS = 24 * 60 * 60 * 1000

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
