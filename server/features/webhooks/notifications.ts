import { cached } from '../../entities/cached.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { EVENT_TYPES } from '../../parameters/webhooks.ts'
import type { Change, NoticeRow, Store, WebhookRow } from '../../store/port.ts'
import { notificationBody } from './notification-body.ts'
import { type WantedType, wantedTypesOf } from './webhook-settings.ts'

/** How long the webhooks of an entity are cached; a new webhook may miss the events of that time. */
const CACHED_MS = 1000

type EventType = (typeof EVENT_TYPES)[number]

/** A change of a payment, a registration, a schedule or a webhook that is reported to webhooks. */
export interface NotifiedChange {
  readonly type: EventType
  readonly action?: 'CREATED' | 'UPDATED' | 'DELETED' | 'DISABLED'
  /** The channel; of a webhook its entity. */
  readonly entityId: string
  /** Events with the same value are sent in order: the family of a payment, else the subject itself. */
  readonly orderKey: string
  readonly subjectId: string
  /** The version of the subject after the change. */
  readonly sequence: number
  readonly paymentType?: string
  /**
   * The payload as JSON text. Absent where the payload of the subject does not change any more: then it
   * is made when it is first sent.
   */
  readonly payload?: () => string
}

/** A notice that a commit writes. */
type NewNoticeChange = Extract<Change, { readonly kind: 'insertNotice' }>

/** The webhooks that get the changes of one channel. */
export interface NotifiedEntity {
  readonly channelName: string
  /** Whether any of them takes events of this type. */
  takes(type: EventType): boolean
  /** The notices of a change, to be written in its commit; empty where no webhook takes it. */
  changesFor(change: NotifiedChange): readonly NewNoticeChange[]
}

export interface Notifications {
  /** Synchronous where it is cached, so that a plain card payment awaits no promise. */
  of(entityId: string): NotifiedEntity | Promise<NotifiedEntity>
}

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
