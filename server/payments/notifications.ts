import type { EVENT_TYPES } from '../parameters/webhooks.ts'
import type { Change } from '../store/port.ts'

/** What is told to webhooks. */
export type EventType = (typeof EVENT_TYPES)[number]

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
