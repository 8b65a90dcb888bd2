import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { areEqual } from '../../server/kernel/equal-secrets.ts'
import { isObject, type JsonObject, memberAt, memberOf, parsedJson } from '../shared/json.ts'
import type { WebhookSecrets } from './steps.ts'

/** One event of Adyen's standard webhooks, verified. `success` and `live` are texts there. */
export interface Notification {
  readonly eventCode: string
  readonly isSuccess: boolean
  readonly pspReference: string
  readonly originalReference: string
  readonly merchantAccountCode: string
  readonly merchantReference: string
  readonly value: number
  readonly currency: string
  /** The members that nothing signs are here. */
  readonly item: JsonObject
}

/** `items` are those that a key of the account has signed. */
export type NotificationsRead =
  | { readonly isLive: boolean; readonly items: readonly Notification[] }
  | { readonly status: 400 | 401; readonly reason: string }

/**
 * Reads a request of Adyen (docs.adyen.com/development-resources/webhooks). The login proves the whole request; the key
 * signs eight values of each event, and neither its date nor its reason.
 */
export function readNotifications(
  raw: Buffer,
  headers: IncomingHttpHeaders,
  { hmacKeys, logins }: WebhookSecrets,
): NotificationsRead {
  if (!isLoggedIn(String(headers.authorization ?? ''), logins)) {
    return { status: 401, reason: 'has not the user and password of this account' }
  }
  const body = parsedJson(raw.toString('utf8'))
  const list = memberOf(body, 'notificationItems')
  if (!Array.isArray(list)) return { status: 400, reason: 'has no notificationItems' }
  const items: Notification[] = []
  for (const one of list) {
    const item = memberOf(one, 'NotificationRequestItem')
    const notification = isObject(item) ? notificationOf(item) : undefined
    if (notification === undefined)
      return { status: 400, reason: 'has an event without its members' }
    const fault = signatureFault(notification, hmacKeys)
    if (fault !== undefined) return { status: 401, reason: fault }
    items.push(notification)
  }
  return { isLive: memberOf(body, 'live') === 'true', items }
}

function isLoggedIn(header: string, logins: readonly string[]): boolean {
  const [scheme = '', sent = ''] = header.split(' ', 2)
  if (scheme.toLowerCase() !== 'basic') return false
  const login = Buffer.from(sent, 'base64').toString('utf8')
  return logins.some((one) => areEqual(login, one))
}

function notificationOf(item: JsonObject): Notification | undefined {
  const text = (name: string) => {
    const value = memberOf(item, name)
    return typeof value === 'string' ? value : ''
  }
  const value = memberAt(item, 'amount.value')
  const currency = memberAt(item, 'amount.currency')
  const success = text('success')
  const eventCode = text('eventCode')
  const pspReference = text('pspReference')
  // A text of the same digits has the same signature, and would be read as no amount.
  if (value !== undefined && value !== null && typeof value !== 'number') return undefined
  if (eventCode === '' || pspReference === '' || !/^(?:true|false)$/.test(success)) return undefined
  return {
    eventCode,
    isSuccess: success === 'true',
    pspReference,
    originalReference: text('originalReference'),
    merchantAccountCode: text('merchantAccountCode'),
    merchantReference: text('merchantReference'),
    value: typeof value === 'number' ? value : 0,
    currency: typeof currency === 'string' ? currency : '',
    item,
  }
}

/**
 * Why a signature does not prove an event; `undefined`: it proves it. The values are joined without escaping, so that
 * a colon in any but the merchant's reference could move the border between two of them.
 */
function signatureFault(
  notification: Notification,
  hmacKeys: readonly string[],
): string | undefined {
  const { eventCode, pspReference, originalReference, merchantAccountCode } = notification
  const { merchantReference, currency, item } = notification
  const others = [eventCode, pspReference, originalReference, merchantAccountCode, currency]
  if (others.some((value) => value.includes(':'))) return 'has a colon where none can be'
  const amount = memberOf(item, 'amount')
  const signed = [
    ...[pspReference, originalReference, merchantAccountCode, merchantReference],
    isObject(amount) ? String(memberOf(amount, 'value') ?? '') : '',
    ...[currency, eventCode, String(notification.isSuccess)],
  ].join(':')
  const signature = String(memberAt(item, 'additionalData.hmacSignature') ?? '')
  const isSigned = hmacKeys.some((key) => areEqual(signature, signatureOf(signed, key)))
  return isSigned ? undefined : 'has an event that is signed by no key of this account'
}

function signatureOf(text: string, hexKey: string): string {
  return createHmac('sha256', Buffer.from(hexKey, 'hex')).update(text, 'utf8').digest('base64')
}
