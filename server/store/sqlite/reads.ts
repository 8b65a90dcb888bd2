import type { Database } from 'better-sqlite3'
import { listedEntities, listLimit } from '../list-limit.ts'
import type { DeliveryRow, Queue, ScheduleRow, StoreReads, TimerRow } from '../port.ts'
import { IS_NEXT, SQL_READS, type SqlRead, type SqlReadName, selected } from '../sql-reads.ts'
import { SCHEDULE_STANDING } from '../tables/schedule.ts'
import { TABLES } from '../tables/tables.ts'
import { createLongReads } from './long-reads.ts'
import { decoderOf, prepareRead } from './prepared-read.ts'
import { type SharedReads, shareReads } from './shared-reads.ts'

/**
 * The port's reads over one connection, on the calling thread. Every read sees all that was
 * committed before it was asked.
 */
export function createReads(database: Database, shared = shareReads(database)): StoreReads {
  const { timers } = TABLES
  const dueTimersOf = database
    .prepare<unknown[], unknown[]>(`
      SELECT ${selected(timers)} FROM timer
      WHERE due_at_ms <= ? AND entity_id IN (SELECT value FROM json_each(?))
      ORDER BY due_at_ms, kind, subject_id LIMIT ?`)
    .raw()
  const decodeTimer = decoderOf<TimerRow>(timers.columns)
  return {
    ...shortReads(database, shared),
    // Of entities that own a clock, which only a test environment has: few timers, and no index.
    dueTimersOf: async (entityIds, nowMs, limit) =>
      dueTimersOf
        .all(nowMs, JSON.stringify(listedEntities(entityIds)), listLimit(limit))
        .map(decodeTimer),
    ...deliveryReads(database),
    schedulesOfEntities: prepareSchedules(database),
    ...createLongReads(database),
  }
}

/** Deliveries of entities that own a clock: few, as such timers are. */
function deliveryReads(database: Database): Pick<StoreReads, 'dueQueuesOf' | 'dueDeliveriesOf'> {
  const { deliveries } = TABLES
  const isDue = `state = 'waiting' AND due_at_ms <= ?
    AND entity_id IN (SELECT value FROM json_each(?))`
  const dueQueuesOf = database.prepare<unknown[], Queue>(`
    SELECT DISTINCT queue FROM delivery WHERE ${isDue} AND queue > ? ORDER BY queue LIMIT ?`)
  const dueDeliveriesOf = database
    .prepare<unknown[], unknown[]>(`
      SELECT ${selected(deliveries)} FROM delivery AS due
      WHERE queue = ? AND ${isDue} AND ${IS_NEXT} ORDER BY due_at_ms, id LIMIT ?`)
    .raw()
  const decode = decoderOf<DeliveryRow>(deliveries.columns)
  return {
    dueQueuesOf: async (entityIds, nowMs, after, limit) =>
      dueQueuesOf.all(nowMs, JSON.stringify(listedEntities(entityIds)), after, listLimit(limit)),
    dueDeliveriesOf: async (queue, entityIds, nowMs, limit) =>
      dueDeliveriesOf
        .all(queue, nowMs, JSON.stringify(listedEntities(entityIds)), listLimit(limit))
        .map(decode),
  }
}

/**
 * Looked up for each channel: over several the planner may walk through all schedules in the order of their ids, 27 ms
 * of 200,000 where none stands so.
 */
export const SCHEDULES_OF_ENTITIES = `
  SELECT ${selected(TABLES.schedules)} FROM schedule WHERE id IN (
    SELECT place.id FROM json_each(?) AS channel JOIN schedule AS place ON place.id IN (
      SELECT id FROM schedule
      WHERE entity_id = channel.value AND (${SCHEDULE_STANDING}) = ? AND id < ?
      ORDER BY id DESC LIMIT ?
    ) ORDER BY place.id DESC LIMIT ?
  ) ORDER BY id DESC`

function prepareSchedules(database: Database): StoreReads['schedulesOfEntities'] {
  const statement = database.prepare<unknown[], unknown[]>(SCHEDULES_OF_ENTITIES).raw()
  const decode = decoderOf<ScheduleRow>(TABLES.schedules.columns)
  return async (entityIds, standing, beforeId, limit) => {
    const channels = JSON.stringify([...new Set(listedEntities(entityIds))])
    return statement.all(channels, standing, beforeId, listLimit(limit), limit).map(decode)
  }
}

function shortReads(database: Database, shared: SharedReads): Pick<StoreReads, SqlReadName> {
  const reads = Object.entries<SqlRead>(SQL_READS).map(([name, read]) => {
    const { first, all } = prepareRead(database, read)
    const answer: (values: unknown[]) => unknown = read.isList ? all : first
    return [name, (...values: unknown[]) => shared.ask(() => answer(values))]
  })
  return Object.fromEntries(reads) as Pick<StoreReads, SqlReadName>
}
