import { randomUUID } from 'node:crypto'
import { METHOD_NOTIFICATION_PATH } from '../../../common/authentication-wire.ts'
import { brandOfNumber } from '../../../common/brands.ts'
import type { AuthenticationRow, PaymentRow } from '../../engine/store/port.ts'
import type { Redirect } from '../../methods/connectors/connector.ts'
import type { CardInstrument } from '../../methods/instruments/card.ts'
import { encodeForBrowser } from '../../methods/three-ds/messages/browser-text.ts'
import type { CardRange } from '../../methods/three-ds/server/contract.ts'
import { walletOfBrand } from '../../wire/parameters/mobile-wallets.ts'
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
import { describeBegin, describeRange, noDirectory } from './explain.ts'
import { authenticatedCard, channelOf, IN_BROWSER } from './left-out.ts'
import { type AuthenticationParts, pageRedirect } from './parts.ts'
import { decideBeforeWait, type Planning } from './request.ts'
import type { AuthenticationData } from './state.ts'

/** The name of this step in `Tillgate-Explain`. */
const STEP = 'authentication'

/** "Card not enrolled for version 2". */
const NOT_ENROLLED = '000.400.109'

/** "3-D Secure settings of the channel missing or broken". */
const UNAVAILABLE = '000.400.104'

/** A challenge is mandatory, as after a soft decline (EMV 3DS, threeDSRequestorChallengeInd). */
const MANDATED = '04'

/**
 * Decides whether a first payment is authenticated before its charge (decisions §8). For a payment that
 * is not authenticated, the only work is one search in the card ranges.
 */
export function decideAuthentication(
  prepared: PreparedPayment,
  first: FirstPayment,
  parts: AuthenticationParts,
): AuthenticationDecision | Promise<AuthenticationDecision> {
  const { server } = parts
  const { trace } = first
  const { operation, connector } = prepared
  const isStandAlone = operation.paymentType === '3D'
  const card = authenticatedCard(prepared, first.values)
  if ('leftOut' in card || server?.serves(connector.name) !== true) {
    trace?.note(
      STEP,
      `no 3-D Secure: ${'leftOut' in card ? card.leftOut : noDirectory(connector.name)}`,
    )
    return isStandAlone ? { faultCode: UNAVAILABLE } : undefined
  }
  const {
    policy = 'whenEnrolled',
    repeatSoftDeclines = true,
    onUnavailable = 'fail',
  } = first.channel.settings.threeDSecure ?? {}
  const range = server.rangeOf(card.number, operation.customParameters)
  trace?.note(STEP, `the policy is ${policy}; ${describeRange(range)}`)
  if (range === 'unknown') {
    const mayCharge = !isStandAlone && (policy === 'never' || onUnavailable === 'charge')
    return mayCharge ? undefined : { faultCode: UNREACHABLE }
  }
  if (range === undefined) {
    return policy === 'always' || isStandAlone ? { faultCode: NOT_ENROLLED } : undefined
  }
  const cause = { range, ...brandInWallet(prepared.payment, card, first.channel) }
  if (policy === 'never' && !isStandAlone) {
    if (!repeatSoftDeclines || !first.values.has('shopperResultUrl')) return undefined
    trace?.note(STEP, 'after a soft decline (300.100.100) the cardholder is authenticated')
    return {
      afterSoftDecline: () => {
        const planning = planningOf(prepared, { ...cause, isInBrowser: true, isRepeated: true })
        return plannedWait(prepared.payment, planning, parts)
      },
    }
  }
  const isInBrowser = channelOf(first.values) === IN_BROWSER
  if (isInBrowser && !first.values.has('shopperResultUrl')) return needsReturnAddress
  const planning = planningOf(prepared, { ...cause, isInBrowser, isRepeated: false })
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

/** The brand of the card itself, where the payment has the brand of a wallet. */
function brandInWallet(
  { paymentBrand }: PaymentRow,
  { number }: CardInstrument,
  { settings }: FirstPayment['channel'],
): Pick<AuthenticationData, 'brand'> {
  if (walletOfBrand(paymentBrand) === undefined) return {}
  const brand = brandOfNumber(number, settings.brands)
  return brand === undefined ? {} : { brand }
}

interface Cause extends Pick<AuthenticationData, 'brand'> {
  readonly range: CardRange
  /** `false`: the shopper is in an app, or absent. */
  readonly isInBrowser: boolean
  /** `true` after a soft decline. */
  readonly isRepeated: boolean
}

function planningOf(
  { payment, operation }: PreparedPayment,
  { range, brand, isInBrowser, isRepeated }: Cause,
): Planning {
  const data: AuthenticationData = {
    version: range.version,
    ...(brand === undefined ? {} : { brand }),
    // The method call needs a browser, which an app and 3RI do not have.
    ...(range.methodUrl === undefined || !isInBrowser ? {} : { methodUrl: range.methodUrl }),
    ...(isRepeated ? { challengeIndicator: MANDATED } : {}),
  }
  const waits = isInBrowser && needsBrowser(data, operation.request)
  return { row: newAuthentication(payment, data, waits), data }
}

/** An authentication that the payment waits for, with the redirect for the shopper. */
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

/** The browser data that EMV 3-D Secure requires; the page collects what the request does not have. */
const OF_BROWSER = [
  'customer.browser.language',
  'customer.browser.screenHeight',
  'customer.browser.screenWidth',
  'customer.browser.timezone',
  'customer.browser.userAgent',
] as const

/** Whether the shopper's browser has to open the page before the directory can be asked. */
function needsBrowser(
  { methodUrl }: AuthenticationData,
  request: Readonly<Record<string, string>>,
): boolean {
  return methodUrl !== undefined || OF_BROWSER.some((name) => request[name] === undefined)
}

/** A page of the merchant may make the method call before it redirects to ours (reference behaviour §4). */
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

/** Authenticates at once where that is possible; else seals the secrets that the charge needs later. */
async function begun(
  prepared: PreparedPayment,
  { channel, trace }: FirstPayment,
  planning: Planning,
  parts: AuthenticationParts,
): Promise<BegunAuthentication> {
  const { payment, operation } = prepared
  const { threeDSecure = {} } = channel.settings
  // An authentication alone has no charge that could share its commit.
  const mayDecide = planning.row.state === 'requested' && payment.paymentType !== '3D'
  const begin = mayDecide
    ? await decideBeforeWait(prepared, planning, threeDSecure, parts)
    : { waits: planning.row }
  trace?.note(STEP, describeBegin(begin))
  if ('authenticated' in begin) return begin
  const planned = plannedWait(payment, { ...planning, row: begin.waits }, parts)
  const confidential = await sealSecrets(payment, operation, parts.vault)
  return { planned: confidential === undefined ? planned : { ...planned, confidential } }
}
