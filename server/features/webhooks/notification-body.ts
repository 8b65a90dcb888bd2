import type { WebhookRow } from '../../store/port.ts'

/** The body of a notification (interface document, Events), before it is signed or encrypted. */
export function notificationBody(
  { type, action }: { readonly type: string; readonly action?: string | null | undefined },
  payload: string,
  fields: WebhookRow['fields'],
): string {
  const head = action ? `"type":"${type}","action":"${action}"` : `"type":"${type}"`
  const shown = fields === 'ALL' ? payload : withoutCustomerData(payload)
  return `{${head},"payload":${shown}}`
}

/** What says who a person is, or names an account of theirs, wherever it stands in a payload. */
const CUSTOMER_MEMBERS = new Set([
  'customer',
  'billing',
  'shipping',
  'corporate',
  'sender',
  'recipient',
  'passengers',
  'holder',
  // Often an e-mail address.
  'accountId',
  'bankAccount',
])

function withoutCustomerData(payload: string): string {
  const keep = (name: string, value: unknown) => (CUSTOMER_MEMBERS.has(name) ? undefined : value)
  return JSON.stringify(JSON.parse(payload, keep))
}
