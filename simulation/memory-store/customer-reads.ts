import { listedEntities, listedValues, listLimit } from '../../server/store/list-limit.ts'
import type { ScheduleRow, ScheduleStanding, StoreReads } from '../../server/store/port.ts'
import type { Tables } from './tables.ts'

type CustomerReads = Pick<
  StoreReads,
  'schedulesOfChain' | 'schedulesOfEntities' | 'linkedTo' | 'registrationsOfNumber' | 'notesAbout'
>

/** What the back office reads of customers and of what they pay again and again. */
export function customerReads(open: () => Promise<Tables>): CustomerReads {
  return {
    schedulesOfChain: async (chainId, limit) =>
      (await open()).schedules
        .filter((row) => row.chainId === chainId)
        .sort(newestFirst)
        .slice(0, listLimit(limit)),
    schedulesOfEntities: async (entityIds, standing, beforeId, limit) =>
      (await open()).schedules
        .filter((row) => listedEntities(entityIds).includes(row.entityId) && row.id < beforeId)
        .filter((row) => standingOf(row) === standing)
        .sort(newestFirst)
        .slice(0, listLimit(limit)),
    linkedTo: async (entityIds, names, linked, beforeId, limit) => {
      const rows = (await open()).customerLinks.filter(
        (row) =>
          listedEntities(entityIds).includes(row.entityId) &&
          listedValues(names).includes(row.name) &&
          row.linked === linked &&
          row.linkedId < beforeId,
      )
      const ids = [...new Set(rows.map(({ linkedId }) => linkedId))].sort().reverse()
      return ids.slice(0, listLimit(limit)).map((linkedId) => ({ linkedId }))
    },
    registrationsOfNumber: async (entityIds, fingerprint, limit) =>
      (await open()).registrations
        .filter((row) => listedEntities(entityIds).includes(row.entityId))
        .filter((row) => row.fingerprint === fingerprint && row.state === 'active')
        .sort(newestFirst)
        .slice(0, listLimit(limit)),
    notesAbout: async (entityIds, about, beforeId, limit) =>
      (await open()).notes
        .filter((row) => listedEntities(entityIds).includes(row.entityId))
        .filter((row) => listedValues(about).includes(row.about) && row.id < beforeId)
        .sort(newestFirst)
        .slice(0, listLimit(limit)),
  }
}

function standingOf({ state, pastDueSinceMs }: ScheduleRow): ScheduleStanding | 'replaced' {
  if (state === 'active' && pastDueSinceMs !== null) return 'pastDue'
  return state === 'descheduled' ? 'ended' : state
}

function newestFirst(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? 1 : -1
}
