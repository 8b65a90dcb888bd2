/** Made, replaced, stopped (query parameters of the interface document, paymentTypes). */
export type ScheduleType = 'SD' | 'RS' | 'DS'

/** What webhooks are told of a schedule, and the type that the answer about it has. */
export const SCHEDULE_EVENTS = {
  created: 'SD',
  changed: 'RS',
  paused: 'RS',
  resumed: 'RS',
  /** A run was declined and is paid again later. */
  pastDue: 'SD',
  /** A run was declined and is not paid again. */
  unpaid: 'SD',
  /** Paid, after a declined run. */
  recovered: 'SD',
  /** The card expires within 30 days. */
  cardExpires: 'SD',
  descheduled: 'DS',
  ended: 'DS',
} as const satisfies Readonly<Record<string, ScheduleType>>

export type ScheduleEvent = keyof typeof SCHEDULE_EVENTS
