import type { FastifyRequest } from 'fastify'
import { bodyOfRequest } from '../../../http/bodies.ts'
import { plainAddress } from '../../../http/client-address.ts'
import { isBodyFault } from '../../../parameters/flat-body.ts'
import { withoutNumbers } from '../../../parameters/masking.ts'
import { type Refusal, refuse } from '../../../results/refusal.ts'
import type { SeenByBrowser } from './browser-authentication.ts'

/** Names a payment and proves that the sender may act for its shopper. */
export interface PaymentCredentials {
  readonly id: string
  readonly token: string
}

/** Allows more characters than our ids and tokens have. */
const CREDENTIAL = /^[A-Za-z0-9._-]{1,128}$/

const VISIBLE_ASCII = /^[\x20-\x7e]{1,2048}$/

/** The values that a browser may report, with the lengths of the interface document (Customer). */
const BROWSER_VALUES: Readonly<Record<string, RegExp>> = {
  language: /^[A-Za-z0-9-]{1,8}$/,
  screenHeight: /^[0-9]{1,6}$/,
  screenWidth: /^[0-9]{1,6}$/,
  timezone: /^-?[0-9]{1,4}$/,
  screenColorDepth: /^[0-9]{1,2}$/,
  javaEnabled: /^(?:true|false)$/,
  acceptHeader: VISIBLE_ASCII,
}

/** The parameters of a request by name; the last value of a repeated one. Refuses an unreadable body. */
export function sentValues(request: FastifyRequest): ReadonlyMap<string, string> | Refusal {
  const body = bodyOfRequest(request)
  if (isBodyFault(body)) return refuse('200.300.404', { description: body.fault })
  return new Map(body.map(([name, value]) => [name, value]))
}

/** `undefined` when they have the wrong form. */
export function credentialsIn(values: ReadonlyMap<string, string>): PaymentCredentials | undefined {
  const [id = '', token = ''] = [values.get('id'), values.get('token')]
  return CREDENTIAL.test(id) && CREDENTIAL.test(token) ? { id, token } : undefined
}

/** What the browser reports, and its address and user agent. Values of a wrong form are left out. */
export function seenIn(
  values: ReadonlyMap<string, string>,
  request: FastifyRequest,
): SeenByBrowser {
  const browser: Record<string, string> = {}
  for (const [name, form] of Object.entries(BROWSER_VALUES)) {
    const value = values.get(`browser.${name}`)
    if (value !== undefined && form.test(value)) browser[`customer.browser.${name}`] = value
  }
  const userAgent = request.headers['user-agent']?.slice(0, 2048) ?? ''
  if (VISIBLE_ASCII.test(userAgent)) {
    browser['customer.browser.userAgent'] = withoutNumbers(userAgent)
  }
  browser['customer.ip'] = plainAddress(request.ip)
  return {
    methodTimedOut: values.get('methodTimedOut') === 'true',
    challengeEnded: values.get('challengeEnded') === 'true',
    browser,
  }
}
