import { unknownId } from '../../entities/named-object.ts'
import type { CallParts, MerchantCall } from '../../http/call.ts'
import type { Worked } from '../../http/idempotency/idempotency.ts'
import type { Asked } from '../../http/route.ts'
import type { Store, WebhookRow } from '../../store/port.ts'
import { type Management, unknownWebhook } from './management.ts'

export interface WebhookRouteParts extends CallParts {
  readonly store: Store
  readonly webhooks: Management
}

/** The common members of routes for one webhook. */
export const one = { access: 'token', throttle: 'status' } as const
export const docsOfOne = {
  tag: 'Webhooks',
  subject: 'webhook',
  further: { 404: 'RefusalAnswer' },
} as const

export type AskedCall = Asked<MerchantCall>

/** The webhook of the address, if the caller may use it: a foreign one is unknown (decisions §1). */
export async function withWebhook(
  { id, call }: AskedCall,
  parts: WebhookRouteParts,
  work: (webhook: WebhookRow) => Promise<Worked>,
): Promise<Worked> {
  const webhook = await parts.store.read.webhook(id)
  const isReached =
    webhook !== undefined &&
    webhook.state !== 'deleted' &&
    (await parts.access.reaches(call, webhook.entityId, call.usable?.entity))
  if (isReached) return work(webhook)
  return unknownId(unknownWebhook, { id, caller: call, as: [] }, parts)
}

export function metaOf({ request }: AskedCall, { clock }: WebhookRouteParts) {
  return { ndc: request.ndc, atMs: clock.now() }
}
