import { createHmac } from 'node:crypto'
import { eventDate, type Notification, type NotificationItem } from './notifications.ts'

/** How an event is sent otherwise than it should be. */
export interface NotificationChange {
  readonly live?: 'true' | 'false'
  readonly merchantAccountCode?: string
  /** Signed by another key. */
  readonly isBadlySigned?: boolean
  /** A repeat may show another date: it is not signed. */
  readonly laterByMs?: number
}

/** The eight values of an event, joined as they are: nothing is escaped. */
const signedText = (item: NotificationItem): string =>
  [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':')

const signatureOf = (item: NotificationItem, hexKey: string): string =>
  createHmac('sha256', Buffer.from(hexKey, 'hex')).update(signedText(item)).digest('base64')

const OTHER_KEY = 'ab'.repeat(32)

/** What is posted of an event, signed by a key in hexadecimal digits. */
export function bodyOf(
  { live, item }: Notification,
  hexKey: string,
  change: NotificationChange = {},
): string {
  const { laterByMs = 0, isBadlySigned } = change
  const changed: NotificationItem = {
    ...item,
    merchantAccountCode: change.merchantAccountCode ?? item.merchantAccountCode,
    eventDate: laterByMs === 0 ? item.eventDate : eventDate(Date.parse(item.eventDate) + laterByMs),
  }
  const hmacSignature = signatureOf(changed, isBadlySigned ? OTHER_KEY : hexKey)
  const signed = { ...changed, additionalData: { ...changed.additionalData, hmacSignature } }
  return JSON.stringify({
    live: change.live ?? live,
    notificationItems: [{ NotificationRequestItem: signed }],
  })
}
