import { optional, sorted, text, time, version } from './column.ts'
import { type RowOf, table } from './table.ts'

/**
 * Who has done what. Never changed nor deleted; the entries of a root entity are a chain, in which each
 * names the hash of the one before it.
 */
export const auditEntries = table({
  name: 'audit_entry',
  key: ['rootId', 'sequence'],
  columns: {
    /** The root of the entity's tree; `installation` where it is about no entity. */
    rootId: text,
    /** 1 for the first entry of a chain, one more for each. */
    sequence: version,
    atMs: time,
    /** What it is about, or what the actor works with; `installation` as for the root. */
    entityId: sorted(text),
    /** E-mail of a user, name of an access token, or the operator's command. */
    actor: text,
    /** A word such as `payments.resolve`. */
    action: text,
    /** The route with its method, or the command. */
    request: text,
    /** Id of what it was done to. */
    subject: optional(text),
    /** Address of the client. */
    address: optional(text),
    /** `asked`: before it is done. Else a result code. */
    result: text,
    /** JSON: a list of names and values of parameters that are not secret. */
    facts: text,
    /** Of the entry before it; empty for the first one. */
    previousHash: text,
    /** SHA-256 of all columns before it, hex. */
    hash: text,
  },
  insert: 'appendAuditEntry',
})

export type AuditEntryRow = RowOf<typeof auditEntries>
