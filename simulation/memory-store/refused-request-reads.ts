import { listedEntities, listLimit } from '../../server/store/list-limit.ts'
import type { StoreReads } from '../../server/store/port.ts'
import { newestFirst } from './newest-first.ts'
import type { Tables } from './tables.ts'

type RefusedRequestReads = Pick<
  StoreReads,
  'refusedRequestsOf' | 'refusedRequestsOfNdc' | 'refusedRequestsBefore'
>

/** The reads of refused requests over memory tables. */
export function refusedRequestReads(open: () => Promise<Tables>): RefusedRequestReads {
  return {
    refusedRequestsOf: async (entityIds, beforeId, limit) =>
      (await open()).refusedRequests
        .filter((row) => listedEntities(entityIds).includes(row.entityId) && row.id < beforeId)
        .sort(newestFirst)
        .slice(0, listLimit(limit)),
    refusedRequestsOfNdc: async (ndc, limit) =>
      (await open()).refusedRequests
        .filter((row) => row.ndc === ndc)
        .sort(newestFirst)
        .slice(0, listLimit(limit)),
    refusedRequestsBefore: async (beforeId, limit) =>
      (await open()).refusedRequests
        .filter((row) => row.id < beforeId)
        .sort(newestFirst)
        .reverse()
        .slice(0, listLimit(limit)),
  }
}
