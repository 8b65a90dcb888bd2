import { randomUUID } from 'node:crypto'
import { METHOD_NOTIFICATION_PATH } from '../../../../common/authentication-wire.ts'
import type { PlannedAuthentication } from '../../../payments/authenticate/index.ts'
import type { Redirect } from '../../../payments/connectors/index.ts'
import type { AuthenticationRow, PaymentRow } from '../../../store/port.ts'
import { encodeForBrowser } from '../messages/browser-text.ts'
import { MANDATED } from '../server/indicators.ts'
import { type AuthenticationParts, pageRedirect } from './parts.ts'
import type { AuthenticationData } from './state.ts'

/** A new authentication: its row, and its data before they are made text. */
export interface Planning {
  readonly row: AuthenticationRow
  readonly data: AuthenticationData
}

/** An authentication that the payment waits for, with the redirect for the shopper. */
export function plannedWait(
  payment: PaymentRow,
  { row, data }: Planning,
  { vault, baseUrl }: AuthenticationParts,
): PlannedAuthentication {
  const preconditions = preconditionsOf(row, data, baseUrl)
  return { row, redirect: { ...pageRedirect(payment, { vault, baseUrl }), ...preconditions } }
}

/**
 * The authentication after a soft decline: a challenge is mandatory, in the shopper's browser. What the
 * authentication before it knows of the browser counts, but the issuer's method call is made anew: it
 * belongs to one transaction.
 */
export function plannedRepetition(
  payment: PaymentRow,
  known: Pick<AuthenticationData, 'version' | 'brand' | 'methodUrl' | 'browser'>,
  request: Readonly<Record<string, string>>,
  parts: AuthenticationParts,
): PlannedAuthentication {
  const data = { ...known, challengeIndicator: MANDATED }
  const waits = needsBrowser(data, { ...known.browser, ...request })
  const nowMs = parts.clock.of(payment.entityId)
  return plannedWait(payment, { row: newAuthentication(payment, data, waits, nowMs), data }, parts)
}

/** An authentication of a payment, with a transaction id of its own. */
export function newAuthentication(
  payment: PaymentRow,
  data: AuthenticationData,
  waitsForBrowser: boolean,
  nowMs: number,
): AuthenticationRow {
  return {
    id: randomUUID(),
    paymentId: payment.id,
    entityId: payment.entityId,
    state: waitsForBrowser ? 'browser' : 'requested',
    data: JSON.stringify(data),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
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
export function needsBrowser(
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
