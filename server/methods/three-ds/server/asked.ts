import { formatAmount, type Money, parseAmount } from '../../../../common/money.ts'
import { seriesDefaultsOf } from '../../../wire/parameters/standing-instruction-faults.ts'
import { areq } from '../messages/areq.ts'
import type { DeviceChannel } from '../messages/field.ts'
import { fieldFits } from '../messages/value-checks.ts'
import type { AuthenticationInput } from './contract.ts'
import { type DeviceInfo, readDeviceInfo } from './device-info.ts'

type Values = AuthenticationInput['values']

/** A series of payments, as an issuer is told of it. */
interface Series {
  readonly kind: 'recurring' | 'instalments'
  /** YYYYMMDD. */
  readonly expiry: string
  /** Days between two payments. */
  readonly frequency: string
  /** How often is paid, of instalments. */
  readonly count?: string
}

/** An authentication as the fields of its request see it. */
export interface Asked extends AuthenticationInput {
  readonly deviceChannel: DeviceChannel
  /** `01` payment, `02` non-payment. */
  readonly messageCategory: '01' | '02'
  /** Of an app. */
  readonly device: DeviceInfo | undefined
  readonly series: Series | undefined
  /** What is authenticated, which may be another amount than is charged. */
  readonly purchase: Money
}

/** Works out once what several fields depend on. */
export function askedOf(input: AuthenticationInput): Asked {
  const { values } = input
  const deviceChannel = deviceChannelOf(values)
  const device = deviceChannel === '01' ? readDeviceInfo(values[DEVICE_INFO]) : undefined
  const series = seriesOf(input)
  // Assigned to a literal: one that begins with a spread takes three times as long.
  const asked = { deviceChannel, messageCategory: isPayment(input) ? '01' : '02', device, series }
  return Object.assign(
    asked as Pick<Asked, keyof typeof asked>,
    { purchase: purchaseOf(input) },
    input,
  )
}

const DEVICE_INFO = 'threeDSecure.deviceInfo'

/** Where the shopper is: in an app, in a browser, or not there at all (3RI). */
export function deviceChannelOf(values: Values): DeviceChannel {
  if (Number(values['threeDSecure.channel']) === 3) return '03'
  return readDeviceInfo(values[DEVICE_INFO]) === undefined ? '02' : '01'
}

/** An authentication of nothing to be paid only identifies the cardholder. */
function isPayment({ values, paymentType, amount }: AuthenticationInput): boolean {
  if (values['threeDSecure.npa'] === 'true') return false
  return ['PA', 'DB', '3D'].includes(paymentType) && amount.minor > 0
}

/**
 * The amount to be authenticated: the request may name one of its own, else that of the risk check
 * takes the place of the amount (interface document, Risk).
 */
function purchaseOf({ amount, values }: AuthenticationInput): Money {
  const named = values['threeDSecure.amount'] ?? values['risk.amount']
  const currency = values['threeDSecure.currency']
  if (named === undefined && currency === undefined) return amount
  const money = parseAmount(named ?? formatAmount(amount), currency ?? amount.currency)
  return typeof money === 'string' ? amount : money
}

const isExpiry = fieldFits(areq.recurringExpiry, '2.2.0')
const isFrequency = fieldFits(areq.recurringFrequency, '2.2.0')
const isCount = fieldFits(areq.purchaseInstalData, '2.2.0')

/** `undefined` also for a series of which not all is known that an issuer must be told. */
function seriesOf({ values, brand }: AuthenticationInput): Series | undefined {
  const kind = seriesKindOf(values)
  if (kind === undefined) return undefined
  const defaults = seriesDefaultsOf(brand)
  const expiry = (values['standingInstruction.expiry'] ?? defaults.expiry)?.replaceAll('-', '')
  const frequency = values['standingInstruction.frequency'] ?? defaults.frequency
  if (expiry === undefined || frequency === undefined) return undefined
  if (!isExpiry(expiry) || !isFrequency(frequency)) return undefined
  const series = { kind, expiry, frequency }
  if (kind === 'recurring') return series
  const count = String(Number(values['standingInstruction.numberOfInstallments']))
  return isCount(count) ? { ...series, count } : undefined
}

function seriesKindOf(values: Values): Series['kind'] | undefined {
  const wish = values['threeDSecure.authenticationInd'] ?? values['threeDSecure.threeRIInd']
  switch (wish ?? values['standingInstruction.type']) {
    case 'RECURRING':
      return 'recurring'
    case 'INSTALLMENT':
      return 'instalments'
    default:
      return undefined
  }
}
