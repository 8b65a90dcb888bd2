import { listedEntities, listLimit } from '../list-limit.ts'
import type { StoreReads } from '../port.ts'
import { SQL_READS, type SqlRead, type SqlReadName } from '../sql-reads.ts'
import { createLongReads } from './long-reads.ts'
import { OWN_READS, SHARED_READS } from './read-statements.ts'
import type { Readers, ReadValue } from './readers.ts'

/** The port's reads. Every read sees all that was committed before it was asked. Those that may take
 * long have connections of their own. */
export function createReads(readers: Readers, longReaders: Readers): StoreReads {
  return {
    ...sharedReads(readers),
    dueTimersOf: async (entityIds, nowMs, limit) =>
      readers.rows(OWN_READS.dueTimersOf, listedEntities(entityIds), nowMs, listLimit(limit)),
    dueQueuesOf: async (entityIds, nowMs, after, limit) =>
      readers.rows(
        OWN_READS.dueQueuesOf,
        listedEntities(entityIds),
        nowMs,
        after,
        listLimit(limit),
      ),
    dueDeliveriesOf: async (queue, entityIds, nowMs, limit) =>
      readers.rows(
        OWN_READS.dueDeliveriesOf,
        queue,
        listedEntities(entityIds),
        nowMs,
        listLimit(limit),
      ),
    schedulesOfEntities: async (entityIds, standing, beforeId, limit) =>
      readers.rows(
        OWN_READS.schedulesOfEntities,
        listedEntities(entityIds),
        standing,
        beforeId,
        listLimit(limit),
      ),
    ...createLongReads(longReaders),
  }
}

function sharedReads(readers: Readers): Pick<StoreReads, SqlReadName> {
  const reads = Object.entries<SqlRead>(SQL_READS).map(([name, { isList, check }]) => {
    const statement = SHARED_READS[name as SqlReadName]
    const answer = async (...values: ReadValue[]) => {
      check?.(values)
      const rows = await readers.rows(statement, ...values)
      return isList ? rows : rows[0]
    }
    return [name, answer]
  })
  return Object.fromEntries(reads) as Pick<StoreReads, SqlReadName>
}
