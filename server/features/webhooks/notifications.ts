import { cached } from '../../entities/cached.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Notifications, NotifiedChange, NotifiedEntity } from '../../payments/index.ts'
import type { NoticeRow, Store, WebhookRow } from '../../store/port.ts'
import { notificationBody } from './notification-body.ts'
import { type WantedType, wantedTypesOf } from './webhook-settings.ts'

/** How long the webhooks of an entity are cached; a new webhook may miss the events of that time. */
const CACHED_MS = 1000

export function createNotifications(parts: {
  readonly store: Pick<Store, 'read'>
  readonly clock: EntityClock
}): Notifications {
  const { store, clock } = parts
  const load = async (entityId: string) => {
    const path = await store.read.entityPath(entityId)
    const found = await Promise.all(path.map(({ id }) => store.read.webhooksOfEntity(id)))
    const active = found.flat().filter(({ state }) => state === 'active')
    return notifiedEntity(path[0]?.name ?? '', active, clock)
  }
  return { of: cached(load, clock, CACHED_MS) }
}

function notifiedEntity(
  channelName: string,
  webhooks: readonly WebhookRow[],
  clock: EntityClock,
): NotifiedEntity {
  const wished = webhooks.map((webhook) => ({ webhook, types: wantedTypesOf(webhook) }))
  return {
    channelName,
    takes: (type) => wished.some(({ types }) => types.some((wanted) => wanted.type === type)),
    changesFor: (change) =>
      wished
        .filter(({ types }) => types.some((wanted) => isWanted(wanted, change)))
        .map(({ webhook }) => ({ kind: 'insertNotice', row: noticeOf(change, webhook, clock) })),
  }
}

function isWanted(
  { type, actions, paymentTypes }: WantedType,
  { type: own, action, paymentType }: NotifiedChange,
): boolean {
  if (type !== own) return false
  if (actions !== undefined && action !== undefined && !actions.includes(action)) return false
  return (
    paymentTypes === undefined || paymentType === undefined || paymentTypes.includes(paymentType)
  )
}

function noticeOf(change: NotifiedChange, webhook: WebhookRow, clock: EntityClock): NoticeRow {
  const { type, action, entityId, payload } = change
  const nowMs = clock.now()
  return {
    webhookId: webhook.id,
    orderKey: change.orderKey,
    subjectId: change.subjectId,
    sequence: change.sequence,
    id: newObjectId(nowMs),
    type,
    action: action ?? null,
    entityId,
    body:
      payload === undefined ? null : notificationBody({ type, action }, payload(), webhook.fields),
    dueAtMs: clock.of(entityId),
    createdAtMs: nowMs,
  }
}
