import { currency, natural, optional, sorted, text, time, version, wordOf } from './column.ts'
import { erasing } from './erasing.ts'
import { type RowOf, type StepOf, table } from './table.ts'

/** A subscription: payments that a registration makes at the times of a plan. */
export const schedules = table({
  name: 'schedule',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered. */
    id: text,
    /** The channel. */
    entityId: sorted(text),
    registrationId: sorted(text),
    /** The first plan of the chain: a change of a plan makes a new row and keeps this id. */
    chainId: sorted(text),
    /**
     * `replaced`: by a later plan of its chain. Of a chain, one plan at most is current: `active` or
     * `paused`. A paused one keeps its timer.
     */
    state: wordOf<'active' | 'paused' | 'replaced' | 'descheduled' | 'ended'>(),
    /** Who paused it, while it is paused. */
    pauseReason: optional(wordOf<'merchant' | 'cardExpired'>()),
    /** Why it ended. */
    endReason: optional(wordOf<'noMoreRuns' | 'registration' | 'advice'>()),
    amountMinor: natural,
    currency,
    /** JSON text: the request, as flat wire names and values. */
    request: text,
    /** When its term began, for durations that are counted from there. */
    startsAtMs: time,
    /** No run is due after this time. */
    endsAtMs: optional(time),
    /** When the next run of the plan is due; `null`: there is no further one. */
    nextRunAtMs: optional(time),
    /** The due time of the latest run. */
    lastRunAtMs: optional(time),
    /** The latest payment of the latest run. */
    lastPaymentId: optional(sorted(text)),
    /**
     * Of the latest run. `waiting`: its outcome is not known. `retrying`: declined, and paid again at
     * `retryAtMs`. `over`: it succeeded, or is not tried any more.
     */
    runState: wordOf<'none' | 'waiting' | 'retrying' | 'over'>(),
    retryAtMs: optional(time),
    /** How often the latest run was tried again. */
    retries: natural,
    /** How many runs there were, without repeated tries. */
    runs: natural,
    /** The due time of the first run that was declined, until a later one or another try is paid. */
    pastDueSinceMs: optional(time),
    /** When the expiry of its card is looked at next; `null`: it has none. */
    cardLookAtMs: optional(time),
    createdAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'schedule',
  insert: 'insertSchedule',
  step: {
    kind: 'stepSchedule',
    sets: [
      'state',
      'pauseReason',
      'endReason',
      'endsAtMs',
      'nextRunAtMs',
      'lastRunAtMs',
      'lastPaymentId',
      'runState',
      'retryAtMs',
      'retries',
      'runs',
      'pastDueSinceMs',
      'cardLookAtMs',
      'updatedAtMs',
    ],
  },
  writes: {
    /** What is left of its request when its customer is erased. */
    eraseSchedule: erasing('schedule', { id: text }, 'request'),
  },
})

/** How a schedule stands in lists; one that a later plan has replaced is in none of them. */
export type ScheduleStanding = 'pastDue' | 'paused' | 'active' | 'ended'

/** The standing of a row, as the index of lists has it: another text would not find that index. */
export const SCHEDULE_STANDING = `CASE
    WHEN state = 'active' AND past_due_since_ms IS NOT NULL THEN 'pastDue'
    WHEN state IN ('descheduled', 'ended') THEN 'ended'
    ELSE state END`

export type ScheduleRow = RowOf<typeof schedules>
export type ScheduleStep = StepOf<typeof schedules>
