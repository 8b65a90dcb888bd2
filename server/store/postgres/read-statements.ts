import { MAX_FAMILIES } from '../list-limit.ts'
import { IS_NEXT, SQL_READS, type SqlReadName, selected } from '../sql-reads.ts'
import { SCHEDULE_STANDING } from '../tables/schedule.ts'
import { columnName } from '../tables/table.ts'
import { TABLES } from '../tables/tables.ts'
import type { Query } from './connection.ts'

/** The statements of the reads that SQLite answers in the same way. */
export const SHARED_READS = Object.fromEntries(
  Object.entries(SQL_READS).map(([name, { sql }]) => [name, { name: columnName(name), text: sql }]),
) as Readonly<Record<SqlReadName, Query>>

const { timers, payments, registrations, schedules, deliveries, checkouts } = TABLES
const PAYMENT = `SELECT ${selected(payments)} FROM payment`

export const OWN_READS = {
  /** The index has the timers of several entities together in no order. */
  dueTimersOf: {
    name: 'due_timers_of',
    text: `
      SELECT due.*
      FROM (SELECT DISTINCT unnest($1::text[]) AS owner_id) AS owner
      CROSS JOIN LATERAL (
        SELECT ${selected(timers)} FROM timer WHERE entity_id = owner_id AND due_at_ms <= $2::bigint
        ORDER BY due_at_ms, kind, subject_id LIMIT $3::bigint
      ) AS due
      ORDER BY "dueAtMs", kind, "subjectId" LIMIT $3::bigint`,
  },
  dueQueuesOf: {
    name: 'due_queues_of',
    text: `
      SELECT DISTINCT queue FROM delivery
      WHERE state = 'waiting' AND entity_id = ANY ($1::text[]) AND due_at_ms <= $2::bigint
        AND queue > $3::text
      ORDER BY queue LIMIT $4::bigint`,
  },
  dueDeliveriesOf: {
    name: 'due_deliveries_of',
    text: `
      SELECT ${selected(deliveries)} FROM delivery AS due
      WHERE state = 'waiting' AND queue = $1::text AND entity_id = ANY ($2::text[])
        AND due_at_ms <= $3::bigint AND ${IS_NEXT}
      ORDER BY due_at_ms, id LIMIT $4::bigint`,
  },
  /** The index has the checkouts of several channels together in no order. */
  checkoutsOfEntities: {
    name: 'checkouts_of_entities',
    text: `
      SELECT newest.*
      FROM (SELECT DISTINCT unnest($1::text[]) AS channel_id) AS channel
      CROSS JOIN LATERAL (
        SELECT ${selected(checkouts)} FROM checkout
        WHERE entity_id = channel_id AND (created_at_ms, id) < ($2::bigint, $3::text)
        ORDER BY created_at_ms DESC, id DESC LIMIT $4::bigint
      ) AS newest
      ORDER BY "createdAtMs" DESC, id DESC LIMIT $4::bigint`,
  },
  /** Looked up for each channel: the index has those of several together in no order. */
  schedulesOfEntities: {
    name: 'schedules_of_entities',
    text: `
      SELECT newest.*
      FROM (SELECT DISTINCT unnest($1::text[]) AS channel_id) AS channel
      CROSS JOIN LATERAL (
        SELECT ${selected(schedules)} FROM schedule
        WHERE entity_id = channel_id AND (${SCHEDULE_STANDING}) = $2::text AND id < $3::text
        ORDER BY id DESC LIMIT $4::bigint
      ) AS newest
      ORDER BY id DESC LIMIT $4::bigint`,
  },
  paymentsOfFamilies: {
    name: 'payments_of_families',
    text: `
      SELECT family.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (family_id, place)
      CROSS JOIN LATERAL (
        ${PAYMENT} WHERE id = wanted.family_id AND referenced_id IS NULL
        UNION ALL
        ${PAYMENT} WHERE payment.family_id = wanted.family_id AND referenced_id IS NOT NULL
        ORDER BY "createdAtMs", id LIMIT 1000
      ) AS family
      ORDER BY place, "createdAtMs", id LIMIT ${MAX_FAMILIES}`,
  },
  paymentsById: { name: 'payments_by_id', text: `${PAYMENT} WHERE id = ANY ($1::text[])` },
  registrationsById: {
    name: 'registrations_by_id',
    text: `SELECT ${selected(registrations)} FROM registration WHERE id = ANY ($1::text[])`,
  },
} as const satisfies Readonly<Record<string, Query>>
