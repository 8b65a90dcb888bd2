import type { EventCode } from './facts/events.ts'

/** What an event says of itself; the rest is the same for all. */
export interface Told {
  readonly eventCode: EventCode
  readonly isSuccess: boolean
  readonly pspReference: string
  readonly originalReference?: string
  /** Of RECURRING_CONTRACT alone. */
  readonly originalPsp?: string
  readonly merchantReference: string
  readonly amount: { readonly value: number; readonly currency: string }
  readonly paymentMethod?: string
  readonly reason?: string
  readonly operations?: readonly string[]
  readonly additionalData?: Readonly<Record<string, string>>
}

/** An event as it is sent. `success` is a text at Adyen. */
export interface NotificationItem extends Omit<Told, 'isSuccess'> {
  readonly eventDate: string
  readonly merchantAccountCode: string
  readonly success: 'true' | 'false'
}

export interface Notification {
  /** Counts from 1. */
  readonly number: number
  readonly live: 'true' | 'false'
  readonly item: NotificationItem
}

interface NotificationParts {
  readonly merchantAccount: string
  readonly isLive: boolean
  readonly now: () => number
}

const AMSTERDAM_MS = 3_600_000

/** Adyen writes dates with the offset of Amsterdam, whole seconds only; in winter here, always. */
export const eventDate = (atMs: number): string =>
  `${new Date(atMs + AMSTERDAM_MS).toISOString().slice(0, 19)}+01:00`

/** The oldest are no longer shown. */
const MAX_KEPT = 100_000

/** Writes events. Who sends them to endpoints listens. */
export function createNotifications({ merchantAccount, isLive, now }: NotificationParts) {
  const listeners: ((notification: Notification) => void)[] = []
  const all: Notification[] = []
  let count = 0

  return {
    tell({ isSuccess, ...told }: Told): Notification {
      const notification: Notification = {
        number: ++count,
        live: isLive ? 'true' : 'false',
        item: {
          reason: '',
          ...told,
          eventDate: eventDate(now()),
          merchantAccountCode: merchantAccount,
          success: isSuccess ? 'true' : 'false',
        },
      }
      all.push(notification)
      if (all.length > MAX_KEPT) all.shift()
      for (const listener of listeners) listener(notification)
      return notification
    },
    all: all as readonly Notification[],
    count: () => count,
    listen: (listener: (notification: Notification) => void) => void listeners.push(listener),
  }
}

export type Notifications = ReturnType<typeof createNotifications>
