import { newObjectId } from '../kernel/ids.ts'
import { currentTrace } from '../kernel/trace-context.ts'
import type { EVENT_TYPES } from '../parameters/webhooks.ts'
import type { Change, DeliveryRow } from '../store/port.ts'

/** What is told to webhooks. */
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

/** The gateway without webhooks. */
export const noNotifications: Notifications = {
  of: () => ({ channelName: '', takes: () => false, changesFor: () => [] }),
}

/** Adds members to the end of an object that is given as JSON text, but for those that it has already. */
export function withMembers(text: string, members: object): string {
  const before = JSON.parse(text) as object
  const added = Object.entries(members).filter(([name]) => !Object.hasOwn(before, name))
  return `${text.slice(0, -1)},${JSON.stringify(Object.fromEntries(added)).slice(1)}`
}

/** A call to a server of the merchant. */
export interface OutgoingCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** What `body` was made of: it is kept, so that repetitions and the log have the same. */
  readonly plainBody?: string
  /** Why it cannot be sent, as the log of deliveries says it: it counts as a call that failed. */
  readonly fault?: string
}

/** The result of a call: an HTTP status, or the reason why there was none. */
export interface CallResult {
  readonly isDelivered: boolean
  readonly status: number | undefined
}

/** The address that was called: its webhook may have another one by now. */
export interface CallOutcome extends CallResult {
  readonly url: string
}

/** How deliveries of one kind are sent. */
export interface CallKind {
  /** `undefined`: there is nothing to send any more, and the delivery is given up. Rejects with the store. */
  call(delivery: DeliveryRow, nowMs: number): Promise<OutgoingCall | undefined>
  /** The delay after each failed call; after the last call the delivery is given up. */
  readonly retryDelaysMs: readonly number[]
  /** Called after the outcome of a call is written; `undefined`: there is nothing to do. */
  after?(delivery: DeliveryRow, outcome: CallOutcome): Promise<void> | undefined
}

type Target =
  | { readonly webhookId: string; readonly url?: undefined }
  | { readonly url: string; readonly webhookId?: undefined }

/** A call that has to be made: to a webhook, or to an address from a request. */
type NewDelivery = Target &
  Pick<DeliveryRow, 'kind' | 'type' | 'entityId' | 'orderKey' | 'subjectId' | 'sequence'> & {
    readonly action?: string | undefined
    /** Absent: the body is made from the subject at the first attempt. */
    readonly body?: string | undefined
    /** By the clock of the process. */
    readonly nowMs: number
    /** By the clock of its entity. */
    readonly dueAtMs: number
  }

/** The row of a new call. Column by column, because a rest and a spread took 19 µs of each payment. */
export function newDelivery(given: NewDelivery): DeliveryRow {
  const { webhookId = null, url = null, nowMs } = given
  return {
    id: newObjectId(nowMs),
    webhookId,
    queue: webhookId ?? new URL(url ?? '').origin,
    url,
    kind: given.kind,
    type: given.type,
    action: given.action ?? null,
    entityId: given.entityId,
    orderKey: given.orderKey,
    subjectId: given.subjectId,
    sequence: given.sequence,
    state: 'waiting',
    dueAtMs: given.dueAtMs,
    attempts: 0,
    retries: 0,
    body: given.body ?? null,
    trace: currentTrace(),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
}
