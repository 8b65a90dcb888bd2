import { keyOf, natural, optional, sorted, text, time, version, wordOf } from './column.ts'
import { isEqual, type RowOf, type StepOf, table } from './table.ts'

/**
 * Of PostgreSQL, and no comparison: for one the planner may read the index of all that waits. `OFFSET 0`
 * keeps it from that, too.
 */
const IS_WAITING = `CASE delivery.state WHEN 'waiting' THEN true END`

/**
 * A call to a server of the merchant that is due, or was made: one row for each event and webhook,
 * written in the commit of the change that it reports.
 */
export const deliveries = table({
  name: 'delivery',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered. The `webhook-id` of the call is made from it. */
    id: text,
    /** `null`: the call goes to `url`. */
    webhookId: optional(sorted(text)),
    /** Calls of one queue are sent in order; the webhook's id, or the origin of `url`. */
    queue: sorted(text),
    url: optional(text),
    kind: wordOf<'webhook' | 'test' | 'notificationUrl' | 'resultUrl'>(),
    /** What the event is about: PAYMENT, REGISTRATION, SCHEDULE, RISK, WEBHOOK. */
    type: text,
    action: optional(text),
    /** The channel, whose clock it follows. */
    entityId: sorted(text),
    /** Of calls with the same key, a later one waits until the earlier one has ended. */
    orderKey: sorted(text),
    /** The payment, registration, schedule or webhook. */
    subjectId: sorted(text),
    /** The version of the subject that the event reports. */
    sequence: version,
    state: wordOf<'waiting' | 'delivered' | 'givenUp'>(),
    /** By the clock of its entity. */
    dueAtMs: time,
    /** How many calls were made: the number of the last attempt. */
    attempts: natural,
    /** Its place in the retry plan. */
    retries: natural,
    /** What is sent, before signing or encryption; `null`: it is made from the subject when first sent. */
    body: optional(text),
    /** The trace of the request that caused it, as `currentTrace` has it; `null`: it had none. */
    trace: optional(text),
    /** By the clock of the process, as is the next one. */
    createdAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'delivery',
  insert: 'insertDelivery',
  step: {
    kind: 'stepDelivery',
    sets: ['state', 'dueAtMs', 'attempts', 'retries', 'body', 'updatedAtMs'],
  },
  writes: {
    /**
     * Makes the waiting calls of the same queue and order due no earlier than this time: they wait for
     * this one, and a search for due calls need not pass over them.
     */
    deferFollowers: {
      parameters: { id: text, untilMs: time },
      sqlite: `
        UPDATE delivery SET due_at_ms = :untilMs
        WHERE state = 'waiting' AND id <> :id AND due_at_ms < :untilMs
          AND queue = (SELECT queue FROM delivery WHERE id = :id)
          AND order_key = (SELECT order_key FROM delivery WHERE id = :id)`,
      postgres: (given) => `
        UPDATE delivery SET due_at_ms = given.until_ms
        FROM ${given} JOIN delivery AS first ON ${isEqual('first.id', 'given.id')}
        CROSS JOIN LATERAL (
          SELECT later.id FROM delivery AS later
          WHERE later.state = 'waiting' AND later.id <> first.id
            AND later.queue = first.queue AND later.order_key = first.order_key
          OFFSET 0
        ) AS follower
        WHERE ${isEqual('delivery.id', 'follower.id')} AND ${IS_WAITING}
          AND delivery.due_at_ms < given.until_ms`,
    },
    /** Deletes one that was not sent yet. No conflict when there is none. */
    cancelDelivery: {
      parameters: { id: text },
      sqlite: `
        DELETE FROM delivery
        WHERE id = :id AND state = 'waiting'
          AND NOT EXISTS (SELECT 1 FROM delivery_attempt WHERE delivery_id = :id)`,
      postgres: (given, isKey) => `
        DELETE FROM delivery USING ${given}
        WHERE ${isKey} AND ${IS_WAITING}
          AND NOT EXISTS (SELECT 1 FROM delivery_attempt WHERE delivery_id = given.id)`,
    },
    /** Deletes one with its attempts, whatever its state, when its customer is erased. No conflict when there is none. */
    eraseDelivery: {
      parameters: { id: text },
      sqlite: 'DELETE FROM delivery WHERE id = :id',
      postgres: (given, isKey) => `DELETE FROM delivery USING ${given} WHERE ${isKey}`,
    },
    /** Deletes an ended one that was not changed since, with its attempts. No conflict when there is none. */
    deleteDelivery: {
      parameters: { id: text, beforeMs: time },
      sqlite: `
        DELETE FROM delivery
        WHERE id = :id AND state <> 'waiting' AND updated_at_ms < :beforeMs`,
      postgres: (given, isKey) => `
        DELETE FROM delivery USING ${given}
        WHERE ${isKey} AND delivery.state <> 'waiting'
          AND delivery.updated_at_ms < given.before_ms`,
    },
  },
})

/** One call of a delivery, and what came of it. */
export const deliveryAttempts = table({
  name: 'delivery_attempt',
  key: ['deliveryId', 'attempt'],
  columns: {
    deliveryId: keyOf('delivery'),
    attempt: version,
    /** By the clock of the process. */
    atMs: time,
    endedAtMs: time,
    /** The HTTP status, if there was an answer. */
    status: optional(natural),
    /** Why it counts as failed, if it does. */
    reason: optional(text),
    /** The first 2,000 characters of the answer's body. */
    answer: optional(text),
  },
  insert: 'insertDeliveryAttempt',
})

/** The process that alone sends the calls of a queue, until a time. */
export const deliveryLeases = table({
  name: 'delivery_lease',
  key: ['queue'],
  columns: {
    queue: text,
    holder: text,
    /** By the clock of the process. */
    untilMs: time,
    version,
  },
  read: 'deliveryLease',
  insert: 'insertDeliveryLease',
  writes: {
    takeDeliveryLease: {
      parameters: { queue: text, expectedVersion: version, holder: text, untilMs: time },
      mustFind: true,
      sqlite: `
        UPDATE delivery_lease SET
          holder = :holder, until_ms = :untilMs, version = version + 1
        WHERE queue = :queue AND version = :expectedVersion`,
      postgres: (given, isKey) => `
        UPDATE delivery_lease SET
          holder = given.holder, until_ms = given.until_ms, version = delivery_lease.version + 1
        FROM ${given}
        WHERE ${isKey} AND delivery_lease.version = given.expected_version
        RETURNING given.place`,
    },
    /** No conflict when another process holds it. */
    endDeliveryLease: {
      parameters: { queue: text, holder: text },
      sqlite: 'DELETE FROM delivery_lease WHERE queue = :queue AND holder = :holder',
      postgres: (given, isKey) => `
        DELETE FROM delivery_lease USING ${given}
        WHERE ${isKey} AND delivery_lease.holder = given.holder`,
    },
  },
})

export type DeliveryRow = RowOf<typeof deliveries>
export type DeliveryStep = StepOf<typeof deliveries>
export type DeliveryAttemptRow = RowOf<typeof deliveryAttempts>
export type DeliveryLeaseRow = RowOf<typeof deliveryLeases>
