import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Answer } from '../../server/http/answer.ts'
import { answered } from '../../server/http/described-answer.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Route, RouteAnswer } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { EXAMPLE_ENTITY_ID } from '../../server/parameters/access.ts'
import { plainName, shaped } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal } from '../../server/results/refusal.ts'
import type { EntityRow, InvitationRow } from '../../server/store/port.ts'
import {
  type AdminInvitation,
  type AdminUser,
  doneAnswer,
  entityMembers,
  invitationAnswer,
  invitationList,
  invitationOffer,
  shownGrants,
  userAnswer,
  userList,
} from './answer.ts'
import { auditedAcceptance } from './audited.ts'
import { type MadeInvitation, SHOWN_ID, unknownInvitation } from './invitations.ts'
import type { Member, Members } from './members.ts'
import type { FurtherParts } from './profile.ts'
import {
  bareRequest,
  clientIn,
  code,
  EXAMPLE_PASSWORD,
  email,
  metaOf,
  ofPeople,
  type PeopleCall,
  type PeopleRouteParts,
  password,
  readOpen,
} from './session-routes.ts'
import { roleFacts, userFacts } from './user-facts.ts'
import { stateOf } from './user-state.ts'

const forOwners = { access: 'token', right: 'people.write' } as const
const tag = 'Administration'
const notThere = { 404: 'RefusalAnswer' } as const
const ofUser = {
  ...forOwners,
  method: 'post',
  throttle: 'registrations',
  once: true,
} as const
const docsOfUser = {
  tag,
  subject: 'user',
  answers: [userAnswer],
  further: notThere,
} as const

const role = Type.Enum(['owner', 'administrator', 'finance', 'support', 'reader'], {
  description:
    'owner: everything. administrator: all but people. finance, support, reader: see the guide.',
})

const userSearch = requestOf(
  'people.list',
  Type.Object({
    after: Type.Optional(
      shaped(/^[0-9a-f]{32}$/, 'the id of a user', {
        description: 'What an earlier answer had as next.',
      }),
    ),
  }),
  ofPeople,
)

const roleChange = requestOf('people.setRole', Type.Object({ role }), ofPeople)
const roleRemoval = requestOf('people.removeRole', Type.Object({}), ofPeople)
const userBlock = requestOf('people.block', Type.Object({}), ofPeople)
const userUnblock = requestOf('people.unblock', Type.Object({}), ofPeople)
const endOfSessions = requestOf('people.endSessions', Type.Object({}), ofPeople)
const invitationRequest = requestOf('people.invite', Type.Object({ role, email }), ofPeople)

/** 256 bits as base64url, or that of a mail. */
export const token = shaped(
  /^(?:[A-Za-z0-9_-]{43}|[0-9a-f]{32}\.[0-9a-f]{64})$/,
  'what stands behind # at the end of the link',
  { description: 'The end of the link.', secret: 'code' },
)
const EXAMPLE_TOKEN = 'Zm9yIGFuIGV4YW1wbGUsIDMyIGJ5dGVzIGFyZSBlbm8'

const offerRequest = requestOf('people.readInvitation', Type.Object({ token }), {
  ...ofPeople,
  entity: 'none',
})

const mailRequest = requestOf('people.mailInvitation', Type.Object({ token }), {
  ...ofPeople,
  entity: 'none',
})

const acceptance = requestOf(
  'people.accept',
  Type.Object({
    token,
    name: Type.Optional(plainName('Of the person, as others see it.')),
    password: password(),
    code: Type.Optional(code),
  }),
  { ...ofPeople, entity: 'none' },
)

/** Users and invitations, for people with the right `people.write`. */
export const userRoutes: readonly Route<PeopleRouteParts>[] = [
  {
    ...forOwners,
    method: 'get',
    path: '/admin/v1/users',
    operation: userSearch,
    throttle: 'status',
    docs: {
      id: 'listUsers',
      tag,
      summary: 'List users',
      description: 'Those with a role on the entity or below it; 100 in one answer.',
      answers: [userList],
    },
    handle: listUsers,
  },
  {
    ...ofUser,
    path: '/admin/v1/users/{id}/role',
    operation: roleChange,
    auditFacts: roleFacts,
    docs: {
      ...docsOfUser,
      id: 'setRole',
      summary: 'Give a user a role on an entity',
      description:
        'On the entity and all below it, in place of the role that the user has there. Ends the sessions of the user. Nobody gives a role that may do more than the own one; a root entity keeps an owner.',
      body: 'RoleChange',
      label: 'Role',
      examples: [
        {
          name: 'finance',
          summary: 'Let a user see and move money',
          parameters: { entityId: EXAMPLE_ENTITY_ID, role: 'finance' },
        },
      ],
    },
    handle: (asked, parts) => {
      const sent = roleChange.read(asked.call.values)
      return changeUser(asked, parts, (id, further) =>
        parts.people.members.setRole(asked.call, id, sent.role, further),
      )
    },
  },
  {
    ...forOwners,
    method: 'delete',
    path: '/admin/v1/users/{id}/role',
    operation: roleRemoval,
    auditFacts: roleFacts,
    throttle: 'registrations',
    docs: {
      ...docsOfUser,
      id: 'removeRole',
      summary: 'Take the role of a user on an entity',
      description: 'Ends the sessions of the user.',
    },
    handle: (asked, parts) =>
      changeUser(asked, parts, (id) => parts.people.members.removeRole(asked.call, id)),
  },
  {
    ...ofUser,
    path: '/admin/v1/users/{id}/block',
    operation: userBlock,
    auditFacts: userFacts,
    docs: {
      ...docsOfUser,
      id: 'blockUser',
      summary: 'Block a user',
      description:
        'Ends the sessions of the user, who cannot sign in until somebody unblocks. Only of users whose roles are all on the entity or below it.',
    },
    handle: (asked, parts) =>
      changeUser(asked, parts, (id, further) =>
        parts.people.members.setState(asked.call, id, 'blocked', further),
      ),
  },
  {
    ...ofUser,
    path: '/admin/v1/users/{id}/unblock',
    operation: userUnblock,
    auditFacts: userFacts,
    docs: {
      ...docsOfUser,
      id: 'unblockUser',
      summary: 'Let a user sign in again',
      description: 'Also ends a lock after too many wrong tries.',
    },
    handle: (asked, parts) =>
      changeUser(asked, parts, (id, further) =>
        parts.people.members.setState(asked.call, id, 'active', further),
      ),
  },
  {
    ...forOwners,
    method: 'delete',
    path: '/admin/v1/users/{id}/sessions',
    operation: endOfSessions,
    auditFacts: userFacts,
    throttle: 'registrations',
    docs: {
      ...docsOfUser,
      id: 'endUserSessions',
      summary: 'End all sessions of a user',
      description: 'The user signs in again, with the same roles. Not for the own ones.',
    },
    handle: (asked, parts) =>
      changeUser(asked, parts, (id) => parts.people.members.endSessions(asked.call, id)),
  },
  {
    ...forOwners,
    method: 'get',
    path: '/admin/v1/invitations',
    operation: bareRequest,
    throttle: 'status',
    docs: {
      id: 'listInvitations',
      tag,
      summary: 'List invitations that nobody has taken',
      description: 'For the entity and all below it, oldest first.',
      answers: [invitationList],
    },
    handle: listInvitations,
  },
  {
    ...forOwners,
    method: 'post',
    path: '/admin/v1/invitations',
    operation: invitationRequest,
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'inviteUser',
      tag,
      summary: 'Invite somebody',
      description:
        'Answers a link that is good for seven days and for one person: send it to that person. It lets a new user choose a password; an existing one gets a further role. Replaces an earlier invitation of the same e-mail for the same entity.',
      body: 'InvitationRequest',
      label: 'Invitation',
      examples: [
        {
          name: 'support',
          summary: 'Invite a colleague of support',
          parameters: {
            entityId: EXAMPLE_ENTITY_ID,
            email: 'jane@shop.example',
            role: 'support',
          },
        },
      ],
      answers: [invitationAnswer],
    },
    handle: invite,
  },
  {
    ...forOwners,
    method: 'delete',
    path: '/admin/v1/invitations/{id}',
    operation: bareRequest,
    throttle: 'registrations',
    docs: {
      id: 'withdrawInvitation',
      tag,
      summary: 'Take an invitation back',
      description: 'Its link is good for nothing then.',
      subject: 'invitation',
      answers: [doneAnswer],
      further: notThere,
    },
    async handle({ id, call, request }, parts) {
      const refusal = await parts.people.invitations.withdraw(call, id)
      return refusal ?? answered(doneAnswer, {}, metaOf(request, parts))
    },
  },
  {
    method: 'post',
    path: '/admin/v1/invitations/offer',
    access: 'open',
    operation: offerRequest,
    docs: {
      id: 'readInvitation',
      tag,
      summary: 'Read what an invitation offers',
      description:
        'For pages of the gateway itself, as its acceptance; whoever has the link may read it. A POST, so that the secret of the link is in no address and no log. Changes nothing.',
      body: 'InvitationLink',
      label: 'Link of an invitation',
      examples: [
        { name: 'link', summary: 'Before it is taken', parameters: { token: EXAMPLE_TOKEN } },
      ],
      answers: [invitationOffer],
      further: { 403: 'RefusalAnswer', 404: 'RefusalAnswer', 429: 'RefusalAnswer' },
    },
    answer: readOffer,
  },
  {
    method: 'post',
    path: '/admin/v1/invitations/mail',
    access: 'open',
    operation: mailRequest,
    docs: {
      id: 'mailInvitation',
      tag,
      summary: 'Have the mail of an invitation sent once more',
      description:
        'For pages of the gateway itself: the link of a mail is good for an hour, its invitation for seven days. To the same address, at most three times in an hour. Answers the same for every link.',
      body: 'InvitationMail',
      label: 'Link of a mail',
      examples: [{ name: 'link', summary: 'After its hour', parameters: { token: EXAMPLE_TOKEN } }],
      answers: [doneAnswer],
      further: { 403: 'RefusalAnswer', 429: 'RefusalAnswer' },
    },
    answer: mailAgain,
  },
  {
    method: 'post',
    path: '/admin/v1/invitations/acceptance',
    access: 'open',
    operation: acceptance,
    docs: {
      id: 'acceptInvitation',
      tag,
      summary: 'Take an invitation',
      description:
        'For pages of the gateway itself: it needs the headers `Origin` and `x-tillgate-request: 1`. Somebody new sends a name and chooses a password; who is a user already sends the own password, and the code of the second factor.',
      body: 'Acceptance',
      label: 'Acceptance',
      examples: [
        {
          name: 'new',
          summary: 'Become a user',
          parameters: { token: EXAMPLE_TOKEN, name: 'Jane Jones', password: EXAMPLE_PASSWORD },
        },
      ],
      answers: [doneAnswer],
      further: {
        401: 'RefusalAnswer',
        403: 'RefusalAnswer',
        404: 'RefusalAnswer',
        429: 'RefusalAnswer',
      },
    },
    answer: accept,
  },
]

async function listUsers({ call, request }: PeopleCall, parts: PeopleRouteParts): Promise<Answer> {
  const { members, next } = await parts.people.members.list(
    call,
    userSearch.read(call.values).after ?? '',
  )
  const nowMs = parts.clock.now()
  const users = members.map((member) => shownUser(member, nowMs))
  const shown = { users, ...(next === undefined ? {} : { next }) }
  return answered(userList, shown, metaOf(request, parts))
}

/** A change of a user, answered with the user afterwards. */
async function changeUser(
  { id, entry, request }: PeopleCall,
  parts: PeopleRouteParts,
  change: (id: string, further: FurtherParts<Member>) => ReturnType<Members['removeRole']>,
): Promise<Worked> {
  const meta = metaOf(request, parts)
  const answer = (member: Member) => answered(userAnswer, shownUser(member, meta.atMs), meta)
  return answerTo(await change(id, keyParts(entry, answer)), answer)
}

function shownUser({ user, grants, lastSeenAtMs }: Member, nowMs: number): AdminUser {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    state: stateOf(user, nowMs),
    hasTotp: user.totpSealed !== null,
    ...(lastSeenAtMs === undefined ? {} : { lastSeenAt: wireTimestamp(lastSeenAtMs) }),
    grants: shownGrants(grants),
  }
}

async function invite(
  { call, request, entry }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Worked> {
  const wanted = invitationRequest.read(call.values)
  const answer = ({ row, entity, token }: MadeInvitation): Answer => {
    const link = `${parts.people.sessions.origin}/backoffice/invitation#${token}`
    const members = { ...shownInvitation(row, entity), link }
    return answered(invitationAnswer, members, metaOf(request, parts), { shownOnce: ['link'] })
  }
  const made = await parts.people.invitations.invite(call, wanted, keyParts(entry, answer))
  return answerTo(made, answer)
}

async function listInvitations(
  { call, request }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Answer> {
  const rows = await parts.people.invitations.list(call)
  const entities = await Promise.all(rows.map(({ entityId }) => parts.store.read.entity(entityId)))
  const invitations = rows.flatMap((row, at) => {
    const entity = entities[at]
    return entity === undefined ? [] : [shownInvitation(row, entity)]
  })
  return answered(invitationList, { invitations }, metaOf(request, parts))
}

function shownInvitation(row: InvitationRow, entity: EntityRow): AdminInvitation {
  return {
    id: row.id.slice(0, SHOWN_ID),
    email: row.email,
    role: row.role,
    entity: entityMembers(entity),
    invitedBy: row.invitedBy,
    expiresAt: wireTimestamp(row.expiresAtMs),
  }
}

async function readOffer(request: FastifyRequest, parts: PeopleRouteParts): Promise<RouteAnswer> {
  const sent = readOpen(request, offerRequest, parts)
  if (isRefusal(sent)) return sent
  const row = await parts.people.invitations.find(sent.token)
  if (isRefusal(row)) return row
  const entity = await parts.store.read.entity(row.entityId)
  if (entity === undefined) return unknownInvitation
  return answered(invitationOffer, shownInvitation(row, entity), metaOf(request, parts))
}

async function mailAgain(request: FastifyRequest, parts: PeopleRouteParts): Promise<RouteAnswer> {
  const sent = readOpen(request, mailRequest, parts)
  if (isRefusal(sent)) return sent
  await parts.people.invitations.sendAgain(sent.token)
  return answered(doneAnswer, {}, metaOf(request, parts))
}

async function accept(request: FastifyRequest, parts: PeopleRouteParts): Promise<RouteAnswer> {
  const sent = readOpen(request, acceptance, parts)
  if (isRefusal(sent)) return sent
  const { invitations } = parts.people
  const given = { ...sent, name: sent.name, code: sent.code, client: clientIn(request) }
  const found = await invitations.find(given.token)
  const invitation = isRefusal(found) ? undefined : found
  const accepted = await auditedAcceptance({ invitation, client: given.client }, parts, () =>
    invitations.accept(given),
  )
  return isRefusal(accepted) ? accepted : answered(doneAnswer, {}, metaOf(request, parts))
}
