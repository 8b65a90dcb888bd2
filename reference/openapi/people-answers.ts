import { alreadyShown, answer, at, described, ID, text } from './answer-parts.ts'
import type { JsonSchema } from './json-schema.ts'

const role = described('What may be done there.', {
  enum: ['owner', 'administrator', 'finance', 'support', 'reader'],
})

const entity: JsonSchema = {
  type: 'object',
  properties: {
    id: described('Names the entity.', { pattern: ID }),
    name: text,
    kind: { enum: ['psp', 'division', 'merchant', 'channel'] },
  },
  required: ['id', 'name', 'kind'],
}

const grants: JsonSchema = {
  type: 'array',
  items: { type: 'object', properties: { entity, role }, required: ['entity', 'role'] },
  description: 'Roles, each on an entity and on all below it; at most 100.',
}

const user: Readonly<Record<string, JsonSchema>> = {
  id: described('Names the user.', { pattern: ID }),
  email: text,
  name: text,
  state: described('locked: too many wrong tries. blocked: by another person.', {
    enum: ['active', 'locked', 'blocked'],
  }),
  hasTotp: { type: 'boolean', description: 'Whether sign-in asks for a second factor.' },
  lastSeenAt: described('The last request of the latest session, UTC.', at),
  grants,
}

const USER_MEMBERS = ['id', 'email', 'name', 'state', 'hasTotp', 'grants']

const invitation: Readonly<Record<string, JsonSchema>> = {
  id: described('Names the invitation.', { pattern: ID }),
  email: text,
  role,
  entity,
  invitedBy: described('The e-mail of a user, or the label of an access token.'),
  expiresAt: described('UTC.', at),
}

const INVITATION_MEMBERS = ['id', 'email', 'role', 'entity', 'invitedBy', 'expiresAt']

const session: JsonSchema = {
  type: 'object',
  properties: {
    id: described('Names the session.', { pattern: ID }),
    isThis: { type: 'boolean', description: 'Whether it is the one of this request.' },
    beganAt: described('UTC.', at),
    lastSeenAt: described('UTC, to the minute.', at),
    address: described('From where it began.'),
    userAgent: described('The beginning of what the browser calls itself.'),
  },
  required: ['id', 'isThis', 'beganAt', 'lastSeenAt', 'address', 'userAgent'],
}

const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** The answers about people of the back office, by name. */
export const peopleAnswers = {
  PeopleAnswer: answer({}, [], 'It was done.'),
  AdminSession: answer(
    {
      user: {
        type: 'object',
        properties: { id: described('Names the user.', { pattern: ID }), email: text, name: text },
        required: ['id', 'email', 'name'],
      },
      role,
      rights: { ...listOf(text), description: 'What the role may do.' },
      entity,
      grants,
      hasTotp: { type: 'boolean', description: 'Whether sign-in asks for a second factor.' },
      hasFirstPassword: {
        type: 'boolean',
        description:
          'An operator knows the password: nothing is allowed before another one is chosen.',
      },
      idleMinutes: {
        type: 'integer',
        description: 'After so many minutes without a request the session ends.',
      },
      endsAt: described('The end of the session at the latest, UTC.', at),
      now: described(
        'The time at the entity: where a test clock was moved, of the one that is furthest ahead.',
        at,
      ),
      environment: { enum: ['test', 'live'] },
    },
    [
      'user',
      'role',
      'rights',
      'entity',
      'grants',
      'hasTotp',
      'hasFirstPassword',
      'idleMinutes',
      'endsAt',
      'now',
      'environment',
    ],
    'Who is signed in.',
  ),
  AdminSessionList: answer({ sessions: listOf(session) }, ['sessions'], 'Sessions of a user.'),
  TotpOffer: answer(
    {
      secret: described('For an app without a camera: base32.'),
      uri: described('What the picture has.'),
      qrCode: described('A picture for the camera of the app: SVG.'),
      alreadyShown,
    },
    [],
    'What an authenticator app is given. Its first code has to be confirmed.',
  ),
  RecoveryCodes: answer(
    {
      recoveryCodes: { ...listOf(text), description: 'Shown once; each counts once.' },
      alreadyShown,
    },
    [],
    'Codes for the day on which the app is lost.',
  ),
  AdminUserAnswer: answer(user, USER_MEMBERS, 'A user of the back office.'),
  AdminUserList: answer(
    {
      users: listOf({ type: 'object', properties: user, required: USER_MEMBERS }),
      next: described('There are more: send it as after.', { pattern: ID }),
    },
    ['users'],
    'Users with a role on the entity or below it.',
  ),
  AdminInvitationAnswer: answer(
    {
      ...invitation,
      link: described('For the one who is invited; in this answer only.'),
      alreadyShown,
    },
    INVITATION_MEMBERS,
    'An invitation that was made.',
  ),
  AdminInvitationOffer: answer(
    invitation,
    INVITATION_MEMBERS,
    'What an invitation offers to who has its link.',
  ),
  AdminInvitationList: answer(
    {
      invitations: listOf({
        type: 'object',
        properties: invitation,
        required: INVITATION_MEMBERS,
      }),
    },
    ['invitations'],
    'Invitations that nobody has taken yet.',
  ),
} as const
