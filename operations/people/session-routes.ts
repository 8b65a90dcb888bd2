import type { FastifyRequest } from 'fastify'
import type { AuditLog } from '../../server/entities/audit-log.ts'
import { channelsBelow } from '../../server/entities/channels-below.ts'
import type { Answer } from '../../server/http/answer.ts'
import {
  type CallParts,
  type MerchantCall,
  readableEcho,
  sentParameters,
} from '../../server/http/call.ts'
import { clientOf, plainAddress } from '../../server/http/client-address.ts'
import {
  answerTo,
  type KeyInUse,
  keyInUse,
  keyParts,
  type Worked,
} from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Outcome, Route } from '../../server/http/route.ts'
import {
  browserMarkOf,
  foreignPageRefusal,
  sessionCookie,
  signedInCookies,
} from '../../server/http/session-cookie.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { type EntityClock, wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { validate } from '../../server/parameters/validate.ts'
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseParameters,
  tooBusy,
} from '../../server/results/refusal.ts'
import type { EntityRow, SessionRow, Store } from '../../server/store/port.ts'
import { type Meta, peopleAnswer, sessionMembers, type WholeSession } from './answer.ts'
import { auditSignIn } from './audited.ts'
import { type GrantWithEntity, roleOn, withEntities } from './roles.ts'
import type { People } from './service.ts'
import { signInAgain } from './sessions.ts'
import type { SigningClient } from './sign-in.ts'

export interface PeopleRouteParts extends CallParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly people: People
  readonly audit?: AuditLog
}

export type PeopleCall = Asked<MerchantCall>

const ofPerson = { access: 'token', right: 'signedIn', throttle: 'status' } as const
const tag = 'Administration'

/** Who is signed in: begins, shows and ends sessions. */
export const sessionRoutes: readonly Route<PeopleRouteParts>[] = [
  {
    method: 'post',
    path: '/admin/v1/session',
    access: 'open',
    operation: 'sessions.begin',
    docs: {
      id: 'beginSession',
      tag,
      summary: 'Sign in',
      description:
        'Sets the cookie of the session. For pages of the gateway itself: it needs the headers `Origin` and `x-tillgate-request: 1`. 401 with `needs: code` asks for the second factor. Ten wrong tries lock for half an hour; a browser in which the user has signed in before has tries of its own.',
      body: 'SignIn',
      label: 'Sign-in',
      answers: ['AdminSession'],
      further: { 401: 'RefusalAnswer', 403: 'RefusalAnswer', 429: 'RefusalAnswer' },
    },
    answer: begin,
  },
  {
    ...ofPerson,
    method: 'get',
    path: '/admin/v1/session',
    operation: 'people.read',
    docs: {
      id: 'readSession',
      tag,
      summary: 'Read who is signed in',
      description: 'With the rights on the entity that is worked with.',
      answers: ['AdminSession'],
    },
    handle: async ({ call, request }, parts) => {
      const whole = await wholeSessionOf(call, parts)
      return isRefusal(whole) ? whole : sessionAnswer(whole, request, parts)
    },
  },
  {
    ...ofPerson,
    method: 'delete',
    path: '/admin/v1/session',
    operation: 'sessions.end',
    docs: {
      id: 'endSession',
      tag,
      summary: 'Sign out',
      description: 'Ends the session and takes its cookie back.',
      answers: ['PeopleAnswer'],
    },
    async handle({ call, request }, parts) {
      if (call.person !== undefined) await parts.people.sessions.end(call.person.sessionId, null)
      return peopleAnswer({}, metaOf(request, parts), {
        headers: sessionCookie(request, undefined),
      })
    },
  },
  {
    ...ofPerson,
    method: 'post',
    path: '/admin/v1/session/entity',
    operation: 'sessions.chooseEntity',
    once: true,
    docs: {
      id: 'chooseEntity',
      tag,
      summary: 'Work with another entity',
      description: 'One on which the user has a role, or one below it.',
      body: 'EntityChoice',
      label: 'Choice of an entity',
      answers: ['AdminSession'],
    },
    handle: chooseEntity,
  },
  {
    ...ofPerson,
    method: 'get',
    path: '/admin/v1/sessions',
    operation: 'people.read',
    docs: {
      id: 'listSessions',
      tag,
      summary: 'List the own sessions that go on',
      description: 'Newest first; at most 20.',
      answers: ['AdminSessionList'],
    },
    async handle({ call, request }, parts) {
      const rows = await parts.people.sessions.ofUser(call.person?.id ?? '')
      const sessions = rows.map((row) => shownSession(row, call.person?.sessionId))
      return peopleAnswer({ sessions }, metaOf(request, parts))
    },
  },
  {
    ...ofPerson,
    method: 'delete',
    path: '/admin/v1/sessions/{id}',
    operation: 'sessions.end',
    docs: {
      id: 'endOtherSession',
      tag,
      summary: 'End one of the own sessions',
      description: 'On another device, for example.',
      subject: 'session',
      answers: ['PeopleAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    async handle({ id, call, request }, parts) {
      const rows = await parts.people.sessions.ofUser(call.person?.id ?? '')
      const row = rows.find((each) => shownId(each) === id)
      if (row === undefined) return unknownSession
      await parts.people.sessions.end(row.id, 'elsewhere')
      return peopleAnswer({}, metaOf(request, parts))
    },
  },
]

export function metaOf(
  { ndc }: Pick<FastifyRequest, 'ndc'>,
  { clock }: Pick<PeopleRouteParts, 'clock'>,
): Meta {
  return { ndc, atMs: clock.now() }
}

/** Where a request that signs in comes from. */
export function clientIn(request: FastifyRequest): SigningClient {
  const { ip, headers } = request
  const userAgent = headers['user-agent'] ?? ''
  return { address: plainAddress(ip), userAgent, browserMark: browserMarkOf(request) }
}

/** Reads what a page of the gateway sends without a session: few times a minute for each client. */
export function readOpen(
  request: FastifyRequest,
  operation: 'sessions.begin' | 'people.accept' | 'people.readInvitation',
  { people, environment, clock }: PeopleRouteParts,
) {
  const refusal =
    foreignPageRefusal(request, people.sessions) ?? people.clients.admit(clientOf(request.ip))
  if (refusal !== undefined) return refusal
  const flat = sentParameters(request)
  if (isRefusal(flat)) return flat
  const checked = validate(operation, flat, { profile: 'strict', environment, nowMs: clock.now() })
  return checked.ok ? checked.values : refuseParameters(checked.errors, readableEcho(flat))
}

async function begin(request: FastifyRequest, parts: PeopleRouteParts): Promise<Outcome> {
  const values = readOpen(request, 'sessions.begin', parts)
  if (isRefusal(values)) return values
  const client = clientIn(request)
  const credentials = {
    email: values.get('email') ?? '',
    password: values.get('password') ?? '',
    code: values.get('code'),
  }
  const begun = await parts.people.signIn.begin(credentials, client)
  await auditSignIn({ email: credentials.email, client, outcome: begun }, parts)
  if (isRefusal(begun)) return begun
  request.entityId = begun.session.entityId
  const whole = await wholeOf(begun.session, parts)
  if (isRefusal(whole)) return whole
  const browserMark = parts.people.browsers.markOf(begun.session)
  return sessionAnswer(whole, request, parts, {
    headers: signedInCookies(request, { token: begun.token, browserMark }),
  })
}

async function chooseEntity(asked: PeopleCall, parts: PeopleRouteParts): Promise<Worked> {
  const { call, entry, request } = asked
  const whole = await wholeSessionOf(call, parts)
  if (isRefusal(whole)) return whole
  const { store, clock } = parts
  const entityId = call.values.get('entityId') ?? ''
  const answer = (chosen: WholeSession) => sessionAnswer(chosen, request, parts)
  const further = keyParts(entry, answer)
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
  return answerTo(chosen ?? tooBusy, answer)
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

function sessionAnswer(
  whole: WholeSession,
  request: FastifyRequest,
  parts: PeopleRouteParts,
  more: Pick<Answer, 'headers'> = {},
): Answer {
  const { times } = parts.people.sessions
  const { environment } = parts
  return peopleAnswer(sessionMembers(whole, { times, environment }), metaOf(request, parts), more)
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
    userAgent: row.userAgent,
  }
}

const unknownSession = refuse('200.300.404', {
  status: 404,
  description: 'There is no such session',
})
