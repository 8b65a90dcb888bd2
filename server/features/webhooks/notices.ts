import type { Change, DeliveryRow, NoticeRow, Store } from '../../store/port.ts'

/** Number of notices in one commit: small, so that payments do not wait for it. */
const AT_ONCE = 64

/**
 * Makes deliveries of the first notices of a webhook; how many. 0 also where another process was faster: any
 * process may do so at any time, because the second commit of the same delivery changes nothing. Rejects
 * with the store.
 */
export async function deliverNotices(
  webhookId: string,
  { read, commit }: Pick<Store, 'read' | 'commit'>,
): Promise<number> {
  const notices = await read.noticesOf(webhookId, AT_ONCE)
  if (notices.length === 0) return 0
  const { applied } = await commit(notices.flatMap(asDelivery))
  return applied ? notices.length : 0
}

function asDelivery(notice: NoticeRow): Change[] {
  const { webhookId, orderKey, subjectId, sequence, id } = notice
  return [
    { kind: 'insertDelivery', row: deliveryOf(notice) },
    { kind: 'removeNotice', webhookId, orderKey, subjectId, sequence, id },
  ]
}

function deliveryOf({ webhookId, createdAtMs, ...event }: NoticeRow): DeliveryRow {
  return {
    ...event,
    webhookId,
    queue: webhookId,
    url: null,
    kind: 'webhook',
    state: 'waiting',
    attempts: 0,
    retries: 0,
    createdAtMs,
    updatedAtMs: createdAtMs,
    version: 1,
  }
}
