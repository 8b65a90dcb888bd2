import type { FastifyRequest } from 'fastify'
import type { Access, AccessRequest, UsableEntity } from '../entities/access.ts'
import type { NeededRight } from '../entities/rights.ts'
import type { Profile } from '../entities/settings.ts'
import type { Sessions, SignedIn } from '../entities/signed-in.ts'
import { ndcOf } from '../kernel/ids.ts'
import type { ThrottlingGroup } from '../kernel/settings/throttling-limits.ts'
import type { EntityClock } from '../kernel/timers/clock.ts'
import { addErrors } from '../parameters/add-errors.ts'
import { isBodyFault } from '../parameters/flat-body.ts'
import { LEGACY_PASSWORD, withoutCredentials } from '../parameters/legacy.ts'
import { shownText } from '../parameters/masking.ts'
import { nameOf, type Operation } from '../parameters/operations.ts'
import type { FlatBody } from '../parameters/table.ts'
import { validate } from '../parameters/validate.ts'
import type { ParameterValues, PartlyAccepted } from '../parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuse,
  refuseParameters,
} from '../results/refusal.ts'
import type { Trace } from '../results/trace.ts'
import type { EntityRow, Store } from '../store/port.ts'
import { traceOf } from './answer.ts'
import { bodyOfRequest, queryOfRequest } from './bodies.ts'
import { plainAddress } from './client-address.ts'
import { foreignPageRefusal, sessionTokenOf } from './session-cookie.ts'
import type { Throttle } from './throttling/throttle.ts'

/** Who sends a request, for which entity, and what it says, not validated yet. */
export interface Caller extends AccessRequest {
  /** How strictly it is read: the profile of the named entity, else of the token's own. */
  readonly profile: Profile
  /** Whether its references may look like card numbers. */
  readonly cardLikeReferences: boolean
  readonly flat: FlatBody
  /** Where the request asks how its answer comes about. */
  readonly trace?: Trace
}

/** A request of a merchant's server, authenticated and validated. */
export interface MerchantCall extends Omit<Caller, 'flat' | 'profile' | 'cardLikeReferences'> {
  readonly values: ParameterValues
}

/** The entity that a call names, else that of who asks. Rejects with the store. */
export async function entityOfCall(
  { usable, token }: Pick<MerchantCall, 'usable' | 'token'>,
  { read }: Pick<Store, 'read'>,
): Promise<EntityRow> {
  const entity = usable?.entity ?? (await read.entity(token.entityId))
  if (entity === undefined) throw new Error(`The entity of a token is gone: ${token.entityId}`)
  return entity
}

export interface CallParts {
  readonly access: Access
  readonly throttle: Throttle
  readonly environment: 'test' | 'live'
  readonly clock: EntityClock
  /** Why the gateway may not send requests to an address of a merchant, as the end of a sentence. */
  readonly urlFault: (url: string) => string | undefined
  /** `undefined`: nobody signs in, and only access tokens are taken. */
  readonly sessions: Sessions | undefined
}

/** What a route says of its callers. */
interface CallerFacts {
  /** With which requests of its token a request is counted, `undefined` for none. */
  readonly group: ThrottlingGroup | undefined
  readonly right?: NeededRight | undefined
  /** Pages ask it by themselves: nobody has to be there. */
  readonly isUnattended?: boolean
}

/**
 * Authenticates a request and finds the entity that it names. Only a client that has the access token
 * gets the answer that the header is missing: to others it would reveal the profile of an entity.
 */
export async function readCaller(
  request: FastifyRequest,
  facts: CallerFacts,
  parts: CallParts,
): Promise<Caller | Refusal> {
  const caller = await identify(request, facts, parts)
  // The first contact of this process with the entity may be a refusal: its clock must be known
  // before.
  if (isRefusal(caller) && request.entityId !== undefined) {
    await parts.access.settingsOf(request.entityId)
  }
  return caller
}

async function identify(
  request: FastifyRequest,
  { group, right, isUnattended = false }: CallerFacts,
  parts: CallParts,
): Promise<Caller | Refusal> {
  const { access, throttle, environment } = parts
  const flat = sentParameters(request)
  const { authorization } = request.headers
  const password = authorization === undefined ? sentPassword(flat) : undefined
  const signedIn =
    right === undefined || authorization !== undefined || password !== undefined
      ? undefined
      : await signedInBy(request, { isUnattended }, parts)
  if (isRefusal(signedIn)) return signedIn
  const token =
    signedIn?.token ??
    (await (password === undefined
      ? access.authenticate(authorization, plainAddress(request.ip))
      : access.authenticatePassword(password, plainAddress(request.ip))))
  if (isRefusal(token)) return token
  nameByEntity(request, token.entityId)
  const admission =
    group === undefined ? undefined : throttle.admit(token, group, signedIn !== undefined)
  const tooMany = admission instanceof Promise ? await admission : admission
  if (tooMany !== undefined) return tooMany
  if (isRefusal(flat)) return flat
  // What a person asks about themselves is about no entity.
  const usable =
    right === 'signedIn' ? undefined : await namedEntity(flat, signedIn ?? { token }, access)
  if (isRefusal(usable)) return usable
  if (usable !== undefined) nameByEntity(request, usable.entity.id)
  const settings = usable?.settings ?? (await access.settingsOf(token.entityId))
  const { profile, cardLikeReferences = false } = settings
  if (password !== undefined && profile !== 'legacy') return headerNeeded
  const trace = traceOf(request, environment)
  trace?.note('access', accessNote(usable, profile))
  // A literal that begins with a spread costs each request several microseconds, and more garbage.
  return {
    token,
    profile,
    cardLikeReferences,
    flat,
    onEntityFound: (entityId) => {
      request.entityId = entityId
    },
    ...(usable === undefined ? {} : { usable }),
    ...(trace === undefined ? {} : { trace }),
    ...(signedIn === undefined ? {} : { person: signedIn.person }),
  }
}

/**
 * The person whose session a request names. A session's cookie counts where a route needs a right and no
 * other credentials are sent, and nowhere else.
 */
async function signedInBy(
  request: FastifyRequest,
  { isUnattended }: { readonly isUnattended: boolean },
  { sessions }: CallParts,
): Promise<SignedIn | Refusal | undefined> {
  if (sessions === undefined) return undefined
  const session = sessionTokenOf(request)
  if (session === undefined) return undefined
  return foreignPageRefusal(request, sessions) ?? sessions.find(session, { isUnattended })
}

/** A call of a checkout keeps the checkout's name (decisions §3). */
function nameByEntity(request: FastifyRequest, entityId: string): void {
  request.entityId = entityId
  const { ndc, logId } = request
  if (ndc.endsWith(logId)) request.ndc = ndcOf(entityId, logId)
}

function accessNote(usable: UsableEntity | undefined, profile: Profile): string {
  const named =
    usable === undefined
      ? 'No entity is named: the access token alone decides'
      : `The access token may use the ${usable.entity.kind} "${usable.entity.name}"`
  return `${named}; requests are read in the profile ${profile}`
}

/** Whether a request contains credentials at all. */
export function sendsCredentials(request: FastifyRequest): boolean {
  const { authorization } = request.headers
  return authorization !== undefined || sentPassword(sentParameters(request)) !== undefined
}

/** The access token as requests of the `legacy` profile send it. */
function sentPassword(flat: FlatBody | Refusal): string | undefined {
  return isRefusal(flat) ? undefined : lastSent(flat, LEGACY_PASSWORD)
}

/** If a name is sent twice, the value that validation uses, if it accepts one. */
function lastSent(flat: FlatBody, sought: string): string | undefined {
  return flat.findLast(([name]) => name === sought)?.[1]
}

const headerNeeded = refuse('800.900.300', {
  status: 401,
  description:
    'Send the header Authorization: Bearer <access token>. The legacy profile accepts it as authentication.password',
})

/**
 * Reads the parameters of a request; its profile says how strictly. `further` finds the other faults of
 * a request that is refused, so that one answer lists all of them (decisions §4).
 */
export function validateCall(
  { token, person, usable, onEntityFound, profile, cardLikeReferences, flat, trace }: Caller,
  operation: Operation,
  { environment, clock, urlFault }: CallParts,
  further?: (accepted: PartlyAccepted) => readonly ParameterError[],
): MerchantCall | Refusal {
  if (environment === 'live' && sendsTestMode(flat)) {
    return refuse('600.200.701', { echo: readableEcho(flat) })
  }
  const read = profile === 'legacy' ? withoutCredentials(flat) : flat
  const nowMs = clock.of(usable?.entity.id ?? token.entityId)
  const context = { profile, environment, nowMs, cardLikeReferences, urlFault }
  const checked = validate(operation, read, context)
  if (!checked.ok) {
    const { errors, accepted } = checked
    const all = addErrors(errors, further?.(accepted) ?? [], accepted)
    return refuseParameters(all, readableEcho(flat))
  }
  if (trace !== undefined) {
    trace.note('parameters', `${flat.length} were sent and are accepted by ${nameOf(operation)}`)
  }
  return {
    token,
    values: checked.values,
    ...(person === undefined ? {} : { person }),
    ...(usable === undefined ? {} : { usable }),
    ...(onEntityFound === undefined ? {} : { onEntityFound }),
    ...(trace === undefined ? {} : { trace }),
  }
}

/** The most important error of a test request that was sent to live, whatever else is wrong. */
function sendsTestMode(flat: FlatBody): boolean {
  return flat.some(([name]) => name === 'testMode')
}

/**
 * The parameters of a request: the body of a POST, the query of a GET or DELETE. A POST with
 * parameters in its address is refused: if they were ignored, `?amount=5.00` would capture the
 * whole open amount. The body of a route for files is the file, and its parameters are the query.
 */
export function sentParameters(request: FastifyRequest): FlatBody | Refusal {
  const query = queryOfRequest(request)
  const isFile = request.routeOptions.config.fileBody !== undefined
  if (request.method !== 'POST' || isFile)
    return isBodyFault(query) ? unreadable(query.fault) : query
  if (isBodyFault(query)) return unreadable(query.fault)
  if (query.length > 0) return misplaced(query)
  const body = bodyOfRequest(request)
  return isBodyFault(body) ? unreadable(body.fault) : body
}

function misplaced(query: FlatBody): Refusal {
  return refuseParameters(
    query.slice(0, MAX_MISPLACED).map(([name]) => ({
      name: shownText(name),
      value: '***',
      message: 'stands in the address: send it in the body',
    })),
  )
}

/** How many parameters of an address are named in the error. */
const MAX_MISPLACED = 20

function unreadable(fault: string): Refusal {
  return refuse('200.300.404', { description: fault })
}

/** The `{id}` of a request's path; empty where its route has none. */
export function idOfPath({ params }: FastifyRequest): string {
  return (params as { readonly id?: string }).id ?? ''
}

const ENTITY_ID = /^[0-9a-f]{32}$/

/**
 * The entity that a request names, if the token may use it. The old name of the `legacy` profile is
 * used if today's is missing. Validation handles a text that is no id.
 */
async function namedEntity(
  flat: FlatBody,
  caller: Pick<AccessRequest, 'token' | 'person'>,
  access: Access,
): Promise<UsableEntity | Refusal | undefined> {
  const named = lastSent(flat, 'entityId') ?? lastSent(flat, 'authentication.entityId')
  if (named === undefined || !ENTITY_ID.test(named)) return undefined
  return access.entityFor(caller, named)
}

const echoed = ['paymentType', 'paymentBrand', 'amount', 'currency']

/** Short plain values only, because the echo of a refused request was not validated. */
const ECHOABLE = /^[A-Za-z0-9_.]{1,32}$/

/** The parameters of a refused request that could be read (decisions §4). */
export function readableEcho(
  values: Iterable<readonly [name: string, value: string, origin?: unknown]>,
): Record<string, string> {
  const readable: Record<string, string> = {}
  for (const [name, value] of values) {
    if (echoed.includes(name) && ECHOABLE.test(value)) readable[name] = shownText(value)
  }
  return readable
}

/** The result of a call. A refusal without an echo gets the parameters that could be read. */
export function withEcho<Result extends object>(
  result: Result | Refusal,
  values: ParameterValues,
): Result | Refusal {
  if (!isRefusal(result) || result.echo !== undefined) return result
  return { ...result, echo: readableEcho(values.entries()) }
}
