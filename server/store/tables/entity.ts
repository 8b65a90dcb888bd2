import { flag, keyOf, oneOf, optional, text, time, version } from './column.ts'
import { type RowOf, type StepOf, table } from './table.ts'

export const entities = table({
  name: 'entity',
  key: ['id'],
  columns: {
    id: text,
    parentId: optional(keyOf('entity')),
    kind: oneOf('psp', 'division', 'merchant', 'channel'),
    name: text,
    active: flag,
    /** JSON text of `EntitySettings`. */
    settings: text,
    createdAtMs: time,
    version,
  },
  read: 'entity',
  insert: 'insertEntity',
  step: { kind: 'stepEntity', sets: ['name', 'active', 'settings'] },
})

export const tokens = table({
  name: 'access_token',
  key: ['hash'],
  columns: {
    /** SHA-256 of the token, hex (R-TOK-1). */
    hash: text,
    /** What it is bound to; its children are included. An administrator's may be of any kind of entity. */
    entityId: keyOf('entity'),
    label: text,
    /** Whether it may also administer: decide about payments by hand. */
    administers: flag,
    /** The token itself, sealed by the vault: administrators may read it back. */
    sealed: text,
    createdAtMs: time,
    /** Ids of the users who have made it or were shown it, with a blank between them; may be empty. */
    knownTo: { ...text, ofOlderRows: '' },
    /** When one of them last made it or was shown it; `null`: no person has seen it. */
    shownAtMs: optional(time),
    /** What it may do: words of `SCOPES` (`entities/token-limits.ts`) with a blank between them. */
    scopes: { ...text, ofOlderRows: 'read pay refund administer' },
    /** Refused from then on; `null`: it does not end. */
    expiresAtMs: optional(time),
    /** From where it may be used: IP addresses and ranges with a blank between them; empty: from anywhere. */
    addresses: { ...text, ofOlderRows: '' },
    /** When it was last used, some minutes old; `null`: never, or before this was noted. */
    lastUsedAtMs: optional(time),
  },
  read: 'token',
  insert: 'insertToken',
  /** No conflict when it is not there. */
  remove: 'deleteToken',
  writes: {
    /** Notes that a user is shown the token. Conflict `version` when it is not there. */
    noteShownToken: {
      parameters: { hash: text, userId: text, atMs: time },
      mustFind: true,
      sqlite: `
        UPDATE access_token
        SET shown_at_ms = max(ifnull(shown_at_ms, 0), :atMs),
          known_to = CASE WHEN instr(known_to, :userId) > 0 THEN known_to
            ELSE trim(known_to || ' ' || :userId) END
        WHERE hash = :hash`,
      postgres: (given, isKey) => `
        UPDATE access_token
        SET shown_at_ms = greatest(coalesce(shown_at_ms, 0), given.at_ms),
          known_to = CASE WHEN strpos(known_to, given.user_id) > 0 THEN known_to
            ELSE trim(known_to || ' ' || given.user_id) END
        FROM ${given} WHERE ${isKey} RETURNING given.place`,
    },
    /** Notes when the token was used. No conflict when it is not there. */
    noteUsedToken: {
      parameters: { hash: text, atMs: time },
      sqlite: `
        UPDATE access_token SET last_used_at_ms = max(ifnull(last_used_at_ms, 0), :atMs)
        WHERE hash = :hash`,
      postgres: (given, isKey) => `
        UPDATE access_token SET last_used_at_ms = greatest(coalesce(last_used_at_ms, 0), given.at_ms)
        FROM ${given} WHERE ${isKey}`,
    },
  },
})

export type EntityRow = RowOf<typeof entities>
export type EntityKind = EntityRow['kind']
export type EntityStep = StepOf<typeof entities>
export type TokenRow = RowOf<typeof tokens>
