import { listedEntities, listLimit } from '../../server/store/list-limit.ts'
import type { StoreReads } from '../../server/store/port.ts'
import { newestFirst } from './newest-first.ts'
import type { Tables } from './tables.ts'

type MailReads = Pick<StoreReads, 'mailsOfEntities' | 'mailsOfSubject' | 'mailsBefore'>

/** The reads of mails over memory tables. */
export function mailReads(open: () => Promise<Tables>): MailReads {
  return {
    mailsOfEntities: async (entityIds, beforeId, limit) =>
      (await open()).mails
        .filter((row) => listedEntities(entityIds).includes(row.entityId) && row.id < beforeId)
        .sort(newestFirst)
        .slice(0, listLimit(limit)),
    mailsOfSubject: async (subjectId, limit) =>
      (await open()).mails
        .filter((row) => row.subjectId === subjectId)
        .sort(newestFirst)
        .slice(0, listLimit(limit)),
    mailsBefore: async (beforeId, limit) =>
      (await open()).mails
        .filter((row) => row.id < beforeId)
        .sort(newestFirst)
        .reverse()
        .slice(0, listLimit(limit)),
  }
}
