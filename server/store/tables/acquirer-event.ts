import { oneOf, optional, sorted, text, time, wordOf } from './column.ts'
import { erasing } from './erasing.ts'
import { type RowOf, table } from './table.ts'

/** What an acquirer tells of its own accord; `other`: a kind that its connector does not know. */
type AcquirerEventKind =
  | 'outcome'
  | 'failedLater'
  | 'holdEnded'
  | 'voided'
  | 'madeElsewhere'
  | 'dispute'
  | 'fraudReport'
  | 'payout'
  | 'report'
  | 'other'

/**
 * `waiting`: to be worked off. `done`: what it says is written. `kept`: for people, the gateway does nothing
 * with its kind. `unmatched`: its payment was not found in time. `refused`: it contradicts what is stored, such
 * as that it is of another environment or names a payment of another account.
 */
const state = oneOf('waiting', 'done', 'kept', 'unmatched', 'refused')

/**
 * An event that an acquirer has sent about an account, written before it is acknowledged (docs/accounts.md). A
 * repeated one is found by its key.
 */
export const acquirerEvents = table({
  name: 'acquirer_event',
  key: ['connector', 'eventId'],
  columns: {
    /** As `payment.connector` has it. */
    connector: text,
    /** The acquirer's own: the same in all repetitions. */
    eventId: text,
    kind: wordOf<AcquirerEventKind>(),
    /** The acquirer's own word for the kind. */
    name: text,
    /** By the clock of the process. */
    receivedAtMs: time,
    /** When it happened, as the acquirer says. */
    occurredAtMs: optional(time),
    /** The payment that it is about, once that is known. */
    paymentId: optional(sorted(text)),
    /** JSON text of the event as its connector has read it, without card numbers. */
    event: text,
    state,
    /** When it was worked off. */
    endedAtMs: optional(time),
  },
  read: 'acquirerEvent',
  insert: 'insertAcquirerEvent',
  writes: {
    /** What is left of an event when its customer is erased. */
    eraseAcquirerEvent: erasing('acquirer_event', { connector: text, eventId: text }, 'event'),
    /** Conflict `version` unless the event waits. */
    endAcquirerEvent: {
      parameters: {
        connector: text,
        eventId: text,
        state,
        paymentId: optional(text),
        endedAtMs: time,
      },
      mustFind: true,
      sqlite: `
        UPDATE acquirer_event SET state = :state, payment_id = :paymentId, ended_at_ms = :endedAtMs
        WHERE connector = :connector AND event_id = :eventId AND state = 'waiting'`,
      // Not `=`: by the index of those that wait, PostgreSQL would read all of them for one.
      postgres: (given, isKey) => `
        UPDATE acquirer_event SET
          state = given.state, payment_id = given.payment_id, ended_at_ms = given.ended_at_ms
        FROM ${given}
        WHERE ${isKey} AND acquirer_event.state IS NOT DISTINCT FROM 'waiting'
        RETURNING given.place`,
    },
    /** Deletes the event, unless it waits. No conflict when it is not there. */
    deleteAcquirerEvent: {
      parameters: { connector: text, eventId: text },
      sqlite: `
        DELETE FROM acquirer_event
        WHERE connector = :connector AND event_id = :eventId AND state <> 'waiting'`,
      postgres: (given, isKey) => `
        DELETE FROM acquirer_event USING ${given}
        WHERE ${isKey} AND acquirer_event.state <> 'waiting'`,
    },
  },
})

export type AcquirerEventRow = RowOf<typeof acquirerEvents>
export type AcquirerEventState = AcquirerEventRow['state']
