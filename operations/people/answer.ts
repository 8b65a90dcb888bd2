import { Type } from 'typebox'
import { ROLE_RIGHTS, type Role } from '../../server/entities/rights.ts'
import {
  alreadyShown,
  answer,
  id,
  type MembersOf,
  moment,
  type Shown,
  type ShownEntity,
  shownEntity,
  text,
  word,
} from '../../server/http/described-answer.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { EntityRow, SessionRow, UserRow } from '../../server/store/port.ts'
import type { GrantWithEntity } from './roles.ts'
import { lackedBy, type SessionRules } from './sessions.ts'

const role = word(
  ['owner', 'administrator', 'finance', 'support', 'reader'],
  'What may be done there.',
)

const grants = Type.Array(Type.Object({ entity: shownEntity, role }), {
  description: 'Roles, each on an entity and on all below it; at most 100.',
})

const user = {
  id: id('Names the user.'),
  email: text(),
  name: text(),
  state: word(
    ['active', 'locked', 'blocked'],
    'locked: too many wrong tries. blocked: by another person.',
  ),
  hasTotp: Type.Boolean({ description: 'Whether sign-in asks for a second factor.' }),
  lastSeenAt: Type.Optional(moment('The last request of the latest session, UTC.')),
  grants,
}

const invitation = {
  id: id('Names the invitation.'),
  email: text(),
  role,
  entity: shownEntity,
  invitedBy: text('The e-mail of a user, or the label of an access token.'),
  expiresAt: moment(),
}

/** What owners see of a user. */
export type AdminUser = Shown<ReturnType<typeof Type.Object<typeof user>>>

export type AdminInvitation = Shown<ReturnType<typeof Type.Object<typeof invitation>>>

/** Who is signed in. */
export type AdminSession = MembersOf<typeof sessionAnswer>

/** Where an object of the tree stands. */
export type AdminEntity = AdminSession['entity']

export const doneAnswer = answer('PeopleAnswer', {}, 'It was done.')

export const sessionAnswer = answer(
  'AdminSession',
  {
    user: Type.Object({ id: id('Names the user.'), email: text(), name: text() }),
    role,
    rights: Type.Array(text(), { description: 'What the role may do.' }),
    entity: shownEntity,
    grants,
    hasTotp: Type.Boolean({ description: 'Whether sign-in asks for a second factor.' }),
    hasFirstPassword: Type.Boolean({
      description:
        'An operator knows the password: nothing is allowed before another one is chosen.',
    }),
    lacksSecondFactor: Type.Boolean({
      description:
        'This installation demands a second factor, and nothing else is allowed before there is one.',
    }),
    idleMinutes: Type.Integer({
      description: 'After so many minutes without a request the session ends.',
    }),
    endsAt: moment('The end of the session at the latest, UTC.'),
    now: moment(
      'The time at the entity: where a test clock was moved, of the one that is furthest ahead.',
    ),
    environment: word(['test', 'live']),
    rehearsal: Type.Optional(
      Type.Literal(true, { description: 'A rehearsal of live: no payment is real.' }),
    ),
  },
  'Who is signed in.',
)

export const userAnswer = answer('AdminUserAnswer', user, 'A user of the back office.')

export const userList = answer(
  'AdminUserList',
  {
    users: Type.Array(Type.Object(user)),
    next: Type.Optional(id('There are more: send it as after.')),
  },
  'Users with a role on the entity or below it.',
)

export const invitationAnswer = answer(
  'AdminInvitationAnswer',
  {
    ...invitation,
    link: Type.Optional(text('For the one who is invited; in this answer only.')),
    alreadyShown,
  },
  'An invitation that was made.',
)

export const invitationOffer = answer(
  'AdminInvitationOffer',
  invitation,
  'What an invitation offers to who has its link.',
)

export const invitationList = answer(
  'AdminInvitationList',
  { invitations: Type.Array(Type.Object(invitation)) },
  'Invitations that nobody has taken yet.',
)

/** Where an entity stands in its tree. */
export function entityMembers({ id, name, kind }: EntityRow): ShownEntity {
  return { id, name, kind }
}

/** A session with all that its answer shows. */
export interface WholeSession {
  readonly user: UserRow
  readonly session: SessionRow
  readonly role: Role
  readonly entity: EntityRow
  /** At the entity, or at the channel below it whose test clock is furthest ahead. */
  readonly nowMs: number
  readonly grants: readonly GrantWithEntity[]
}

export function shownGrants(grants: readonly GrantWithEntity[]) {
  return grants.map(({ entity, role }) => ({ entity: entityMembers(entity), role }))
}

/** `GET /admin/v1/session`. */
export function sessionMembers(
  { user, session, role, entity, nowMs, grants }: WholeSession,
  {
    rules,
    environment,
    acquirerEnvironment,
  }: {
    readonly rules: SessionRules
    readonly environment: 'test' | 'live'
    readonly acquirerEnvironment: 'test' | 'live'
  },
): AdminSession {
  return {
    user: { id: user.id, email: user.email, name: user.name },
    role,
    rights: ROLE_RIGHTS[role],
    entity: entityMembers(entity),
    grants: shownGrants(grants),
    hasTotp: user.totpSealed !== null,
    hasFirstPassword: user.isFirstPassword,
    lacksSecondFactor: lackedBy(user, rules) === 'secondFactor',
    idleMinutes: rules.idleMs / 60_000,
    endsAt: wireTimestamp(session.createdAtMs + rules.longestMs),
    now: wireTimestamp(nowMs),
    environment,
    ...(environment === acquirerEnvironment ? {} : { rehearsal: true }),
  }
}
