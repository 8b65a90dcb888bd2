import { randomUUID } from 'node:crypto'
import { METHOD_NOTIFICATION_PATH } from '../../../common/authentication-wire.ts'
import type { AuthenticationRow, PaymentRow } from '../../engine/store/port.ts'
import type { Redirect } from '../../methods/connectors/connector.ts'
import type { CardInstrument } from '../../methods/instruments/card.ts'
import { encodeForBrowser } from '../../methods/three-ds/messages/browser-text.ts'
import { deviceChannelOf } from '../../methods/three-ds/server/asked.ts'
import type { CardRange, ThreeDsServer } from '../../methods/three-ds/server/contract.ts'
import { walletSources } from '../../wire/parameters/mobile-wallets.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { type Refusal, refuseParameters } from '../../wire/results/refusal.ts'
import type {
  AuthenticationDecision,
  BegunAuthentication,
  PlannedAuthentication,
} from '../payments/authenticate-step.ts'
import { sealSecrets } from '../payments/confidential.ts'
import type { FirstPayment } from '../payments/prepare.ts'
import type { PreparedPayment } from '../payments/prepared-payment.ts'
import { UNREACHABLE } from './end.ts'
import { type AuthenticationParts, pageRedirect } from './parts.ts'
import { decideBeforeWait, type Planning } from './request.ts'
import type { AuthenticationData } from './state.ts'

/** "Card not enrolled for version 2". */
const NOT_ENROLLED = '000.400.109'

/** "3-D Secure settings of the channel missing or broken". */
const UNAVAILABLE = '000.400.104'

/** The request must be challenged: what a soft decline asks for (EMV 3DS, threeDSRequestorChallengeInd). */
const MANDATED = '04'

/**
 * Decides whether a first payment is authenticated before its charge (decisions §8). A payment that is
 * not costs one search in the card ranges.
 */
export function decideAuthentication(
  prepared: PreparedPayment,
  first: FirstPayment,
  parts: AuthenticationParts,
): AuthenticationDecision | Promise<AuthenticationDecision> {
  const { server } = parts
  const { operation, connector } = prepared
  const isStandAlone = operation.paymentType === '3D'
  const card = authenticatedCard(prepared, first.values)
  if (card === undefined || server?.serves(connector.name) !== true) {
    return isStandAlone ? { faultCode: UNAVAILABLE } : undefined
  }
  const {
    policy = 'whenEnrolled',
    repeatSoftDeclines = true,
    onUnavailable = 'fail',
  } = first.channel.settings.threeDSecure ?? {}
  const range = server.rangeOf(card.number, operation.customParameters)
  if (range === 'unknown') {
    const mayCharge = !isStandAlone && (policy === 'never' || onUnavailable === 'charge')
    return mayCharge ? undefined : { faultCode: UNREACHABLE }
  }
  if (range === undefined) {
    return policy === 'always' || isStandAlone ? { faultCode: NOT_ENROLLED } : undefined
  }
  if (policy === 'never' && !isStandAlone) {
    if (!repeatSoftDeclines || !first.values.has('shopperResultUrl')) return undefined
    return {
      afterSoftDecline: () => {
        const planning = planningOf(prepared, { range, isInBrowser: true, isRepeated: true })
        return plannedWait(prepared.payment, planning, parts)
      },
    }
  }
  const isInBrowser = channelOf(first.values) === IN_BROWSER
  if (isInBrowser && !first.values.has('shopperResultUrl')) return needsReturnAddress
  const planning = planningOf(prepared, { range, isInBrowser, isRepeated: false })
  return begun(prepared, first, planning, parts)
}

const needsReturnAddress: Refusal = refuseParameters([
  {
    name: 'shopperResultUrl',
    value: '',
    message:
      'is required for a card that is enrolled in 3-D Secure: its shopper may have to confirm on a page of the issuer and comes back there',
  },
])

/** The card of a payment that can be authenticated: typed in or stored, used by its cardholder. */
function authenticatedCard(
  { operation: { instrument, paymentType } }: PreparedPayment,
  values: ParameterValues,
): CardInstrument | undefined {
  if (instrument?.kind !== 'card' || instrument.wallet !== undefined) return undefined
  if (instrument.numberType === 'DPAN' || paymentType === 'CD') return undefined
  return isLeftOut(values) ? undefined : instrument
}

/** Whether a request says that its cardholder is not authenticated here. */
function isLeftOut(values: ParameterValues): boolean {
  if (values.get('threeDSecure.disable') === 'true' || values.has('pos.terminalId')) return true
  if (PROOF.some((name) => values.has(name))) return true
  const isByMerchant =
    values.get('standingInstruction.source') === 'MIT' ||
    values.get('standingInstruction.mode') === 'REPEATED'
  return isByMerchant && channelOf(values) !== BY_REQUESTOR
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
  if (isOfWallet || isLeftOut(values)) return false
  return server.rangeOf(number, values.map('customParameters')) !== undefined
}

/** An external server has authenticated: its proof goes to the acquirer unchanged (R-3DS-6). */
const PROOF = [
  'threeDSecure.eci',
  'threeDSecure.verificationId',
  'threeDSecure.dsTransactionId',
  'threeDSecure.authenticationStatus',
] as const

/** Where the shopper is (EMV 3-D Secure, deviceChannel). */
function channelOf(values: ParameterValues): string {
  const [channel = '', device = ''] = CHANNEL_ROWS.map((name) => values.get(name))
  return channel === '' && device === ''
    ? IN_BROWSER
    : deviceChannelOf({ [CHANNEL_ROWS[0]]: channel, [CHANNEL_ROWS[1]]: device })
}

const CHANNEL_ROWS = ['threeDSecure.channel', 'threeDSecure.deviceInfo'] as const
const IN_BROWSER = '02'
/** The merchant asks, without his shopper (3RI). */
const BY_REQUESTOR = '03'

interface Cause {
  readonly range: CardRange
  /** Else in an app, or not there at all. */
  readonly isInBrowser: boolean
  /** After a soft decline. */
  readonly isRepeated: boolean
}

function planningOf(
  { payment, operation }: PreparedPayment,
  { range, isInBrowser, isRepeated }: Cause,
): Planning {
  const data: AuthenticationData = {
    version: range.version,
    // An app and a merchant have no browser that an issuer could look at.
    ...(range.methodUrl === undefined || !isInBrowser ? {} : { methodUrl: range.methodUrl }),
    ...(isRepeated ? { challengeIndicator: MANDATED } : {}),
  }
  const waits = isInBrowser && needsBrowser(data, operation.request)
  return { row: newAuthentication(payment, data, waits), data }
}

/** The wait for an authentication: only then the shopper has to go somewhere. */
function plannedWait(
  payment: PaymentRow,
  { row, data }: Planning,
  { vault, baseUrl }: AuthenticationParts,
): PlannedAuthentication {
  const preconditions = preconditionsOf(row, data, baseUrl)
  return { row, redirect: { ...pageRedirect(payment, { vault, baseUrl }), ...preconditions } }
}

/** An authentication of a payment, with a transaction id of its own. */
export function newAuthentication(
  payment: PaymentRow,
  data: AuthenticationData,
  waitsForBrowser: boolean,
): AuthenticationRow {
  return {
    id: randomUUID(),
    paymentId: payment.id,
    entityId: payment.entityId,
    state: waitsForBrowser ? 'browser' : 'requested',
    data: JSON.stringify(data),
    createdAtMs: payment.updatedAtMs,
    updatedAtMs: payment.updatedAtMs,
    version: 1,
  }
}

/** What EMV 3-D Secure must know of a browser; the page collects it where the request has not. */
const OF_BROWSER = [
  'customer.browser.language',
  'customer.browser.screenHeight',
  'customer.browser.screenWidth',
  'customer.browser.timezone',
  'customer.browser.userAgent',
] as const

/** Whether the shopper's browser has to come before the directory can be asked. */
function needsBrowser(
  { methodUrl }: AuthenticationData,
  request: Readonly<Record<string, string>>,
): boolean {
  return methodUrl !== undefined || OF_BROWSER.some((name) => request[name] === undefined)
}

/** A page of the merchant may make the method call before it goes to ours (reference behaviour §4). */
function preconditionsOf(
  { id }: AuthenticationRow,
  { methodUrl }: AuthenticationData,
  baseUrl: string,
): Pick<Redirect, 'preconditions'> {
  if (methodUrl === undefined) return {}
  const methodCall = {
    origin: 'iframe#hidden',
    waitUntil: 'iframe#onload',
    description: 'Hidden iframe post for 3D Secure 2.0',
    method: 'POST',
    url: methodUrl,
    parameters: [{ name: 'threeDSMethodData', value: methodDataOf(id, baseUrl) }],
  } as const
  return { preconditions: [methodCall] }
}

/** The form field of the method call (EMV 3-D Secure, 3DS Method). */
export function methodDataOf(threeDSServerTransID: string, baseUrl: string): string {
  const threeDSMethodNotificationURL = baseUrl + METHOD_NOTIFICATION_PATH
  return encodeForBrowser({ threeDSServerTransID, threeDSMethodNotificationURL })
}

/** Authenticates at once where that is possible; else keeps what the charge needs after the wait. */
async function begun(
  prepared: PreparedPayment,
  { channel }: FirstPayment,
  planning: Planning,
  parts: AuthenticationParts,
): Promise<BegunAuthentication> {
  const { payment, operation } = prepared
  const { threeDSecure = {} } = channel.settings
  // A stand-alone one has no charge that could share its commit.
  const mayDecide = planning.row.state === 'requested' && payment.paymentType !== '3D'
  const begin = mayDecide
    ? await decideBeforeWait(prepared, planning, threeDSecure, parts)
    : { waits: planning.row }
  if ('authenticated' in begin) return begin
  const planned = plannedWait(payment, { ...planning, row: begin.waits }, parts)
  const confidential = await sealSecrets(payment, operation, parts.vault)
  return { planned: confidential === undefined ? planned : { ...planned, confidential } }
}
