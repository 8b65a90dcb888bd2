import { walletSources } from '../../../parameters/mobile-wallets.ts'
import type { ParameterValues } from '../../../parameters/values.ts'
import type { PreparedPayment } from '../../../payments/index.ts'
import type { CardInstrument } from '../../../payments/instruments/index.ts'
import { deviceChannelOf } from '../server/asked.ts'
import type { ThreeDsServer } from '../server/contract.ts'

/** Why a payment is not authenticated under any policy of its channel. The text ends a sentence. */
interface LeftOut {
  readonly leftOut: string
}

/**
 * The card of a payment, if it can be authenticated; else the reason why not. An exemption that the
 * request asks for without an authentication may be refused by the issuer (soft decline); its card can
 * be authenticated then.
 */
export function authenticatedCard(
  { operation: { instrument, paymentType } }: PreparedPayment,
  values: ParameterValues,
): CardInstrument | LeftOut {
  if (instrument?.kind !== 'card') return NO_CARD
  if (paymentType === 'CD') return CREDIT
  if (instrument.numberType === 'DPAN') return DEVICE
  const mayFollowSoftDecline = paymentType !== '3D' && values.has('threeDSecure.exemptionFlag')
  if (isDisabled(values) && !mayFollowSoftDecline) return DISABLED
  return leftOutByRequest(values) ?? instrument
}

const NO_CARD: LeftOut = { leftOut: 'only cards are authenticated by it' }
const CREDIT: LeftOut = { leftOut: 'a credit takes nothing from the cardholder' }
/** The cryptogram of a device number is the authentication. A wallet's card without one is authenticated. */
const DEVICE: LeftOut = {
  leftOut: 'the number of a device (DPAN) comes with the cryptogram of its wallet',
}
const DISABLED: LeftOut = { leftOut: 'threeDSecure.disable=true' }
const TERMINAL: LeftOut = { leftOut: 'the card is at a terminal (pos.terminalId)' }
const PROVED: LeftOut = {
  leftOut: 'the request has the proof of another 3-D Secure server, which goes to the acquirer',
}
const BY_MERCHANT: LeftOut = {
  leftOut: 'the cardholder is absent (standingInstruction), and threeDSecure.channel is not 3',
}

/** Whether the request skips the authentication before its charge. */
export function isDisabled(values: ParameterValues): boolean {
  return values.structures.has('threeDSecure') && values.get('threeDSecure.disable') === 'true'
}

/**
 * Why the parameters of a request exclude an authentication; `undefined`: they do not. The proof of an external 3DS
 * server, which is sent to the acquirer unchanged (R-3DS-6), is its value; indicator and status alone prove nothing.
 */
function leftOutByRequest(values: ParameterValues): LeftOut | undefined {
  const { structures } = values
  if (structures.has('pos') && values.has('pos.terminalId')) return TERMINAL
  if (structures.has('threeDSecure') && values.has('threeDSecure.verificationId')) return PROVED
  if (!structures.has('standingInstruction')) return undefined
  const isByMerchant =
    values.get('standingInstruction.source') === 'MIT' ||
    values.get('standingInstruction.mode') === 'REPEATED'
  return isByMerchant && channelOf(values) !== BY_REQUESTOR ? BY_MERCHANT : undefined
}

/** Whether the card of a request that only stores it can be authenticated. */
export function canAuthenticate(
  values: ParameterValues,
  connectorName: string,
  server: ThreeDsServer | undefined,
): boolean {
  const number = values.get('card.number')
  if (number === undefined || server?.serves(connectorName) !== true) return false
  const isOfWallet =
    values.get('card.numberType') === 'DPAN' || walletSources.some((name) => values.has(name))
  if (isOfWallet || isDisabled(values) || leftOutByRequest(values) !== undefined) return false
  return server.rangeOf(number, values.map('customParameters')) !== undefined
}

/** The device channel of the request (EMV 3-D Secure, deviceChannel). */
export function channelOf(values: ParameterValues): string {
  const [channel = '', device = ''] = CHANNEL_ROWS.map((name) => values.get(name))
  return channel === '' && device === ''
    ? IN_BROWSER
    : deviceChannelOf({ [CHANNEL_ROWS[0]]: channel, [CHANNEL_ROWS[1]]: device })
}

const CHANNEL_ROWS = ['threeDSecure.channel', 'threeDSecure.deviceInfo'] as const
export const IN_BROWSER = '02'
/** The merchant requests it without the shopper (3RI). */
const BY_REQUESTOR = '03'
