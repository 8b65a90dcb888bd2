import type { Database } from 'better-sqlite3'
import { listedEntities, listLimit } from '../list-limit.ts'
import type { StoreReads, TimerRow } from '../port.ts'
import { SQL_READS, type SqlRead, type SqlReadName, selected } from '../sql-reads.ts'
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
    ...createLongReads(database),
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
