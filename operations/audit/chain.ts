import { hash } from 'node:crypto'
import type { AuditEntryRow } from '../../server/store/port.ts'

/** The chain of what is about no entity: sign-ins of unknown users, commands about the whole database. */
export const INSTALLATION = 'installation'

export type UnchainedEntry = Omit<AuditEntryRow, 'sequence' | 'previousHash' | 'hash'>

/** The entry that follows another one, or begins a chain. */
export function following(
  previous: Pick<AuditEntryRow, 'sequence' | 'hash'> | undefined,
  entry: UnchainedEntry,
): AuditEntryRow {
  const place = { sequence: (previous?.sequence ?? 0) + 1, previousHash: previous?.hash ?? '' }
  const row = { ...entry, ...place }
  return { ...row, hash: hashOf(row) }
}

/** SHA-256 of an entry: a list of its columns as JSON, in a fixed order, so that no two entries have the same text. */
export function hashOf(row: Omit<AuditEntryRow, 'hash'>): string {
  return hash(
    'sha256',
    JSON.stringify([
      row.rootId,
      row.sequence,
      row.atMs,
      row.entityId,
      row.actor,
      row.action,
      row.request,
      row.subject,
      row.address,
      row.result,
      row.facts,
      row.previousHash,
    ]),
  )
}

/** What is wrong with an entry that stands after another one, as the end of a sentence; `undefined`: nothing. */
export function entryFault(
  previous: Pick<AuditEntryRow, 'sequence' | 'hash'> | undefined,
  row: AuditEntryRow,
): string | undefined {
  const expected = (previous?.sequence ?? 0) + 1
  if (row.sequence !== expected) return `follows on ${expected - 1}: entries between them are gone`
  if (row.hash !== hashOf(row)) return 'was changed: it has not the hash of what it says'
  if (row.previousHash !== (previous?.hash ?? '')) {
    return 'does not name the entry before it: one of them was changed, moved or put in'
  }
  return undefined
}
