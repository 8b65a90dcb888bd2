import type { FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import type { AuditLog } from '../../server/entities/audit-log.ts'
import { channelsBelow } from '../../server/entities/channels-below.ts'
import type { Answer, AnswerMeta } from '../../server/http/answer.ts'
import {
  type CallParts,
  type MerchantCall,
  readableEcho,
  sentParameters,
} from '../../server/http/call.ts'
import { clientOf, plainAddress } from '../../server/http/client-address.ts'
import { answer, answered, id, moment, text } from '../../server/http/described-answer.ts'
import {
  answerTo,
  type KeyInUse,
  keyInUse,
  keyParts,
  type Worked,
} from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route, RouteAnswer } from '../../server/http/route.ts'
import {
  browserMarkOf,
  foreignPageRefusal,
  sessionCookie,
  signedInCookies,
} from '../../server/http/session-cookie.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { type EntityClock, wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { EXAMPLE_ENTITY_ID } from '../../server/parameters/access.ts'
import { shaped } from '../../server/parameters/described-parts.ts'
import {
  type DescribedRequest,
  request,
  type SentFields,
} from '../../server/parameters/described-request.ts'
import { withoutNumbers } from '../../server/parameters/masking.ts'
import { validate } from '../../server/parameters/validate.ts'
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseParameters,
  tooBusy,
} from '../../server/results/refusal.ts'
import type { EntityRow, SessionRow, Store } from '../../server/store/port.ts'
import { doneAnswer, sessionAnswer, sessionMembers, type WholeSession } from './answer.ts'
import { auditSignIn } from './audited.ts'
import { type GrantWithEntity, roleOn, withEntities } from './roles.ts'
import type { People } from './service.ts'
import { signInAgain } from './sessions.ts'
import type { SigningClient } from './sign-in.ts'

export interface PeopleRouteParts extends CallParts {
  readonly acquirerEnvironment: 'test' | 'live'
  readonly store: Store
  readonly clock: EntityClock
  readonly people: People
  readonly audit: AuditLog | undefined
}

export type PeopleCall = Asked<MerchantCall>

const ofPerson = { access: 'token', right: 'signedIn', throttle: 'status' } as const
const tag = 'Administration'

/** Stands for what somebody has chosen. */
export const EXAMPLE_PASSWORD = 'tea for 2 at noon'

export const ofPeople = { elsewhere: 'people and their roles have no such parameter' } as const

export const email = shaped(
  /^(?=.{3,128}$)[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u,
  'an e-mail address of up to 128 characters',
  { example: 'jane@shop.example', description: 'Of the user, who signs in with it.' },
)

/** A shorter or longer one than people may choose is wrong, and no fault. */
export function password(description = 'Of the user.') {
  return Type.String({ minLength: 1, maxLength: 1000, description, secret: 'code' })
}

export const code = Type.String({
  minLength: 6,
  maxLength: 64,
  description: 'Of the authenticator app, or a recovery code.',
  secret: 'code',
})

const signIn = request(
  'sessions.begin',
  Type.Object({ email, password: password(), code: Type.Optional(code) }),
  { ...ofPeople, entity: 'none' },
)

const entityChoice = request('sessions.chooseEntity', Type.Object({}), {
  ...ofPeople,
  entity: 'required',
})

const sessionEnd = request('sessions.end', Type.Object({}), ofPeople)

/** A read, or a change that is named by its path alone. */
export const bareRequest = request('people.read', Type.Object({}), ofPeople)

const sessionList = answer(
  'AdminSessionList',
  {
    sessions: Type.Array(
      Type.Object({
        id: id('Names the session.'),
        isThis: Type.Boolean({ description: 'Whether it is the one of this request.' }),
        beganAt: moment(),
        lastSeenAt: moment('UTC, to the minute.'),
        address: text('From where it began.'),
        userAgent: text('The beginning of what the browser calls itself.'),
      }),
    ),
  },
  'Sessions of a user.',
)

/** Who is signed in: begins, shows and ends sessions. */
export const sessionRoutes: readonly Route<PeopleRouteParts>[] = [
  {
    method: 'post',
    path: '/admin/v1/session',
    access: 'open',
    operation: signIn,
    docs: {
      id: 'beginSession',
      tag,
      summary: 'Sign in',
      description:
        'Sets the cookie of the session. For pages of the gateway itself: it needs the headers `Origin` and `x-tillgate-request: 1`. 401 with `needs: code` asks for the second factor. Ten wrong tries lock for half an hour; a browser in which the user has signed in before has tries of its own.',
      body: 'SignIn',
      label: 'Sign-in',
      examples: [
        {
          name: 'password',
          summary: 'With a password and a code',
          parameters: { email: 'jane@shop.example', password: EXAMPLE_PASSWORD, code: '492039' },
        },
      ],
      answers: [sessionAnswer],
      further: { 401: 'RefusalAnswer', 403: 'RefusalAnswer', 429: 'RefusalAnswer' },
    },
    answer: begin,
  },
  {
    ...ofPerson,
    method: 'get',
    path: '/admin/v1/session',
    operation: bareRequest,
    docs: {
      id: 'readSession',
      tag,
      summary: 'Read who is signed in',
      description: 'With the rights on the entity that is worked with.',
      answers: [sessionAnswer],
    },
    handle: async ({ call, request }, parts) => {
      const whole = await wholeSessionOf(call, parts)
      return isRefusal(whole) ? whole : answerWith(whole, request, parts)
    },
  },
  {
    ...ofPerson,
    method: 'delete',
    path: '/admin/v1/session',
    operation: sessionEnd,
    docs: {
      id: 'endSession',
      tag,
      summary: 'Sign out',
      description: 'Ends the session and takes its cookie back.',
      answers: [doneAnswer],
    },
    async handle({ call, request }, parts) {
      if (call.person !== undefined) await parts.people.sessions.end(call.person.sessionId, null)
      return answered(doneAnswer, {}, metaOf(request, parts), {
        headers: sessionCookie(request, undefined),
      })
    },
  },
  {
    ...ofPerson,
    method: 'post',
    path: '/admin/v1/session/entity',
    operation: entityChoice,
    once: true,
    docs: {
      id: 'chooseEntity',
      tag,
      summary: 'Work with another entity',
      description: 'One on which the user has a role, or one below it.',
      body: 'EntityChoice',
      label: 'Choice of an entity',
      examples: [
        {
          name: 'channel',
          summary: 'Work with a channel',
          parameters: { entityId: EXAMPLE_ENTITY_ID },
        },
      ],
      answers: [sessionAnswer],
    },
    handle: chooseEntity,
  },
  {
    ...ofPerson,
    method: 'get',
    path: '/admin/v1/sessions',
    operation: bareRequest,
    docs: {
      id: 'listSessions',
      tag,
      summary: 'List the own sessions that go on',
      description: 'Newest first; at most 20.',
      answers: [sessionList],
    },
    async handle({ call, request }, parts) {
      const rows = await parts.people.sessions.ofUser(call.person?.id ?? '')
      const sessions = rows.map((row) => shownSession(row, call.person?.sessionId))
      return answered(sessionList, { sessions }, metaOf(request, parts))
    },
  },
  {
    ...ofPerson,
    method: 'delete',
    path: '/admin/v1/sessions/{id}',
    operation: sessionEnd,
    docs: {
      id: 'endOtherSession',
      tag,
      summary: 'End one of the own sessions',
      description: 'On another device, for example.',
      subject: 'session',
      answers: [doneAnswer],
      further: { 404: 'RefusalAnswer' },
    },
    async handle({ id, call, request }, parts) {
      const rows = await parts.people.sessions.ofUser(call.person?.id ?? '')
      const row = rows.find((each) => shownId(each) === id)
      if (row === undefined) return unknownSession
      await parts.people.sessions.end(row.id, 'elsewhere')
      return answered(doneAnswer, {}, metaOf(request, parts))
    },
  },
]

export function metaOf(
  { ndc }: Pick<FastifyRequest, 'ndc'>,
  { clock }: Pick<PeopleRouteParts, 'clock'>,
): AnswerMeta {
  return { ndc, atMs: clock.now() }
}

/** Where a request that signs in comes from. */
export function clientIn(request: FastifyRequest): SigningClient {
  const { ip, headers } = request
  const userAgent = headers['user-agent'] ?? ''
  return { address: plainAddress(ip), userAgent, browserMark: browserMarkOf(request) }
}

/** Reads what a page of the gateway sends without a session: few times a minute for each client. */
export function readOpen<Fields extends TProperties>(
  request: FastifyRequest,
  operation: DescribedRequest<Fields>,
  { people, environment, clock }: PeopleRouteParts,
): SentFields<Fields> | Refusal {
  const refusal =
    foreignPageRefusal(request, people.sessions) ?? people.clients.admit(clientOf(request.ip))
  if (refusal !== undefined) return refusal
  const flat = sentParameters(request)
  if (isRefusal(flat)) return flat
  const checked = validate(operation, flat, { profile: 'strict', environment, nowMs: clock.now() })
  return checked.ok
    ? operation.read(checked.values)
    : refuseParameters(checked.errors, readableEcho(flat))
}

async function begin(request: FastifyRequest, parts: PeopleRouteParts): Promise<RouteAnswer> {
  const sent = readOpen(request, signIn, parts)
  if (isRefusal(sent)) return sent
  const client = clientIn(request)
  const credentials = { email: sent.email, password: sent.password, code: sent.code }
  const begun = await parts.people.signIn.begin(credentials, client)
  await auditSignIn({ email: credentials.email, client, outcome: begun }, parts)
  if (isRefusal(begun)) return begun
  request.entityId = begun.session.entityId
  const whole = await wholeOf(begun.session, parts)
  if (isRefusal(whole)) return whole
  const browserMark = parts.people.browsers.markOf(begun.session)
  return answerWith(whole, request, parts, {
    headers: signedInCookies(request, { token: begun.token, browserMark }),
  })
}

async function chooseEntity(asked: PeopleCall, parts: PeopleRouteParts): Promise<Worked> {
  const { call, entry, request } = asked
  const whole = await wholeSessionOf(call, parts)
  if (isRefusal(whole)) return whole
  const { store, clock } = parts
  const entityId = call.values.get('entityId') ?? ''
  const shown = (chosen: WholeSession) => answerWith(chosen, request, parts)
  const further = keyParts(entry, shown)
  const path = await store.read.entityPath(entityId)
  const nowMs = await latestTime(path[0] ?? whole.entity, parts)
  const chosen = await decideAndCommit<SessionRow | undefined, WholeSession | Refusal | KeyInUse>(
    { store, clock },
    {
      load: () => store.read.session(whole.session.id),
      decide(session) {
        const [entity] = path
        const role = roleOn(path, whole.grants.map(shortGrant))
        if (entity === undefined || role === undefined) return { result: notYours }
        if (session === undefined || session.endedAtMs !== null) return { result: signInAgain }
        const { id, version } = session
        const step = {
          kind: 'stepSession',
          id,
          expectedVersion: version,
          set: { entityId },
        } as const
        const after = { ...session, entityId, version: version + 1 }
        const result = { ...whole, session: after, entity, role, nowMs }
        return { result, parts: [{ owner: 'session', changes: [step] }, ...further(result)] }
      },
      onConflict: keyInUse,
    },
  )
  return answerTo(chosen ?? tooBusy, shown)
}

const shortGrant = ({ entity, role }: GrantWithEntity) => ({ entityId: entity.id, role })

const notYours = refuse('800.900.301', {
  status: 403,
  description: 'You have no role on this entity, nor on one above it',
})

/** The session of a call, with what is shown of it. */
async function wholeSessionOf(
  { person }: MerchantCall,
  parts: PeopleRouteParts,
): Promise<WholeSession | Refusal> {
  const session = person && (await parts.store.read.session(person.sessionId))
  return session === undefined ? signInAgain : wholeOf(session, parts)
}

async function wholeOf(
  session: SessionRow,
  parts: PeopleRouteParts,
): Promise<WholeSession | Refusal> {
  const { store } = parts
  const [user, grants, path] = await Promise.all([
    store.read.user(session.userId),
    store.read.grantsOfUser(session.userId),
    store.read.entityPath(session.entityId),
  ])
  const [entity] = path
  const role = roleOn(path, grants)
  if (user === undefined || entity === undefined || role === undefined) return signInAgain
  const nowMs = await latestTime(entity, parts)
  return { user, session, role, entity, nowMs, grants: await withEntities(grants, store) }
}

function answerWith(
  whole: WholeSession,
  request: FastifyRequest,
  parts: PeopleRouteParts,
  more: Pick<Answer, 'headers'> = {},
): Answer {
  const { rules } = parts.people.sessions
  const { environment, acquirerEnvironment } = parts
  const members = sessionMembers(whole, { rules, environment, acquirerEnvironment })
  return answered(sessionAnswer, members, metaOf(request, parts), more)
}

/** The time at an entity, or at the channel below it whose test clock is furthest ahead. */
async function latestTime(
  entity: EntityRow,
  { store, clock }: Pick<PeopleRouteParts, 'store' | 'clock'>,
): Promise<number> {
  const ownTimes = clock.ownTimes()
  if (ownTimes.length === 0) return clock.of(entity.id)
  const below = new Set(await channelsBelow(entity, store))
  const ahead = ownTimes.filter(({ entityIds }) => entityIds.some((id) => below.has(id)))
  return Math.max(clock.of(entity.id), ...ahead.map(({ nowMs }) => nowMs))
}

/** A session is named by half of its token's hash: enough to tell it from others. */
function shownId({ id }: SessionRow): string {
  return id.slice(0, 32)
}

function shownSession(row: SessionRow, ownId: string | undefined) {
  return {
    id: shownId(row),
    isThis: row.id === ownId,
    beganAt: wireTimestamp(row.createdAtMs),
    lastSeenAt: wireTimestamp(row.lastSeenAtMs),
    address: row.address,
    // Version 0.1.0 has stored it as it came.
    userAgent: withoutNumbers(row.userAgent),
  }
}

const unknownSession = refuse('200.300.404', {
  status: 404,
  description: 'There is no such session',
})
