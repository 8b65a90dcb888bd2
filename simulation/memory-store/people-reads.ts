import { listedEntities, listLimit } from '../../server/store/list-limit.ts'
import type { StoreReads } from '../../server/store/port.ts'
import type { Tables } from './tables.ts'

type PeopleReads = Pick<
  StoreReads,
  | 'userOfEmail'
  | 'grantsOfUser'
  | 'grantsBelow'
  | 'ownerGrants'
  | 'grantsOfEntities'
  | 'sessionsOfUser'
  | 'unseenSessions'
  | 'invitationsBelow'
  | 'expiredInvitations'
  | 'auditEntriesBefore'
  | 'auditEntriesAfter'
  | 'auditChains'
>

/** The reads of people and of the audit log over memory tables. */
export function peopleReads(open: () => Promise<Tables>): PeopleReads {
  return {
    userOfEmail: async (email) => (await open()).users.filter((row) => row.email === email)[0],
    grantsOfUser: async (userId) =>
      (await open()).grants
        .filter((row) => row.userId === userId)
        .sort(by((row) => [row.entityId]))
        .slice(0, 1000),
    grantsBelow: async (entityId, afterUserId, limit) => {
      const tables = await open()
      return tables.grants
        .filter((row) => row.userId > afterUserId && isBelow(tables, row.entityId, entityId))
        .sort(by((row) => [row.userId, row.entityId]))
        .slice(0, listLimit(limit))
    },
    ownerGrants: async (entityId) =>
      (await open()).grants
        .filter((row) => row.entityId === entityId && row.role === 'owner')
        .sort(by((row) => [row.userId]))
        .slice(0, 1000),
    grantsOfEntities: async (entityIds) =>
      (await open()).grants
        .filter((row) => listedEntities(entityIds).includes(row.entityId))
        .sort(by((row) => [row.userId, row.entityId]))
        .slice(0, 1000),
    sessionsOfUser: async (userId, limit) =>
      (await open()).sessions
        .filter((row) => row.userId === userId)
        .sort(by((row) => [row.createdAtMs, row.id]))
        .reverse()
        .slice(0, listLimit(limit)),
    unseenSessions: async (beforeMs, limit) =>
      (await open()).sessions
        .filter((row) => row.lastSeenAtMs < beforeMs)
        .sort(by((row) => [row.lastSeenAtMs, row.id]))
        .slice(0, listLimit(limit)),
    invitationsBelow: async (entityId) => {
      const tables = await open()
      return tables.invitations
        .filter((row) => isBelow(tables, row.entityId, entityId))
        .sort(by((row) => [row.createdAtMs, row.id]))
        .slice(0, 1000)
    },
    expiredInvitations: async (nowMs, limit) =>
      (await open()).invitations
        .filter((row) => row.expiresAtMs <= nowMs)
        .sort(by((row) => [row.expiresAtMs, row.id]))
        .slice(0, listLimit(limit)),
    auditEntriesBefore: async (rootId, beforeSequence, limit) =>
      (await open()).auditEntries
        .filter((row) => row.rootId === rootId && row.sequence < beforeSequence)
        .sort(by((row) => [row.sequence]))
        .reverse()
        .slice(0, listLimit(limit)),
    auditEntriesAfter: async (rootId, afterSequence, limit) =>
      (await open()).auditEntries
        .filter((row) => row.rootId === rootId && row.sequence > afterSequence)
        .sort(by((row) => [row.sequence]))
        .slice(0, listLimit(limit)),
    auditChains: async (afterRootId, limit) => {
      const rootIds = (await open()).auditEntries.filter(() => true).map(({ rootId }) => rootId)
      return [...new Set(rootIds)]
        .filter((rootId) => rootId > afterRootId)
        .sort()
        .slice(0, listLimit(limit))
        .map((rootId) => ({ rootId }))
    },
  }
}

function isBelow({ entities }: Tables, id: string, ancestorId: string): boolean {
  let at: string | null = id
  for (let depth = 0; at !== null && depth < 4; depth++) {
    if (at === ancestorId) return true
    at = entities.get(at)?.parentId ?? null
  }
  return false
}

/** Orders rows by their first value, among equals by the next one. */
function by<Row>(valuesOf: (row: Row) => readonly (string | number)[]) {
  return (one: Row, other: Row): number => {
    const others = valuesOf(other)
    for (const [at, value] of valuesOf(one).entries()) {
      const compared = others[at] as string | number
      if (value !== compared) return value < compared ? -1 : 1
    }
    return 0
  }
}
