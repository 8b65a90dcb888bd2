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
  },
  read: 'token',
  insert: 'insertToken',
  /** No conflict when it is not there. */
  remove: 'deleteToken',
})

export type EntityRow = RowOf<typeof entities>
export type EntityKind = EntityRow['kind']
export type EntityStep = StepOf<typeof entities>
export type TokenRow = RowOf<typeof tokens>
