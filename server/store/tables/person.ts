import {
  flag,
  keyOf,
  natural,
  oneOf,
  optional,
  sorted,
  text,
  time,
  version,
  wordOf,
} from './column.ts'
import { type RowOf, type StepOf, table } from './table.ts'

/** A person who may sign in to the back office. */
export const users = table({
  name: 'admin_user',
  key: ['id'],
  columns: {
    id: text,
    /** Trimmed and in lower case: one user for each. */
    email: sorted(text),
    name: text,
    /** Of the password: method, costs, salt and hash. */
    passwordHash: text,
    /** The hashes of the passwords before it, latest first, with a blank between them; may be empty. */
    formerPasswordHashes: text,
    /** The password is one that an operator knows: nothing may be done before the user has chosen another. */
    isFirstPassword: flag,
    /** Sealed by the vault: the secret of the codes that sign-in asks for; `null`: it asks for none. */
    totpSealed: optional(text),
    /** A new secret, until a first code has confirmed it. */
    totpOfferSealed: optional(text),
    /** The time step of the last code that was taken: none is taken twice. */
    totpStep: natural,
    /** SHA-256 of the recovery codes that are left, with a blank between them; may be empty. */
    recoveryHashes: text,
    /** Of browsers that are not known, since the last success or since the last lock was over. */
    failedTries: natural,
    /** No browser that is not known signs in before this time; `null`: not locked. */
    lockedUntilMs: optional(time),
    /** A code of `locales/`, in which mails are written; `null`: English. */
    mailLanguage: optional(text),
    /** The kinds of mail that the user does not want, with a comma between them; may be empty. */
    unwantedMails: { ...text, ofOlderRows: '' },
    /** `blocked`: by another person. */
    state: oneOf('active', 'blocked'),
    createdAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'user',
  insert: 'insertUser',
  step: {
    kind: 'stepUser',
    sets: [
      'name',
      'passwordHash',
      'formerPasswordHashes',
      'isFirstPassword',
      'totpSealed',
      'totpOfferSealed',
      'totpStep',
      'recoveryHashes',
      'failedTries',
      'lockedUntilMs',
      'mailLanguage',
      'unwantedMails',
      'state',
      'updatedAtMs',
    ],
  },
})

/** The role of a user on an entity and all below it. Each change of it also steps the user. */
export const grants = table({
  name: 'admin_grant',
  key: ['userId', 'entityId'],
  columns: {
    userId: keyOf('admin_user'),
    entityId: keyOf('entity'),
    role: oneOf('owner', 'administrator', 'finance', 'support', 'reader'),
    /** Of a role that may be the second person: since when without a break, also in another such role. */
    createdAtMs: time,
  },
  insert: 'insertGrant',
  /** No conflict when it is not there. */
  remove: 'deleteGrant',
})

/** A user who is signed in. */
export const sessions = table({
  name: 'admin_session',
  key: ['id'],
  columns: {
    /** SHA-256 of its token, hex. */
    id: text,
    userId: keyOf('admin_user'),
    /** What the user works with now: an entity at or below one of the user's grants. */
    entityId: sorted(text),
    /** Of the client, as it signed in. */
    address: text,
    /** The beginning of the browser's own description. */
    userAgent: text,
    createdAtMs: time,
    /** To the minute. */
    lastSeenAtMs: time,
    /** `null`: it goes on, unless its time is over. */
    endedAtMs: optional(time),
    /** What its browser is told; `null`: nothing has to be. */
    endReason: optional(
      wordOf<
        | 'blocked'
        | 'roleChanged'
        | 'byColleague'
        | 'byOperator'
        | 'passwordChanged'
        | 'elsewhere'
        | 'tooMany'
      >(),
    ),
    /** Wrong tries of its browser since the last success, or since the last lock was over. */
    failedTries: natural,
    /** Nobody signs in from its browser before this time; `null`: not locked. */
    lockedUntilMs: optional(time),
    version,
  },
  read: 'session',
  insert: 'insertSession',
  step: {
    kind: 'stepSession',
    sets: ['entityId', 'lastSeenAtMs', 'endedAtMs', 'endReason', 'failedTries', 'lockedUntilMs'],
  },
  writes: {
    /** Deletes the session if it was last seen before a time; no conflict otherwise. */
    deleteSession: {
      parameters: { id: text, beforeMs: time },
      sqlite: 'DELETE FROM admin_session WHERE id = :id AND last_seen_at_ms < :beforeMs',
      postgres: (given, isKey) => `
        DELETE FROM admin_session USING ${given}
        WHERE ${isKey} AND admin_session.last_seen_at_ms < given.before_ms`,
    },
  },
})

/** Lets the reader of an e-mail become a user, or get a role on a further entity. */
export const invitations = table({
  name: 'admin_invitation',
  key: ['id'],
  columns: {
    /** SHA-256 of its token, hex. */
    id: text,
    email: sorted(text),
    entityId: keyOf('entity'),
    role: oneOf('owner', 'administrator', 'finance', 'support', 'reader'),
    /** The e-mail of a user, or what an access token is called. */
    invitedBy: text,
    createdAtMs: time,
    expiresAtMs: time,
  },
  read: 'invitation',
  insert: 'insertInvitation',
  /** No conflict when it is not there. */
  remove: 'deleteInvitation',
})

export type UserRow = RowOf<typeof users>
export type UserStep = StepOf<typeof users>
export type GrantRow = RowOf<typeof grants>
export type SessionRow = RowOf<typeof sessions>
export type InvitationRow = RowOf<typeof invitations>
